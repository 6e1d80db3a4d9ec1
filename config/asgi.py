"""The handler that the server calls: a request has a thread from when all of it has arrived until it is answered.

So a client that sends or reads slowly holds a connection and some memory, but no thread (decision 0027).
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

from django.core import signals
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db import DatabaseError, connection
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import set_script_prefix

from config.database_trouble import DATABASE_AWAY, render_trouble_page
from config.metrics import count_refusal, render_metrics_alone
from config.request_ids import REQUEST_ID_HEADER, choose_scope_id
from config.visitor_polls import VisitorPolls

log = logging.getLogger(__name__)
PAGE_THREADS = 4
LARGEST_BODY = 200 * 1024 * 1024  # bytes of a body; the largest file that is sent is a backup
IN_MEMORY = 1024 * 1024  # bytes of a body or an answer; more goes to a temporary file
MANY_ON_DISK = 4  # bodies at once
BODY_START_SECONDS = 20.0  # for a body to begin
SLOWEST_BODY = 2_000  # bytes a second at least from then on
PART_SIZE = 64 * 1024  # bytes
HEALTH_PATHS = ("/healthz", "/readyz")
HEALTH_ANSWER_SECONDS = 1.8  # after which a health check is answered in any case
SLOW_ANSWER_SECONDS = 3.3  # of a request, after which the database is asked whether it answers at all
DATABASE_ANSWER_SECONDS = 2.5  # a machine with very much to do needs more than one; both together take less than six
BODY_HEADERS = {b"content-length", b"transfer-encoding"}
TOO_LARGE_SENTENCE = "This is too large to send."

Scope = dict[str, Any]
File = SpooledTemporaryFile[bytes]
Answer = asyncio.Future[Any]


class RefusedRequest(Exception):
    """A request that is refused, with the answer: a status and a sentence, or a page."""

    def __init__(self, status: int, text: str, page: HttpResponse | None = None) -> None:
        super().__init__(text)
        self.response = page or HttpResponse(f"{text}\n", status=status, content_type="text/plain")


class ClientGone(Exception):
    """The client has closed the connection."""


class Site(ASGIHandler):
    """Django's handler for ASGI, with threads of its own and the ordinary, synchronous middleware in them."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(PAGE_THREADS, thread_name_prefix="page")
        self.health = ThreadPoolExecutor(1, thread_name_prefix="health")  # so that it never waits for pages
        self.asker = ThreadPoolExecutor(1, thread_name_prefix="asker")
        self.asked: Answer | None = None
        self.on_disk = asyncio.Semaphore(MANY_ON_DISK)
        self.polls = VisitorPolls(self.wait_for)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer one request."""
        with SpooledTemporaryFile(IN_MEMORY) as body, SpooledTemporaryFile(IN_MEMORY) as content:
            await self.respond(scope, receive, send, body, content)

    async def respond(self, scope: Scope, receive: Any, send: Any, body: File, content: File) -> None:
        """Answer one request, with a file for its body and one for a streamed answer."""
        known = scope["request_id"] = choose_scope_id(scope)
        told = {"request_id": known}  # for the log: here Django does not answer
        async with AsyncExitStack() as stack:
            loop = asyncio.get_running_loop()
            try:
                await self.receive_body(scope, receive, body, stack)
                threads = self.health if scope["path"] in HEALTH_PATHS else self.threads
                ask = partial(self.answer, scope, body, content)
                response = await self.polls.answer(scope, ask)
                response = response or await self.wait_for(scope, loop.run_in_executor(threads, ask))
            except ClientGone:
                return
            except RefusedRequest as refused:
                response = refused.response
                response[REQUEST_ID_HEADER] = known
                count_refusal(scope["method"], response.status_code)
                log.warning("%s %s was refused: %s", scope["method"], scope["path"], refused, extra=told)
            except Exception:
                response = HttpResponse("Something went wrong.\n", status=500, content_type="text/plain")
                response[REQUEST_ID_HEADER] = known
                count_refusal(scope["method"], 500)
                log.exception("%s %s could not be answered", scope["method"], scope["path"], extra=told)
            await self.send_response(response, send)

    async def wait_for(self, scope: Scope, answer: Answer) -> Any:
        """Return the answer, but stop waiting if it takes long and the database does not answer at all.

        A thread that waits for the database goes on, so what it was about to store may be stored later.

        Raises: RefusedRequest.
        """
        is_health = scope["path"] in HEALTH_PATHS
        while not (await asyncio.wait({answer}, timeout=HEALTH_ANSWER_SECONDS if is_health else SLOW_ANSWER_SECONDS))[
            0
        ]:
            if is_health or not await self.is_database_there(answer):
                answer.cancel()  # if it has not begun, it never will
                answer.add_done_callback(log_given_up_answer)
                page = None if is_health else render_away_page(scope)
                raise RefusedRequest(503, DATABASE_AWAY.title, page)
        return answer.result()

    async def is_database_there(self, answer: Answer) -> bool:
        """Return whether the database answers, asked in a thread of its own and only once at a time.

        If the request itself is answered first, nobody waits for that any more.
        """
        if self.asked is None or self.asked.done():
            self.asked = asyncio.get_running_loop().run_in_executor(self.asker, can_reach_database)
        asked = self.asked  # another request may ask anew while this one waits
        done, _ = await asyncio.wait(
            {asked, answer}, timeout=DATABASE_ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        return answer in done or (asked in done and asked.result())

    async def receive_body(self, scope: Scope, receive: Any, body: File, stack: AsyncExitStack) -> None:
        """Write the body of a request into a file, if it comes fast enough and is not too large.

        Raises: RefusedRequest, ClientGone.
        """
        headers = dict(scope["headers"])
        if headers.keys().isdisjoint(BODY_HEADERS):
            return
        announced = headers.get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > LARGEST_BODY:
            raise RefusedRequest(413, TOO_LARGE_SENTENCE)
        try:
            async with asyncio.timeout(BODY_START_SECONDS) as deadline:
                await self.receive_parts(receive, body, stack, deadline)
        except TimeoutError:
            raise RefusedRequest(408, "The request took too long to arrive.") from None
        except OSError:
            raise RefusedRequest(503, "The disk is full. Nothing was saved.") from None
        body.seek(0)

    async def receive_parts(self, receive: Any, body: File, stack: AsyncExitStack, deadline: asyncio.Timeout) -> None:
        began, size, more = deadline.when() or 0.0, 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            part, more = message.get("body", b""), message.get("more_body", False)
            if size <= IN_MEMORY < size + len(part):
                if self.on_disk.locked():
                    raise RefusedRequest(503, "Others are sending large files. Try again in a minute.")
                await stack.enter_async_context(self.on_disk)
            size += len(part)
            if size > LARGEST_BODY:
                raise RefusedRequest(413, TOO_LARGE_SENTENCE)
            body.write(part)
            deadline.reschedule(began + size / SLOWEST_BODY)

    def answer(self, scope: Scope, body: File, content: File) -> Any:
        """Return Django's answer, made to the end in this thread: a streamed answer goes into a file."""
        set_script_prefix("/")
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else error
        try:
            if isinstance(response, StreamingHttpResponse):
                for part in response:
                    content.write(part)
                content.seek(0)
        finally:
            response.close()
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = read_file_parts(content)
        return response


def render_away_page(scope: Scope) -> HttpResponse:
    """Return the page that says that the database is away; for Prometheus what was counted, with that as a figure."""
    return render_metrics_alone(scope) or render_trouble_page(DATABASE_AWAY, scope["request_id"])


def can_reach_database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return True
    except DatabaseError:
        return False
    finally:
        connection.close()


def log_given_up_answer(answer: Answer) -> None:
    """Log the error of a request that was given up; asyncio complains about errors that nothing reads."""
    if not answer.cancelled() and answer.exception():
        log.warning("A request that was given up failed: %s", answer.exception())


async def read_file_parts(file: File) -> AsyncIterator[bytes]:
    while part := file.read(PART_SIZE):
        yield part
