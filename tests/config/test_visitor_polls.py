"""A visitor's poll gets the answer that another one got within the same second, and nobody else does."""

import asyncio
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from django.db import OperationalError
from django.test import Client

from config import visitor_polls
from config.asgi import PAGE_THREADS, Site
from config.counters import collect_metrics
from config.logs import JsonFormatter
from ladder.models import Board, Ladder, Season
from ladder.pages.recent_versions import RECENT_LADDERS, forget_recent_values
from ladder.pages.seasons import build_page_version
from tests.factories import make_ladder, make_member, play, season_of, signed_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("memory", "clock")]
ROWS = "/club/all-time/match-length-elo/rows"
OLD = "v=0-20260101"
ID = b"X-Request-ID"
RUNNER = asyncio.Runner()  # of one loop, as a server has it
SERVER = ThreadPoolExecutor(1)  # whose thread has that loop: this one's may be the browser's


@pytest.fixture(scope="module", autouse=True)
def one_loop():
    yield
    SERVER.submit(RUNNER.close).result()


def run_on_server(work):
    """Return what a coroutine does, in the loop of the server."""
    return SERVER.submit(RUNNER.run, work).result()


class CountedSite(Site):
    """The site, which counts what it has Django answer."""

    def __init__(self):
        super().__init__()
        self.asked = None
        self.count = 0

    def answer(self, *args):
        self.count += 1
        return super().answer(*args)


def build_scope(query=OLD, path=ROWS, method="GET", scheme="http", **headers):
    """Return a request as the server hands it on; a header that is None is left out."""
    usual = {"host": "localhost", "accept-encoding": "gzip", "hx-request": "true", "user-agent": "A browser"}
    named = usual | {name.replace("_", "-"): value for name, value in headers.items()}
    sent = [(name.encode(), value.encode()) for name, value in named.items() if value is not None]
    parts = {"path": path, "query_string": query.encode(), "headers": sent}
    return {"type": "http", "method": method, "scheme": scheme, "server": ("127.0.0.1", 80), **parts}


async def receive():
    return {"type": "http.request", "body": b"", "more_body": False}


async def ask(site, scope):
    """Return the status, the headers and the body of an answer."""
    messages = []

    async def send(message):
        messages.append(message)

    await site(scope, receive, send)
    body = b"".join(one.get("body", b"") for one in messages[1:])
    return messages[0]["status"], messages[0]["headers"], body


def ask_in_turn(*scopes, site=None):
    """Return the answers to requests, one after the other, and how many of them Django gave."""
    site = site or CountedSite()

    async def go():
        return [await ask(site, scope) for scope in scopes]

    before = site.count
    return run_on_server(go()), site.count - before


def without_id(answer):
    status, headers, body = answer
    return status, [one for one in headers if one[0] != ID], body


@pytest.fixture
def shown():
    """What the page of an up-to-date visitor asks; on the ladder Ana has won."""
    play(season_of(make_ladder()), "Ana", "Ben")
    Client().get("/club/")  # else the first of a test is made, and the second kept
    return f"v={build_page_version(Ladder.objects.get())}"


VARIANTS = {
    "another host": {"host": "127.0.0.1"},
    "another scheme": {"scheme": "https"},
    "what the proxy says": {"x_forwarded_proto": "https"},
    "another board": {"path": "/club/all-time/elo/rows"},
    "another order": {"query": f"{OLD}&sort=player"},
    "everybody": {"query": f"{OLD}&who=all"},
    "everybody by a cookie": {"cookie": "who=all"},
    "a ladder that the browser knows": {"cookie": "ladder=club"},
    "colours": {"cookie": "theme=dark"},
    "not compressed": {"accept_encoding": "br"},
    "the whole page": {"hx_request": None},
    "a boosted link": {"hx_boosted": "true"},
    "a restored history": {"hx_history_restore_request": "true"},
}


def test_an_answer_is_for_those_who_ask_the_same(shown):
    """Each asks after all before, and gets what a site says that nobody has asked before."""
    Board.objects.create(season=Season.objects.get(), system="elo", position=1)
    site = CountedSite()
    ask_in_turn(build_scope(), site=site)
    for name, variant in VARIANTS.items():
        scope = build_scope(**variant)
        (answer,), count = ask_in_turn(scope, site=site)
        (alone,), _ = ask_in_turn(scope)
        assert (count, answer[0]) == (1, 200), name
        assert without_id(answer) == without_id(alone), name


def test_an_old_page_gets_no_empty_answer_and_a_new_one_no_rows(shown):
    answers, count = ask_in_turn(*(build_scope(query) for query in (shown, OLD, shown, OLD, "v=0-20251231")))
    assert [status for status, *_ in answers] == [204, 200, 204, 200, 200]
    assert count == 2  # however old a page is, the rows are the same


def test_a_page_of_yesterday_is_out_of_date_though_nobody_has_played_since(shown):
    yesterday = f"{shown.partition('-')[0]}-20260101"
    answers, count = ask_in_turn(*(build_scope(query) for query in (yesterday, shown, yesterday, shown)))
    assert [status for status, *_ in answers] == [200, 204, 200, 204]
    assert count == 3  # Django says which day it is


OF_ONE_READER = {
    "a member": ({"cookie": "sessionid=x"}, 200),
    "somebody who is about to be told something": ({"cookie": "theme=dark; messages=x"}, 200),
    "a token": ({"authorization": "Bearer x"}, 200),
    "a page that the browser has": ({"if_none_match": '"x"'}, 200),
    "a body": ({"content_length": "0"}, 200),
    "a word that somebody looks for": ({"query": f"{OLD}&q=ana"}, 200),
    "no version": ({"query": "who=all"}, 200),
    "two versions": ({"query": f"{OLD}&{OLD}"}, 200),
    "a newer version": ({"query": "v=99-20260101"}, 200),
    "no address of rows": ({"path": "/club/"}, 200),
    "a head": ({"method": "HEAD"}, 200),
    "a wrong host": ({"host": "elsewhere.example"}, 400),
    "no ladder": ({"path": "/none/all-time/elo/rows"}, 404),
    "no board": ({"path": "/club/all-time/none/rows"}, 404),
    "a form": ({"method": "POST"}, 403),
}


def test_everything_else_is_left_to_django(shown):
    site = CountedSite()
    ask_in_turn(build_scope(), site=site)
    for name, (variant, status) in OF_ONE_READER.items():
        scope = build_scope(**variant)
        answers, count = ask_in_turn(scope, scope, site=site)
        assert (count, [one[0] for one in answers]) == (2, [status, status]), name


def test_a_member_sees_her_report_at_once_and_a_visitor_a_second_later(shown, clock, elsewhere):
    mia = signed_in(make_member("Mia").user).cookies["sessionid"].value
    site, visitor, member = CountedSite(), build_scope(shown), build_scope(shown, cookie=f"sessionid={mia}")
    assert [one[0] for one in ask_in_turn(visitor, member, visitor, site=site)[0]] == [204] * 3
    elsewhere()
    play(Season.objects.get(), "Cyd", "Ben")
    clock.at += 0.999
    assert [one[0] for one in ask_in_turn(visitor, member, visitor, site=site)[0]] == [204, 200, 204]
    clock.at += 0.001
    assert [one[0] for one in ask_in_turn(visitor, member, visitor, site=site)[0]] == [200] * 3


def test_a_visitor_sees_at_once_what_this_process_has_stored(shown):
    site = CountedSite()
    assert ask_in_turn(build_scope(shown), site=site)[0][0][0] == 204
    play(Season.objects.get(), "Cyd", "Ben")
    assert ask_in_turn(build_scope(shown), site=site)[0][0][0] == 200


def test_an_address_that_is_gone_is_gone_a_second_later(shown, clock, elsewhere):
    site, season = CountedSite(), Season.objects.get()
    assert ask_in_turn(build_scope(), site=site)[0][0][0] == 200
    elsewhere()
    season.slug = "autumn"
    season.save()
    clock.at += 1
    assert ask_in_turn(build_scope(), site=site)[0][0][0] == 404


def test_many_who_ask_at_once_ask_django_once_and_each_has_an_id(shown):
    site = CountedSite()

    async def ask_together():
        return await asyncio.gather(*(ask(site, build_scope()) for _ in range(20)))

    answers = run_on_server(ask_together())
    assert site.count == 1
    assert len({dict(headers)[ID] for _, headers, _ in answers}) == 20
    assert {body for _, _, body in answers} == {answers[0][2]}


def test_a_poll_waits_for_no_thread_of_the_pages(shown):
    site, over = CountedSite(), threading.Event()
    busy = [site.threads.submit(over.wait) for _ in range(PAGE_THREADS)]
    try:
        (answer,), count = ask_in_turn(build_scope(), site=site)
    finally:
        over.set()
    assert (answer[0], count) == (200, 1)
    assert all(one.result() for one in busy)


def test_an_answer_of_which_the_client_has_gone_is_still_that_of_the_others(shown):
    site = CountedSite()

    async def leave():
        first = asyncio.create_task(ask(site, build_scope()))
        second = asyncio.create_task(ask(site, build_scope()))
        while not site.count:
            await asyncio.sleep(0)
        first.cancel()
        return await second

    assert run_on_server(leave())[0] == 200


def test_only_so_many_answers_are_kept(shown):
    site = CountedSite()
    ask_in_turn(*(build_scope(f"v=1-{day:08}") for day in range(visitor_polls.MOST_ANSWERS + 5)), site=site)
    pages = [build_scope(f"{OLD}&page={number}") for number in range(visitor_polls.MOST_ANSWERS + 5)]
    ask_in_turn(*pages, site=site)
    assert len(site.polls.answers) <= visitor_polls.MOST_ANSWERS


def test_a_database_that_fails_is_djangos_to_tell(shown, monkeypatch):
    def fail():
        raise OperationalError("gone")

    monkeypatch.setattr(RECENT_LADDERS, "read", fail)
    forget_recent_values()
    answers, count = ask_in_turn(build_scope(), build_scope())
    assert ([one[0] for one in answers], count) == ([503, 503], 2)


def test_answers_are_counted_and_logged_as_djangos(shown, settings, caplog):
    settings.METRICS, settings.LOGS = "a-token", "json"
    name = 'ladder_answers_total{method="GET",status="%d",view="ladder:rows"} '
    before = collect_metrics().decode()
    with caplog.at_level("INFO"):
        answers, count = ask_in_turn(build_scope(), build_scope(), build_scope(shown), build_scope(shown))
    now = collect_metrics().decode()
    assert count == 2
    for status in (200, 204):
        shown_now = float(now.partition(name % status)[2].partition("\n")[0])
        assert shown_now - float(before.partition(name % status)[2].partition("\n")[0] or 0) == 1
    (line,) = (json.loads(JsonFormatter().format(one)) for one in caplog.records if one.name == "config.middleware")
    assert line["request"] == dict(answers[1][1])[ID].decode()
    assert (line["method"], line["page"], line["view"], line["status"]) == ("GET", ROWS, "ladder:rows", 200)


PROXY = {"SECURE_SSL_REDIRECT": True, "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https")}
PROXY |= {"SECURE_HSTS_SECONDS": 60}


@pytest.mark.parametrize("proxy", [{}, PROXY])
def test_the_second_visitor_gets_djangos_answer_header_by_header(shown, settings, proxy):
    for name, value in proxy.items():
        setattr(settings, name, value)
    site, sent = CountedSite(), {"x_forwarded_proto": "https"} if proxy else {}
    for query, encoding in product((shown, OLD), ("gzip", None)):
        scopes = [build_scope(query, user_agent=name, accept_encoding=encoding, **sent) for name in ("One", "Two")]
        (first, second), count = ask_in_turn(*scopes, site=site)
        (alone,), _ = ask_in_turn(scopes[1])
        assert count == 1
        assert without_id(first) == without_id(second) == without_id(alone)
        assert first[0] == (204 if query == shown else 200)
        assert (b"Ana" in first[2]) == (query == OLD and encoding is None)
        ids = [dict(headers)[ID] for _, headers, _ in (first, second)]
        assert ids[0] != ids[1]
        assert all(re.fullmatch(rb"[a-z2-7]{8}", one) for one in ids)
        names = {name for name, _ in second[1]}
        assert {b"Content-Security-Policy", b"X-Frame-Options", b"X-Content-Type-Options"} <= names
        assert (b"Strict-Transport-Security" in names) == bool(proxy)
