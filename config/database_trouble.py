"""The pages for a database that keeps people waiting too long, does not answer, or can't store anything.

Also the page for a past day that is not worked out while the process is busy with others.
"""

import errno
import os
import sys
from collections.abc import Callable
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.log import log_response

from config.refused_forms import find_typed_form, render_refused_form
from config.request_ids import request_id
from ladder.standings.queries.cache import SECONDS_UNTIL_FREE, PastDaysBusy

AGAIN_IN = "5"  # seconds


class DatabaseTrouble(NamedTuple):
    """What is wrong with the database: the title and text of the page, and whether pages can still be read."""

    title: str
    text: str
    can_read: bool = False


DATABASE_BUSY = DatabaseTrouble(
    "The ladder is busy", "The database did not answer in time. Nothing was saved, so go back and try again."
)
DATABASE_AWAY = DatabaseTrouble(
    "The database does not answer",
    "What you sent may not have been saved: check whether it is there before you send it again.",
)
DISK_FULL = DatabaseTrouble(
    "The disk is full", "The disk is full. Nothing was saved. Tell the person who runs the site.", can_read=True
)
READ_ONLY = DatabaseTrouble(
    "Nothing can be saved",
    "The site can only read its data at the moment. Nothing was saved. Tell the person who runs the site.",
    can_read=True,
)
SQLITE_TROUBLES = {
    "SQLITE_BUSY": DATABASE_BUSY,
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_IOERR_SHMSIZE": DISK_FULL,
    "SQLITE_IOERR_WRITE": READ_ONLY,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CANTOPEN": READ_ONLY,
    "SQLITE_IOERR": DATABASE_AWAY,  # after it nobody knows what is stored
}
POSTGRES_TROUBLES = {"53100": DISK_FULL, "25006": READ_ONLY, "58030": DATABASE_AWAY}  # by SQLSTATE
READ_ONLY_DISK = os.strerror(errno.EROFS)  # of which PostgreSQL says that it lacks a privilege
LOST_CONNECTION = "closed the connection"  # perhaps after it has stored what it was sent


class BusyMiddleware:
    """Answers 503 when a view fails because of the database, or because the process is busy with other past days.

    A view writes in one transaction, so nothing of the request is stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, PastDaysBusy):
            answer = render(request, "crowded.html", status=503)
            answer["Retry-After"] = str(SECONDS_UNTIL_FREE)
            return answer
        trouble = find_database_trouble(error)
        return answer_database_trouble(request, trouble, error) if trouble else None


def answer_server_error(request: HttpRequest) -> HttpResponse:
    """Answer for errors outside of views, as in another middleware: 503 for the database's, 500 for our own."""
    error = sys.exc_info()[1]
    trouble = find_database_trouble(error)
    return answer_database_trouble(request, trouble, error) if trouble else render_error_page()


def render_error_page() -> HttpResponse:
    """Return the page for an error of our own; it needs nothing that may be broken."""
    return HttpResponse(render_to_string("500.html", {"request_id": request_id.get()}), status=500)


def find_database_trouble(error: BaseException | None) -> DatabaseTrouble | None:
    """Return what is wrong with the database; None for an error of our own, such as a missing table."""
    if isinstance(error, ProgrammingError) and READ_ONLY_DISK in str(error):
        return READ_ONLY
    if not isinstance(error, OperationalError | InterfaceError | InternalError):
        return None
    name = getattr(error.__cause__, "sqlite_errorname", None)
    if name is not None:
        return next((trouble for start, trouble in SQLITE_TROUBLES.items() if name.startswith(start)), None)
    if LOST_CONNECTION in str(error):
        return DATABASE_AWAY
    otherwise = None if isinstance(error, InternalError) else DATABASE_BUSY
    return POSTGRES_TROUBLES.get(getattr(error.__cause__, "sqlstate", None) or "", otherwise)


def answer_database_trouble(
    request: HttpRequest, trouble: DatabaseTrouble, error: BaseException | None
) -> HttpResponse:
    """Return the page that says what is wrong, with what was typed if possible, and log it in one line."""
    response = render_typed_again(request, trouble) or render_trouble_page(trouble)
    response["Retry-After"] = AGAIN_IN
    log_response(
        "%s %s had to give up: %s",
        request.method,
        request.path,
        str(error).strip().partition("\n")[0],
        response=response,
        request=request,
        level="warning",
    )
    return response


def render_typed_again(request: HttpRequest, trouble: DatabaseTrouble) -> HttpResponse | None:
    """Return a page with what was typed and a button that sends it again; None if the database can't be read."""
    try:
        found = find_typed_form(request) if trouble.can_read else None
        return render_refused_form(request, trouble.title, trouble.text, "", "", found, status=503) if found else None
    except DatabaseError:
        return None


def render_trouble_page(trouble: DatabaseTrouble, reference: str = "") -> HttpResponse:
    """Return a page that needs no database."""
    context = {"title": trouble.title, "text": trouble.text, "request_id": reference or request_id.get()}
    return HttpResponse(render_to_string("503.html", context), status=503)
