"""The owner says who organises a ladder and who records results there."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from config.htmx import render_page
from ladder.forms.people import RoleForm
from ladder.models import Role
from ladder.selectors.people import list_account_names, list_role_holders
from ladder.selectors.roles import Act
from ladder.services.club.roles import give_role, take_role
from ladder.views.guards import find_ladder, get_account, redirect_browser, require_permission


@require_permission(Act.ROLES, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_roles(request: HttpRequest, ladder: str) -> HttpResponse:
    """Who has a role, and the form that gives one."""
    found = find_ladder(ladder)
    form = RoleForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            given = give_role(ladder=found, by=get_account(request), **form.cleaned_data)
        except ValidationError as error:
            form.add_error("user", error)
        else:
            messages.success(request, f"{given.user} is now {given.get_role_display().lower()} of {found}.")
            return redirect_browser(request, reverse("ladder:people", args=[found.slug]))
    context = {"ladder": found, "form": form, "helpers": list_role_holders(found), "names": list_account_names()}
    return render_page(request, "ladder/people.html", context, partial="form", status=422 if form.errors else 200)


@require_permission(Act.ROLES, find_ladder)
@require_POST
def remove_role(request: HttpRequest, ladder: str, pk: int) -> HttpResponse:
    """Take a role away; the account stays."""
    known = Role.objects.select_related("ladder", "user")
    role = get_object_or_404(known, ladder__slug=ladder, pk=pk)
    take_role(role=role, by=get_account(request))
    messages.success(request, f"{role.user} is no longer {role.get_role_display().lower()} of {role.ladder}.")
    return redirect_browser(request, reverse("ladder:people", args=[ladder]))
