"""The base of all forms for a match: its kind, when it was played, and the facts of the boards that rate it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.files.cell_values import LAST_SECOND, NO_SUCH_TIME, is_skipped_by_clocks
from ladder.formats import Format, ParticipantResult, Played
from ladder.ledger.admission import check_match_day
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.forms.facts import (
    FactFields,
    add_fact_fields,
    add_handicap_fields,
    bind_fact,
    bind_fact_fields,
    check_handicap_fields,
    list_asked_facts,
    read_fact_values,
)
from ladder.models import Fixture, Season
from ladder.pages.fields import ClockField, KeyField, MomentField, find_newcomers
from ladder.pages.offline import read_waited
from ladder.ratings import UNRATED, Kind, RatingError, RatingSystem, load_kinds
from players.form_fields import DayField
from players.models import Player
from players.people.questions import AskedForm

DAY_CHOICES = [("today", "Today"), ("yesterday", "Yesterday"), ("other", "Other date")]

KIND_WORDS = {"unrated": "Unrated, doesn’t count", "team": "Rated"}
TIME_HELP = "Optional. Without it, a match of an earlier day counts as the last of that day."
BEGAN_HELP = "When the challenge was accepted. The scores at that moment decide who may play and what a win is worth."


class WhenForm(forms.Form):
    """Three fields that together give the moment `played_at`; without any it is now.

    That of a stored match stays exactly as it is where the fields show it like that, to the second.
    """

    season: Season
    stored_at: datetime | None = None  # when a match that is there ended
    may_be_now = True  # what a day alone means, if it is today

    day = forms.ChoiceField(
        label="Played",
        choices=DAY_CHOICES,
        required=False,
        initial="today",
        error_messages={"invalid_choice": "Choose one of these."},
    )
    date = DayField(label="Other date", required=False)
    time = ClockField(label="Time it ended", required=False, help_text=TIME_HELP)

    def clean(self) -> dict[str, Any]:
        """Set when the match ended, and refuse a moment that can't be."""
        values = self.cleaned_data
        if {"day", "date", "time"} & set(self.errors):
            return values
        if not values.get("date") and values.get("day") == "other":
            self.add_error("date", "Enter the date.")
            return values
        today = timezone.localdate()  # of the club
        day = values.get("date") or (today - timedelta(1) if values.get("day") == "yesterday" else today)
        try:
            check_match_day(self.season, day)
        except ValidationError as error:
            self.add_error("date" if values.get("date") or "day" not in self.fields else "day", error)
            return values
        ended = build_ended_at(day, values.get("time"), may_be_now=self.may_be_now)
        values["played_at"] = keep_stored_moment(ended, self.stored_at) if self.stored_at else ended
        if values.get("time") and is_skipped_by_clocks(values["played_at"]):
            self.add_error("time", NO_SUCH_TIME)
        elif values["played_at"] > timezone.now() and values["played_at"] != self.stored_at:
            self.add_error("time" if values.get("time") else "date", "A match can't be in the future.")
        return values


def keep_stored_moment(typed: datetime, stored: datetime) -> datetime:
    """Return the stored moment if the form shows it like the entered one, to the second.

    In autumn the clock shows an hour twice, so the entered one may be another.
    """
    shown = timezone.make_naive(stored).replace(microsecond=0)
    return stored if timezone.make_naive(typed) == shown else typed


def build_ended_at(day: date, at: time | None, *, may_be_now: bool) -> datetime:
    """Return when a match ended; a day alone means its last second, or now if that may be and it is today."""
    if may_be_now and at is None and day == timezone.localdate():
        return timezone.now()
    return timezone.make_aware(datetime.combine(day, at or LAST_SECOND))


class MatchForm(AskedForm, WhenForm):
    """A form for a match in a season; the rating systems of its boards declare the fields."""

    template: ClassVar[str]
    formats: Collection[Format]  # in which it can be entered here
    receivers: tuple[str, ...] = ()  # what both players or sides are called who may get a handicap
    fixes: bool = False  # a match that is there; it has nothing at stake
    challenge: Fixture | None = None  # the one that it comes of; it began when that was accepted

    form_key = KeyField(required=False, widget=forms.HiddenInput, initial=uuid4)
    kind = forms.ChoiceField(
        label="Kind", required=False, error_messages={"invalid_choice": "Choose a kind shown here."}
    )

    def __init__(
        self,
        data: Any = None,
        *,
        season: Season,
        player: Player | None = None,
        last: Mapping[str, float] | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(fill_in_moment(data), initial=initial)
        self.season, self.player = season, player
        self.systems = [board.rating_system for board in season.boards.all()]
        self.kinds = list_match_kinds(self.systems, self.formats)
        asking = [one for one in self.systems if any(kind.format in self.formats for kind in one.kinds)]
        self.facts = list_asked_facts(asking, season.ladder)
        usual = {fact.name for fact in self.facts if fact.usual}
        add_fact_fields(self, self.facts, {name: value for name, value in (last or {}).items() if name in usual})
        kind: Any = self.fields["kind"]
        kind.choices = [(kind.key, KIND_WORDS.get(kind.key, kind.label)) for kind in self.kinds]
        kind.initial = self.kinds[0].key
        if self.initial.get("kind") not in [one.key for one in self.kinds]:
            self.initial.pop("kind", None)
        if any(kind.format.asks_start for kind in self.kinds):
            self.fields["started_at"] = MomentField(label="Began at", required=False, help_text=BEGAN_HELP)
        if season.ladder.takes_handicaps and self.receivers:
            add_handicap_fields(self, self.receivers)

    @property
    def beside(self) -> dict[str, str]:
        """Return the fields beside which a refusal is shown, by what it is about."""
        return {"started": "started_at"}

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        began, ended = values.get("started_at"), values.get("played_at")
        if began and ended and began > ended:
            self.add_error("started_at", "A match can't end before it began.")
        check_handicap_fields(self)
        return values

    def shown_kind(self) -> Kind:
        """Return the kind that the form shows, also before it is valid."""
        return {kind.key: kind for kind in self.kinds}.get(str(self["kind"].value()), self.kinds[0])

    def chosen_kind(self) -> Kind:
        return load_kinds()[self.cleaned_data.get("kind") or self.kinds[0].key]

    def main_facts(self) -> list[FactFields]:
        """Return the fields of facts that are always shown."""
        return [bind_fact(self, fact) for fact in self.facts if fact.required]

    def more_facts(self) -> list[FactFields]:
        """Return the fields of facts that are shown under More."""
        return bind_fact_fields(self, [fact for fact in self.facts if not fact.required])

    def has_more_errors(self) -> bool:
        """Whether More must be open to show its errors."""
        names = ["kind", "day", "date", "time", "exit", "started_at", *(one.fact.name for one in self.more_facts())]
        return any(name in self.errors for name in names)

    def fact_values(self) -> dict[str, float]:
        return read_fact_values(self, self.facts)

    def newcomers(self) -> dict[str, Player]:
        """Return the players of this form who would be new, by field."""
        return find_newcomers(self)

    @cached_property
    def entry(self) -> Played:
        """The match of a valid form.

        Raises: RatingError with what is wrong.
        """
        raise NotImplementedError

    def find_entry(self) -> Played | None:
        """Return the match of a valid form; None if there can't be such a match."""
        try:
            return self.entry
        except RatingError:
            return None

    def build_match(self, participants: Sequence[ParticipantResult]) -> Played:
        """Return the match with these participants.

        Raises: RatingError with what is wrong.
        """
        values = self.cleaned_data
        entry = build_played_match(
            self.chosen_kind().key, participants, values["played_at"], self.began(), self.fact_values()
        )
        return entry._replace(is_just_now=self.is_just_now())

    def is_just_now(self) -> bool:
        """Return whether the match of a valid form was played today, with no time entered."""
        values = self.cleaned_data
        return not values.get("time") and timezone.localdate(values["played_at"]) == timezone.localdate()

    def began(self) -> datetime | None:
        """Return when the match began, or None if that is not known."""
        return self.challenge.began_at if self.challenge else self.cleaned_data.get("started_at")


def fill_in_moment(data: Any) -> Any:
    """Return the values of a report; where it waited for a network, with the day and time at which it was entered."""
    waited = read_waited(data or {})
    if not waited or data.get("date"):
        return data
    data, entered = data.copy(), timezone.localtime() - waited
    is_of_that_day = data.get("day") != "yesterday"
    data["day"], data["date"] = "other", (entered.date() - timedelta(0 if is_of_that_day else 1)).isoformat()
    if is_of_that_day and not data.get("time"):
        data["time"] = f"{entered:%H:%M:%S}"
    return data


def list_match_kinds(systems: Iterable[RatingSystem], formats: Collection[Format]) -> list[Kind]:
    """Return the kinds of these formats that a match can have; those that a board rates come first."""
    known = list(systems)
    counting = [kind for system in known for kind in system.kinds if kind.format in formats]
    spared = [kind for system in known for kind in system.uncounted if kind.format in formats]
    return list(dict.fromkeys([*counting, *spared, UNRATED]))
