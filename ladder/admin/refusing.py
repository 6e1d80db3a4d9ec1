"""What saving refuses becomes an error of the form: every save settles, and a service may say no."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import transaction
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from ladder.ratings import RatingError

REFUSALS = (ValidationError, RatingError)


def list_refusal_sentences(error: Exception) -> list[str]:
    """Return what is wrong, a sentence each."""
    return error.messages if isinstance(error, ValidationError) else [str(error)]


class RefusableForm(ModelForm):
    """A form that also shows why the last attempt to save it was refused."""

    refused: Exception | None = None

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.refused:
            for field, found in self.by_field(self.refused).items():
                self.add_error(field, found)
        return cleaned

    def by_field(self, error: Exception) -> dict[Any, list[str]]:
        """Return the sentences under the fields that this form has, the rest under none."""
        if (
            isinstance(error, ValidationError)
            and hasattr(error, "error_dict")
            and set(error.error_dict) <= {NON_FIELD_ERRORS, *self.fields}
        ):
            return error.message_dict
        return {None: list_refusal_sentences(error)}


class RefusingAdmin(admin.ModelAdmin):
    """Saves in one transaction; what is refused is rolled back, and the page says why."""

    form = RefusableForm
    kept: tuple[str, ...] = ()  # fields that stay once it is made, since what rests on them would be left behind

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        return [*super().get_readonly_fields(request, obj), *(self.kept if obj else ())]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[ModelForm]:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.refused = getattr(request, "refused", None)  # type: ignore[attr-defined]
        return form

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except REFUSALS as error:
            request.refused = error  # type: ignore[attr-defined]
            return super().changeform_view(request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().delete_view(request, *args, **kwargs)
        except REFUSALS as error:
            return self.back(request, error)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changelist_view(request, *args, **kwargs)
        except REFUSALS as error:
            return self.back(request, error)

    def response_action(self, *args: Any, **kwargs: Any) -> HttpResponse | None:
        with transaction.atomic():  # what is refused is not said to have been done in the admin's log
            return super().response_action(*args, **kwargs)

    def back(self, request: HttpRequest, error: Exception) -> HttpResponse:
        """Go back to where the request came from, and say what was refused."""
        for sentence in list_refusal_sentences(error):
            self.message_user(request, sentence, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())
