"""What is managed in the admin: ladders, seasons with their boards, starting ratings, accounts and players.

The reason why something can't be saved is shown in its form. The club always has an owner.
"""

import re
from collections.abc import Sequence
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.widgets import AutocompleteSelect
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import transaction
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from ladder import ledger
from ladder.changes.actions import write_event
from ladder.changes.forms import list_refusal_sentences
from ladder.ledger.ladder_lock import lock_season
from ladder.models import Board, Event, Ladder, Opening, Season
from ladder.models.board import build_board_key
from ladder.ratings import RatingError
from ladder.seasons.actions.boards import change_board, describe_board
from ladder.seasons.actions.life_cycle import change_season, close_season, reopen_season
from ladder.seasons.actions.starting_ratings import (
    change_opening_rule,
    give_single_starting_rating,
    remove_starting_ratings,
)
from players.accounts.actions.accounts import keep_an_owner, store_given_address
from players.accounts.security_log import log_security_event
from players.models import Player

KEY_TEXT = re.compile(r"[0-9]{1,18}")
REFUSAL_ERRORS = (ValidationError, RatingError)

ADMIN_REASON = "Changed in the admin."
SEASON_FIELDS = ("name", "slug", "starts_on", "ends_on")


class KnownSelect(AutocompleteSelect):
    """A select that ignores values that are no keys; Django's own asks the database for them and fails."""

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        return super().optgroups(name, list(filter(KEY_TEXT.fullmatch, value)), attr)


class ChoosingAdmin(admin.ModelAdmin):
    """An admin page on which people are found by typing."""

    def formfield_for_foreignkey(self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs["widget"] = KnownSelect(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


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
        """Return the sentences by field, or all of them under None if they are about fields that this form lacks."""
        if (
            isinstance(error, ValidationError)
            and hasattr(error, "error_dict")
            and set(error.error_dict) <= {NON_FIELD_ERRORS, *self.fields}
        ):
            return error.message_dict
        return {None: list_refusal_sentences(error)}


class RefusingAdmin(admin.ModelAdmin):
    """An admin page that stores in one transaction; a refusal undoes everything, and the page says why."""

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
        except REFUSAL_ERRORS as error:
            request.refused = error  # type: ignore[attr-defined]
            return super().changeform_view(request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().delete_view(request, *args, **kwargs)
        except REFUSAL_ERRORS as error:
            return self.back(request, error)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changelist_view(request, *args, **kwargs)
        except REFUSAL_ERRORS as error:
            return self.back(request, error)

    def response_action(self, *args: Any, **kwargs: Any) -> HttpResponse | None:
        with transaction.atomic():  # what is refused is not said to have been done in the admin's log
            return super().response_action(*args, **kwargs)

    def back(self, request: HttpRequest, error: Exception) -> HttpResponse:
        """Redirect to the same page, with the sentences of the refusal as messages."""
        for sentence in list_refusal_sentences(error):
            self.message_user(request, sentence, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())


def get_admin_account(request: HttpRequest) -> User:
    """Return the account that is signed in; nobody gets to the admin without one."""
    return cast(User, request.user)


@admin.register(Ladder)
class LadderAdmin(RefusingAdmin):
    list_display = ("name", "slug", "reporters")
    prepopulated_fields = {"slug": ("name",)}
    search_fields = ("name", "slug")

    def save_model(self, request: HttpRequest, obj: Ladder, form: ModelForm, change: bool) -> None:
        obj.save(update_fields=form.changed_data if change else None)  # its version may have grown meanwhile
        ledger.raise_versions(Ladder.objects.filter(pk=obj.pk))  # open pages show it anew


class BoardFormSet(BaseInlineFormSet):
    """The boards of a new season, of which no two may count the same matches by the same system."""

    def clean(self) -> None:
        super().clean()
        given = [form.cleaned_data for form in self.forms if form.is_valid() and form.cleaned_data.get("system")]
        keys = [build_board_key(one["system"], one.get("options") or {}) for one in given]
        if len(set(keys)) < len(keys):
            raise ValidationError("Please correct the duplicate data for system.")


class BoardInline(admin.TabularInline):
    model = Board
    formset = BoardFormSet
    extra = 1


@admin.register(Season)
class SeasonAdmin(RefusingAdmin):
    list_display = ("name", "ladder", "starts_on", "ends_on", "closed_at")
    list_filter = ("ladder",)
    list_select_related = ("ladder",)
    search_fields = ("name", "slug", "ladder__name")
    readonly_fields = ("closed_at", "winner")
    kept = ("ladder", "opens_from")
    inlines = (BoardInline,)
    actions = ("close", "reopen")

    def get_inlines(self, request: HttpRequest, obj: Season | None) -> Any:
        """Return the form of boards for a new season only; other boards are changed one by one, with events."""
        return () if obj else super().get_inlines(request, obj)

    def save_model(self, request: HttpRequest, obj: Season, form: ModelForm, change: bool) -> None:
        """Store a season; a new one, another opening rule, name, address or other days are events of the change log."""
        if change:
            self.change(get_admin_account(request), obj, form.changed_data)
        super().save_model(request, obj, form, change)
        if not change:
            verb, new = Event.Verb.OPEN, obj.get_opening_rule_display()
            write_event(verb, obj.ladder, by=get_admin_account(request), reason=ADMIN_REASON, season=obj, new=new)

    def change(self, by: User, obj: Season, changed: Sequence[str]) -> None:
        """Make those changes to the stored season that have an event in the change log."""
        stored = lock_season(obj)
        if obj.opens_from_id and not {"opening_rule", "factor"}.isdisjoint(changed):
            change_opening_rule(season=stored, rule=obj.opening_rule, factor=obj.factor, by=by, reason=ADMIN_REASON)
        if dates := {name: getattr(obj, name) for name in SEASON_FIELDS if name in changed}:
            change_season(season=stored, by=by, **dates)

    @admin.action(description="Close the selected seasons (those without a last day end today)")
    def close(self, request: HttpRequest, queryset: QuerySet[Season]) -> None:
        closed = [str(close_season(season, by=get_admin_account(request))) for season in queryset.order_by("pk")]
        self.message_user(request, f"Closed: {'; '.join(closed)}.")

    @admin.action(description="Reopen the selected seasons")
    def reopen(self, request: HttpRequest, queryset: QuerySet[Season]) -> None:
        by = get_admin_account(request)
        opened = [str(reopen_season(season, by=by, reason=ADMIN_REASON)) for season in queryset.order_by("pk")]
        self.message_user(request, f"Reopened: {'; '.join(opened)}.")


@admin.register(Board)
class BoardAdmin(RefusingAdmin):
    list_display = ("__str__", "system", "position")
    list_filter = ("system", "season")
    list_select_related = ("season__ladder",)
    search_fields = ("system", "season__name", "season__ladder__name")
    kept = ("season",)

    def save_model(self, request: HttpRequest, obj: Board, form: ModelForm, change: bool) -> None:
        """Store a board; a new one, another system and other options are events of the change log."""
        if change and not {"system", "options"}.isdisjoint(form.changed_data):
            stored = Board.objects.select_related("season__ladder").get(pk=obj.pk)
            change_board(
                board=stored, system=obj.system, values=obj.options, by=get_admin_account(request), reason=ADMIN_REASON
            )
        super().save_model(request, obj, form, change)
        if not change:
            verb, season, new = Event.Verb.ADD_BOARD, obj.season, describe_board(obj)
            write_event(verb, season.ladder, by=get_admin_account(request), reason=ADMIN_REASON, season=season, new=new)


@admin.register(Opening)
class OpeningAdmin(ChoosingAdmin, RefusingAdmin):
    list_display = ("player", "board", "points", "experience", "played", "source")
    list_filter = ("source", "board")
    list_select_related = ("player", "board__season__ladder")
    search_fields = ("player__name",)
    autocomplete_fields = ("player",)
    fields = ("board", "player", "points", "experience", "played", "won", "drawn", "lost", "died", "source")
    readonly_fields = ("source",)
    kept = ("board", "player")

    def save_model(self, request: HttpRequest, obj: Opening, form: ModelForm, change: bool) -> None:
        """Store a starting rating as given by an organiser, with the memory that the system has of such a player."""
        if change and not form.changed_data and obj.source == Opening.Source.GIVEN:
            return
        obj.source = Opening.Source.GIVEN
        if {"points", "experience", "played"} & set(form.changed_data):
            obj.rating = obj.board.rating_system.opening(obj.points, obj.played, obj.experience)
        give_single_starting_rating(opening=obj, by=get_admin_account(request), reason=ADMIN_REASON)

    def delete_model(self, request: HttpRequest, obj: Opening) -> None:
        self.delete_queryset(request, Opening.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Opening]) -> None:
        remove_starting_ratings(openings=queryset, by=get_admin_account(request), reason=ADMIN_REASON)

    def get_form(self, *args: Any, **kwargs: Any) -> type[ModelForm]:
        help_texts = {"experience": "What the rating system counts. Leave 0 to use the number of matches played."}
        return super().get_form(*args, help_texts=help_texts, **kwargs)


admin.site.unregister(User)


class AccountForm(RefusableForm, UserChangeForm):
    pass


@admin.register(User)
class AccountAdmin(RefusingAdmin, UserAdmin):
    """Django's page of accounts, which keeps at least one owner of the club."""

    form = AccountForm

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        with keep_an_owner():
            super().save_model(request, obj, form, change)
            store_given_address(obj)
        fields = ",".join(form.changed_data) if change else "new"
        log_security_event("account changed in the admin", changed=obj.pk, fields=fields, is_owner=obj.is_staff)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        pk = obj.pk
        with keep_an_owner():
            super().delete_model(request, obj)
        log_security_event("account deleted in the admin", deleted=pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        keys = list(queryset.values_list("pk", flat=True))
        with keep_an_owner():
            super().delete_queryset(request, queryset)
        log_security_event("accounts deleted in the admin", deleted=keys)


@admin.register(Player)
class PlayerAdmin(ChoosingAdmin):
    """The players, each with the account that is linked to them."""

    list_display = ("name", "user", "joined_at", "retired_on", "merged_into")
    list_select_related = ("user", "merged_into")
    search_fields = ("name", "folded", "user__username", "former_names__folded")
    fields = ("name", "user", "retired_on", "sits_out_until", "merged_into", "joined_at")
    readonly_fields = ("merged_into", "joined_at")
    autocomplete_fields = ("user",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Make stored names read-only: they are changed on the players' own pages, which write to the change logs."""
        return [*super().get_readonly_fields(request, obj), *(["name"] if obj else [])]
