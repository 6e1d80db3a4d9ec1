"""The page of a task that a worker does: how far it is, and how it ended."""

import uuid
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.access.guards import require_member
from ladder.models import LargeTask
from ladder.tasks.queries import copy_task_file, describe_state, may_see_task, read_task_file
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page

TASK_KIND = LargeTask.Kind
CSV_TYPE = "text/csv; charset=utf-8"
TASK_COOKIE = f"{settings.COOKIES}task"
SALT, TICKET_AGE = "ladder.tasks.ticket", 24 * 60 * 60  # seconds
NOT_YOUR_TASK = "Someone else asked for this."


@require_safe
@never_cache
def show_task(request: HttpRequest, task: uuid.UUID) -> HttpResponse:
    """Show how far a task is to who may see it, or who has a ticket for it."""
    if has_ticket(request, task):
        found = LargeTask.objects.filter(pk=task).first()
        if found:
            return render_task(request, found)
    return show_task_to_member(request, task=task)


@require_member
def show_task_to_member(request: HttpRequest, task: uuid.UUID) -> HttpResponse:
    """Show how far a task is to somebody who is signed in."""
    found = find_own_task(request, task)
    return render_second_factor_page(request) if is_second_factor_missing(request.user) else render_task(request, found)


def find_own_task(request: HttpRequest, key: uuid.UUID) -> LargeTask:
    """Return the task that somebody may see. Raises: Http404, PermissionDenied."""
    found = get_object_or_404(LargeTask.objects.select_related("ladder"), pk=key)
    if not may_see_task(request.user, found):
        raise PermissionDenied(NOT_YOUR_TASK)
    return found


@require_member  # type: ignore[arg-type]  # the guards ask nothing of an answer
@require_safe
@never_cache
def download_task_file(request: HttpRequest, task: uuid.UUID) -> HttpResponseBase:
    """Send the spreadsheet that a task has made, to nobody but who asked for it."""
    found = get_object_or_404(LargeTask, pk=task)
    if found.by_id != request.user.pk:
        raise PermissionDenied(NOT_YOUR_TASK)
    made = get_object_or_404(LargeTask, pk=task, kind=TASK_KIND.EXPORT, succeeded=True, parts__number=0)
    file = TemporaryFile()  # the response closes it  # noqa: SIM115
    copy_task_file(made, file)
    return FileResponse(file, as_attachment=True, filename=made.arguments["name"], content_type=CSV_TYPE)


def give_ticket(response: HttpResponse, task: LargeTask) -> HttpResponse:
    """Let this browser see a task without being signed in: a restore signs everybody out."""
    kept: dict[str, Any] = {"max_age": TICKET_AGE, "httponly": True, "samesite": "Lax"}
    response.set_signed_cookie(TASK_COOKIE, str(task.pk), salt=SALT, secure=settings.SESSION_COOKIE_SECURE, **kept)
    return response


def has_ticket(request: HttpRequest, key: uuid.UUID) -> bool:
    """Return whether this browser was given a ticket for a task."""
    return bool(request.get_signed_cookie(TASK_COOKIE, default="", salt=SALT, max_age=TICKET_AGE) == str(key))


def render_task(request: HttpRequest, found: LargeTask) -> HttpResponse:
    """Return the page of a task, which asks again until the task has ended."""
    context: dict[str, Any] = {"task": found, "state": describe_state(found)}
    if found.kind == TASK_KIND.IMPORT and found.ended_at and not found.succeeded and found.by_id == request.user.pk:
        context["packed"] = b"".join(read_task_file(found)).decode(errors="replace")
    return render_page(request, "ladder/tasks/task.html", context, partial="state")
