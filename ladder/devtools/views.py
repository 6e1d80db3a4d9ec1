"""The page on which the owner removes the demonstration."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder.access.guards import get_account, redirect_browser, require_permission
from ladder.access.permissions import Act
from ladder.devtools.demonstration.club import leave_demonstration
from ladder.models import Ladder

LEAVE_WORD = "leave"


class LeaveDemonstrationForm(forms.Form):
    """A word that is typed to confirm the removal."""

    word = forms.CharField(
        label=f"Type {LEAVE_WORD} to confirm",
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": f"Type the word {LEAVE_WORD}."},
    )

    def clean_word(self) -> str:
        if self.cleaned_data["word"].casefold() != LEAVE_WORD:
            raise ValidationError(f"Type the word {LEAVE_WORD}.")
        return LEAVE_WORD


@require_permission(Act.CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
def show_demonstration_removal(request: HttpRequest) -> HttpResponse:
    """Show what would be removed, and remove the demonstration once the word is typed."""
    gone = Ladder.objects.filter(is_demonstration=True)
    if not gone:
        return redirect_browser(request, reverse("ladder:desk"))
    form = LeaveDemonstrationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        leave_demonstration(by=get_account(request))
        messages.success(request, "The demonstration was removed.")
        return redirect_browser(request, reverse("ladder:desk" if Ladder.objects.exists() else "ladder:setup"))
    context = {"form": form, "gone": gone, "section": "desk"}
    return render_page(
        request, "ladder/devtools/demonstration_leave.html", context, partial="form", status=422 if form.errors else 200
    )
