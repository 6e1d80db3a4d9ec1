"""The real server: whoever sends or reads slowly holds nobody up, and a request is taken as it came."""

import asyncio
import http.client
import re
import socket
import time
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile

import pytest
from django.db import connection

from config import asgi
from config.asgi import RefusedRequest
from tests.browser.server import serving, url_of

pytestmark = [pytest.mark.once, pytest.mark.django_db(transaction=True)]  # else the tests' database is not made
FORM = b"POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SLOW = {
    "a form that never ends": FORM + b"Content-Length: 5000\r\n\r\ntheme=",
    "chunks that never end": FORM + b"Transfer-Encoding: chunked\r\n\r\n6\r\ntheme=\r\n",
    "half a header": b"POST /theme HTTP/1.1\r\nHost: loc",
    "nothing": b"",
    "an answer that nobody reads": b"GET /systems/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.fixture(scope="module")
def site(django_db_setup, tmp_path_factory):
    """The port of a server on the tests' database."""
    with serving(url_of(connection.settings_dict), tmp_path_factory.mktemp("site")) as url:
        yield int(url.rpartition(":")[2])


def ask(port, path="/healthz", method="GET", body=None, **headers):
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    asked.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = asked.getresponse()
    text = answer.read()
    asked.close()
    return answer.status, text


def opened(stack, port, data, count):
    for _ in range(count):
        one = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
        one.sendall(data)


@pytest.mark.parametrize("data", SLOW.values(), ids=SLOW)
def test_slow_clients_hold_nobody_up(site, data):
    """A thread for each would be taken after 8 of 100."""
    with ExitStack() as stack:
        opened(stack, site, data, 100)
        began = time.monotonic()
        assert ask(site, "/")[0] == 200
        assert any(ask(site) == (200, b"ok\n") for _ in range(20))  # 503 after two seconds, on a busy machine
        assert time.monotonic() - began < asgi.BODY_START_SECONDS / 2  # none of them has been given up by then


def test_a_head_has_no_body(site):
    assert ask(site, "/", "HEAD") == (200, b"")


def test_a_form_may_come_in_chunks(site):
    parts = iter([b"theme=light&csrfmiddle", b"waretoken=" + b"a" * 32])
    kind = "application/x-www-form-urlencoded"
    assert ask(site, "/theme", "POST", parts, Content_Type=kind, Cookie="csrftoken=" + "a" * 32)[0] == 303


def test_a_file_of_many_megabytes_is_taken(site):
    assert ask(site, "/theme", "POST", b"x" * 20_000_000)[0] == 403


def test_a_body_larger_than_any_backup_is_refused_before_it_is_sent(site):
    with socket.create_connection(("127.0.0.1", site), timeout=60) as one:
        one.sendall(FORM + b"Content-Length: 300000000\r\n\r\n")
        assert one.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("path", ["/%ff", "/%00", "/?q=%ff"])
def test_bytes_that_are_no_text_are_no_error(site, path):
    assert ask(site, path)[0] in (200, 404)


def receive_from(*messages):
    """Return what a server calls for the parts of a body; after the last nothing comes any more."""
    waiting = iter(messages)

    async def receive():
        for message in waiting:
            return {"type": "http.request", "more_body": True} | message
        return await asyncio.Event().wait()

    return receive


def status_of(receive, **headers):
    """Return the status with which a body is refused; 200 where it is taken."""

    async def read():
        sent = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
        with SpooledTemporaryFile() as body:
            async with asgi.AsyncExitStack() as stack:
                await asgi.Site().receive_body({"headers": sent}, receive, body, stack)

    try:
        asyncio.run(read())
    except RefusedRequest as refused:
        return refused.response.status_code
    return 200


def test_many_that_wait_ask_for_the_database_at_once(monkeypatch):
    """The question of the first is answered, and another one is asked, before the first hears of it."""
    monkeypatch.setattr(asgi, "can_reach_database", lambda: True)

    async def ask_twice():
        site, answer = asgi.Site(), asyncio.get_running_loop().create_future()
        site.asked = asyncio.get_running_loop().create_future()
        first = asyncio.create_task(site.is_database_there(answer))
        await asyncio.sleep(0)
        site.asked.set_result(True)
        return await asyncio.gather(first, site.is_database_there(answer))

    assert asyncio.run(ask_twice()) == [True, True]


def test_every_page_says_within_six_seconds_that_the_database_is_away():
    assert asgi.SLOW_ANSWER_SECONDS + asgi.DATABASE_ANSWER_SECONDS < 6


@pytest.mark.parametrize(("comes", "answered"), [(True, "the page"), (False, "The database does not answer")])
def test_an_answer_that_comes_while_the_database_is_asked_is_sent_at_once(monkeypatch, comes, answered):
    monkeypatch.setattr(asgi, "SLOW_ANSWER_SECONDS", 0.02)
    monkeypatch.setattr(asgi, "DATABASE_ANSWER_SECONDS", 60.0 if comes else 0.02)

    async def wait():
        loop = asyncio.get_running_loop()
        site, answer = asgi.Site(), loop.create_future()
        site.asked = loop.create_future()  # the database says nothing
        if comes:
            loop.call_later(0.1, answer.set_result, "the page")
        return await site.wait_for({"path": "/", "request_id": "x", "headers": []}, answer)

    try:
        said = asyncio.run(wait())
    except RefusedRequest as refused:
        said = str(refused)
    assert said == answered


def test_a_body_that_stops_is_given_up(monkeypatch):
    monkeypatch.setattr(asgi, "BODY_START_SECONDS", 0.05)
    assert status_of(receive_from({"body": b"theme="}), content_length=b"11") == 408


def test_a_body_that_trickles_is_given_up(monkeypatch):
    monkeypatch.setattr(asgi, "BODY_START_SECONDS", 0.05)
    assert status_of(receive_from(*[{"body": b"x"}] * 50), content_length=b"5000") == 408


def test_a_body_without_a_length_is_counted(monkeypatch):
    monkeypatch.setattr(asgi, "LARGEST_BODY", 10)
    assert status_of(receive_from({"body": b"x" * 6}, {"body": b"x" * 6}), transfer_encoding=b"chunked") == 413


def test_only_so_many_large_bodies_are_taken_at_once(monkeypatch):
    monkeypatch.setattr(asgi, "IN_MEMORY", 10)
    last = {"body": b"x" * 11, "more_body": False}
    assert status_of(receive_from(last), content_length=b"11") == 200
    monkeypatch.setattr(asgi, "MANY_ON_DISK", 0)
    assert status_of(receive_from(last), content_length=b"11") == 503


def test_what_is_sent_bit_by_bit_arrives_whole(site):
    """The style sheet is a file, which whitenoise sends in parts."""
    _, page = ask(site, "/")
    path = re.search(rb'href="(/static/[^"]+\.css)"', page).group(1).decode()
    status, text = ask(site, path)
    assert (status, b"The order of the layers decides" in text) == (200, True)
