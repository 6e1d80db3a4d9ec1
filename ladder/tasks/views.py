"""The page of a task that a worker does: how far it is, and how it ended."""

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.htmx import render_page
from ladder.access.guards import require_member
from ladder.models import LargeTask
from ladder.tasks.queries import describe_state, may_see_task, read_task_file
from players.accounts.second_factor import is_second_factor_missing, render_second_factor_page

KIND = LargeTask.Kind
NOT_YOURS = "Somebody else has asked for this."


@require_member
@require_safe
@never_cache
def show_task(request: HttpRequest, task: uuid.UUID) -> HttpResponse:
    """Show how far a task is; the page asks again until it has ended."""
    found = get_object_or_404(LargeTask.objects.select_related("ladder"), pk=task)
    if not may_see_task(request.user, found):
        raise PermissionDenied(NOT_YOURS)
    if is_second_factor_missing(request.user):
        return render_second_factor_page(request)
    context: dict[str, Any] = {"task": found, "state": describe_state(found)}
    if found.kind == KIND.IMPORT and found.ended_at and not found.succeeded and found.by_id == request.user.pk:
        context["packed"] = b"".join(read_task_file(found)).decode(errors="replace")
    return render_page(request, "ladder/tasks/task.html", context, partial="state")
