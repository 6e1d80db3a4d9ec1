"""The owner says who organises a ladder and who records results there."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from config.htmx import page
from ladder.forms.people import RoleForm
from ladder.models import Role
from ladder.selectors.people import accounts, helpers
from ladder.services.club import roles
from ladder.services.permissions import Act

from .guards import account, by_slug, leave, requires


@requires(Act.ROLES, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, ladder: str) -> HttpResponse:
    """Who has a role, and the form that gives one."""
    found = by_slug(ladder)
    form = RoleForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            given = roles.give(ladder=found, by=account(request), **form.cleaned_data)
        except ValidationError as error:
            form.add_error("user", error)
        else:
            messages.success(request, f"{given.user} is now {given.get_role_display().lower()} of {found}.")
            return leave(request, reverse("ladder:people", args=[found.slug]))
    context = {"ladder": found, "form": form, "helpers": helpers(found), "names": accounts()}
    return page(request, "ladder/people.html", context, partial="form", status=422 if form.errors else 200)


@requires(Act.ROLES, by_slug)
@require_POST
def people_remove(request: HttpRequest, ladder: str, pk: int) -> HttpResponse:
    """Take a role away; the account stays."""
    known = Role.objects.select_related("ladder", "user")
    role = get_object_or_404(known, ladder__slug=ladder, pk=pk)
    roles.take(role=role, by=account(request))
    messages.success(request, f"{role.user} is no longer {role.get_role_display().lower()} of {role.ladder}.")
    return leave(request, reverse("ladder:people", args=[ladder]))
