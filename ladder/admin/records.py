"""What can only be looked at in the admin: matches are changed on their own pages, and the ledger follows from them."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from ladder.models import Adjustment, Event, Match, MatchRevision, Participant, RatingChange, RatingShift, Standing
from ladder.pages.figures import format_match_moment


class ReadOnly:
    """Lets nobody add, change or delete anything."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):
    show_full_result_count = False
    list_per_page = 50


class ParticipantInline(ReadOnly, admin.TabularInline):
    model = Participant


class RevisionInline(ReadOnly, admin.TabularInline):
    model = MatchRevision
    fields = ("number", "verb", "by_name", "at", "reason")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "season", "kind", "played", "status", "reported_by")
    list_filter = ("status", "kind", "season")
    list_select_related = ("season__ladder", "reported_by")
    date_hierarchy = "played_at"
    search_fields = ("participants__player__name",)
    exclude = ("played_at",)
    readonly_fields = ("played",)
    inlines = (ParticipantInline, RevisionInline)

    @admin.display(description="played at", ordering="played_at")
    def played(self, match: Match) -> str:
        """Return when a match was played; of many only the day is known."""
        return format_match_moment(match.played_at)


@admin.register(Participant)
class ParticipantAdmin(ReadOnlyAdmin):
    list_display = ("match", "seat", "player", "score", "exit", "round", "place", "side")
    list_select_related = ("match", "player")
    search_fields = ("player__name",)


@admin.register(MatchRevision)
class MatchRevisionAdmin(ReadOnlyAdmin):
    list_display = ("match", "number", "verb", "by_name", "at", "reason")
    list_filter = ("verb",)
    list_select_related = ("match",)
    search_fields = ("by_name", "reason")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("ladder", "verb", "season", "player", "by_name", "at", "reason")
    list_filter = ("verb", "ladder")
    list_select_related = ("ladder", "season__ladder", "player")
    search_fields = ("by_name", "reason")


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ("participant", "board", "before_points", "after_points")
    list_filter = ("board",)
    list_select_related = ("participant__player", "board__season__ladder")
    search_fields = ("participant__player__name",)


@admin.register(RatingShift)
class RatingShiftAdmin(ReadOnlyAdmin):
    list_display = ("player", "match", "board", "before_points", "after_points")
    list_filter = ("board",)
    list_select_related = ("match", "player", "board__season__ladder")
    search_fields = ("player__name",)


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin):
    list_display = ("player", "board", "points", "experience", "played", "last_change")
    list_filter = ("board",)
    list_select_related = ("player", "board__season__ladder")
    search_fields = ("player__name",)


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnlyAdmin):
    list_display = ("revision", "event", "player", "board", "before", "after")
    list_filter = ("board",)
    list_select_related = ("revision__match", "event__ladder", "player", "board__season__ladder")
    search_fields = ("player__name",)
