"""Visitors' polls that get the answer which Django has given to another visitor: without a thread and a query.

Hundreds of open pages ask the same within a second. Django answers the first; those who ask meanwhile wait for that
answer, and it is given again until what it goes by is a second old (`ladder/pages/recent_versions.py`). So Django has
decided, for the same address, host, scheme and choices, whether the host is allowed and what is shown, and the headers
are Django's, but for the id of the request. Only what a view gives to all visitors says until when it may be given
again (`for_visitors_until`). Everything else, and whoever may be a member, is left to Django.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, connection
from django.http import HttpResponse

from config.htmx import VARY_HEADERS
from config.metrics import count_shared_answer
from config.middleware import log_answer
from config.request_ids import REQUEST_ID_HEADER
from ladder.pages.kept_pages import CHOICE_COOKIES, TAKES_GZIP, is_often_asked_for
from ladder.pages.recent_versions import RECENT_LADDERS, LadderRows, Recent, find_version, has_session

POLL_VIEW = "ladder:rows"
POLL_PATH = re.compile(r"/([-\w]+)/[-\w]+/[-\w]+/rows", re.ASCII)
PAGE_VERSION = re.compile(r"([0-9]{1,18})-[0-9]{8}")
KEY_HEADERS = ("Host", "X-Forwarded-Proto", *VARY_HEADERS)
PERSONAL_HEADERS = {"Authorization", "If-Match", "If-Modified-Since", "If-None-Match", "If-Unmodified-Since", "Range"}
PERSONAL_HEADERS |= {"Content-Length", "Transfer-Encoding"}  # there is a body
READ_HEADERS = {name.lower().encode() for name in (*KEY_HEADERS, *PERSONAL_HEADERS, "Accept-Encoding", "Cookie")}
MOST_POLLS_KNOWN = 500
LONGEST_POLL = 1_000  # bytes of the address and these headers
MOST_ANSWERS = 32  # that may be given again, each of some 20 kB

type Scope = dict[str, Any]
type Answer = asyncio.Future[Any]


class Poll(NamedTuple):
    """What a visitor's open page asks: of which ladder, which version it shows, and all else that the answer is of."""

    ladder: str
    shown: str
    number: int
    rest: Hashable


def read_poll(scope: Scope) -> Poll | None:
    """Return what a visitor's open page asks; None for every other request."""
    if scope["method"] != "GET" or not scope["path"].endswith("/rows"):
        return None
    headers = tuple((bytes(name), bytes(value)) for name, value in scope["headers"] if name in READ_HEADERS)
    size = len(scope["path"]) + len(scope["query_string"]) + sum(len(value) for _, value in headers)
    return parse_poll(scope["scheme"], scope["path"], scope["query_string"], headers) if size <= LONGEST_POLL else None


@lru_cache(MOST_POLLS_KNOWN)
def parse_poll(scheme: str, path: str, query: bytes, headers: tuple[tuple[bytes, bytes], ...]) -> Poll | None:
    """Return what `read_poll` does, from all that it depends on, as Django reads it."""
    address = POLL_PATH.fullmatch(path)
    if address is None or not query.isascii():
        return None
    scope = {"method": "GET", "scheme": scheme, "path": path, "query_string": query, "headers": headers}
    request: Any = ASGIRequest(scope, BytesIO())
    shown = request.GET.getlist("v")
    if has_session(request) or not PERSONAL_HEADERS.isdisjoint(request.headers) or "Host" not in request.headers:
        return None
    request.COOKIES = {name: request.COOKIES[name] for name in CHOICE_COOKIES if name in request.COOKIES}
    if len(shown) != 1 or not (version := PAGE_VERSION.fullmatch(shown[0])) or not is_often_asked_for(request):
        return None
    rest = (
        scheme,
        path,
        tuple((name, *values) for name, values in request.GET.lists() if name != "v"),
        tuple(request.COOKIES.items()),
        bool(TAKES_GZIP.search(request.headers.get("Accept-Encoding", ""))),
        tuple(request.headers.get(name) for name in KEY_HEADERS),
    )
    return Poll(address[1], shown[0], int(version[1]), rest)


class VisitorPolls:
    """The answers to visitors' polls that Django gives in this process, or has given a moment ago."""

    def __init__(self, wait_for: Callable[[Scope, Answer], Awaitable[Any]]) -> None:
        self.wait_for = wait_for
        self.answers: dict[Hashable, Answer] = {}
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="versions")  # neither waits for a thread of the pages
        self.maker = ThreadPoolExecutor(1, thread_name_prefix="polls")
        self.reading: Answer | None = None

    async def answer(self, scope: Scope, ask: Callable[[], HttpResponse]) -> HttpResponse | None:
        """Return the answer to a visitor's poll, by `ask` that of Django; None where Django has to be asked anyway.

        Raises: RefusedRequest, if the database does not answer.
        """
        began, poll = time.monotonic(), read_poll(scope)
        recent = await self.load_ladders(scope) if poll else None
        version = find_version(recent.value, poll.ladder) if poll and recent else None
        if poll is None or version is None or poll.number > version:
            return None
        is_shown = poll.number == version
        key = (version, poll.shown if is_shown else "", poll.rest)
        known = self.answers.get(key)
        if known is None or is_over(known, began):
            if len(self.answers) >= MOST_ANSWERS:
                self.answers.clear()
            self.answers[key] = first = asyncio.get_running_loop().run_in_executor(self.maker, ask)
            return await self.wait_for(scope, asyncio.shield(first))
        response = known.result() if known.done() else await self.wait_for(scope, asyncio.shield(known))
        if is_over(known, began) or (response.status_code == HTTPStatus.NO_CONTENT) != is_shown:
            return None
        record_answer(scope, response.status_code, time.monotonic() - began)
        return copy_answer(response, scope["request_id"])

    async def load_ladders(self, scope: Scope) -> Recent[LadderRows] | None:
        """Return the ladders of a second ago at most, for which one thread asks the database; None if it can't."""
        if recent := RECENT_LADDERS.find():
            return recent
        if self.reading is None or self.reading.done():
            self.reading = asyncio.get_running_loop().run_in_executor(self.reader, read_recent_ladders)
        found: Recent[LadderRows] | None = await self.wait_for(scope, asyncio.shield(self.reading))
        return found


def read_recent_ladders() -> Recent[LadderRows] | None:
    try:
        return RECENT_LADDERS.load()
    except DatabaseError:
        return None
    finally:
        connection.close()


def is_over(answer: Answer, began: float) -> bool:
    """Return whether an answer can't be given to a visitor who asked at this moment, by the monotonic clock.

    It goes by what was read a second before the end that it has, so at most a second before the visitor asked.
    """
    if not answer.done():
        return False
    failed = answer.cancelled() or answer.exception() is not None
    return failed or getattr(answer.result(), "for_visitors_until", 0.0) < began


def copy_answer(response: HttpResponse, request_id: str) -> HttpResponse:
    """Return the same answer for another request."""
    headers = dict(response.items()) | {REQUEST_ID_HEADER: request_id}
    copy = HttpResponse(response.content, status=response.status_code, headers=headers)
    copy.cookies = response.cookies
    return copy


def record_answer(scope: Scope, status: int, seconds: float) -> None:
    """Count and log an answer as Django's middleware would."""
    count_shared_answer(POLL_VIEW, scope["method"], status, seconds)
    if settings.LOGS == "json":
        log_answer(scope["method"], scope["path"], POLL_VIEW, status, seconds, request_id=scope["request_id"])
