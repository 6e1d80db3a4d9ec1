"""A member reports a match: opponent, facts, winner; the rest under More."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.models import Season
from ladder.ratings import UNRATED, Kind, RatingSystem, kinds
from ladder.services.admission import check_dates
from ladder.services.results import Side
from players.models import Player

from .facts import FactFields, add_fact_fields, fact_fields, fact_values, facts_asked
from .fields import ClockField, DayField, KeyField, MomentField, NameField

LAST_SECOND = time(23, 59, 59)
DAYS = [("today", "Today"), ("yesterday", "Yesterday"), ("other", "Other date")]
EXITS = [("dead", "Died"), ("surrendered", "Surrendered")]
SCORES = {"me": 1.0, "them": 0.0, "draw": 0.5}
WORDS = {"unrated": "Unrated, counts for nothing"}


class ReportForm(forms.Form):
    """Fields come from the systems of the season's boards, so a new system brings its own."""

    use_required_attribute = False

    form_key = KeyField(required=False, widget=forms.HiddenInput, initial=uuid4)
    opponent = forms.CharField(required=False, label="Your opponent")
    newcomer = NameField(required=False, label="Someone else, or a new name")
    winner = forms.ChoiceField(label="Who won?", error_messages={"required": "Say who won."})
    kind = forms.ChoiceField(
        label="Kind", required=False, error_messages={"invalid_choice": "Choose a kind shown here."}
    )
    day = forms.ChoiceField(label="Played", choices=DAYS, required=False, initial="today")
    date = DayField(label="Other date", required=False)
    time = ClockField(label="Time it ended", required=False, help_text="Not needed.")

    def __init__(
        self, data: Any = None, *, season: Season, player: Player, last: Mapping[str, float] | None = None
    ) -> None:
        super().__init__(data)
        self.season, self.player = season, player
        self.systems = [board.rating_system for board in season.boards.all()]
        self.facts = facts_asked(system for system in self.systems if duels(system))
        self.kinds = kinds_for_two(self.systems)
        usual = {fact.name for fact in self.facts if fact.usual}
        add_fact_fields(self, self.facts, {name: value for name, value in (last or {}).items() if name in usual})
        kind: Any = self.fields["kind"]
        kind.choices = [(kind.key, WORDS.get(kind.key, kind.label)) for kind in self.kinds]
        kind.initial = self.kinds[0].key
        self.fit()

    def fit(self) -> None:
        """Leave out what this season doesn't ask, and add what battles need."""
        if self.season.ladder.reporters == "winner":
            del self.fields["winner"]
        else:
            words = {"me": "I won", "them": "They won", "draw": "Draw"}
            winner: Any = self.fields["winner"]
            winner.choices = [(key, words[key]) for key in self.outcomes]
            winner.error_messages["invalid_choice"] = "Say who won."
        if any(kind.shape == "battle" for kind in self.kinds):
            self.fields["exit"] = forms.ChoiceField(label="The loser", choices=EXITS, required=False, initial="dead")
            self.fields["started_at"] = MomentField(
                label="Began at", required=False, help_text="When the challenge was accepted."
            )
        for name in ("day", "exit"):
            if name in self.fields:
                self.fields[name].error_messages["invalid_choice"] = "Choose one of these."

    @property
    def outcomes(self) -> list[str]:
        """The results that can be reported; a draw only where every board that counts the kind has one."""
        if self.season.ladder.reporters == "winner":
            return ["me"]
        return ["me", "them", "draw"] if self.has_draws else ["me", "them"]

    @property
    def has_draws(self) -> bool:
        chosen = {kind.key: kind for kind in self.kinds}.get(str(self["kind"].value()), self.kinds[0])
        counting = [system for system in self.systems if chosen in system.kinds]
        return bool(counting) and all(system.draws for system in counting)

    def main_facts(self) -> list[FactFields]:
        """The facts that are always seen."""
        return fact_fields(self, [fact for fact in self.facts if fact.required])

    def more_facts(self) -> list[FactFields]:
        """The facts that few give."""
        return fact_fields(self, [fact for fact in self.facts if not fact.required])

    def has_more_errors(self) -> bool:
        """Whether More must be open to show its errors."""
        names = ["kind", "day", "date", "time", "exit", "started_at", *(f.name for f in self.facts if not f.required)]
        return any(name in self.errors for name in names)

    def clean_opponent(self) -> Player | None:
        text = self.cleaned_data["opponent"]
        if not text:
            return None
        found = (
            Player.objects.filter(pk=int(text)).first()
            if text.isascii() and text.isdigit() and len(text) < 18
            else None
        )
        if found is None:
            raise ValidationError("Choose one of the players, or type a name.")
        return self.someone_else(found)

    def clean_newcomer(self) -> Player | None:
        player = self.cleaned_data["newcomer"]
        return player and self.someone_else(player)

    def someone_else(self, player: Player) -> Player:
        if player.pk == self.player.pk:
            raise ValidationError("That is you. Choose someone else.")
        return player

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        chosen, typed = values.get("opponent"), values.get("newcomer")
        if chosen and typed and chosen.pk != typed.pk:
            self.add_error("newcomer", "Choose a player or type a name, not both. “Someone else” keeps the name.")
        elif not chosen and not typed and not {"opponent", "newcomer"} & set(self.errors):
            self.add_error("opponent", "Choose your opponent.")
        self.clean_when(values)
        return values

    def clean_when(self, values: dict[str, Any]) -> None:
        """Find out when the match ended, and that it can have been then."""
        if {"day", "date", "time"} & set(self.errors):
            return
        today, day = timezone.localdate(), values.get("date")
        if not day and values.get("day") == "other":
            self.add_error("date", "Give the date.")
            return
        day = day or (today - timedelta(days=1) if values.get("day") == "yesterday" else today)
        at = ended_at(day, values.get("time"))
        try:
            check_dates(self.season, day)
        except ValidationError as error:
            self.add_error("date", error)
            return
        if at > timezone.now():
            self.add_error("time", "A match can't be in the future.")
        values["played_at"] = at

    @property
    def found(self) -> Player | None:
        """The opponent as far as the form says, in a valid form or not."""
        values = getattr(self, "cleaned_data", {})
        return values.get("newcomer") or values.get("opponent")

    def chosen_kind(self) -> Kind:
        return kinds()[self.cleaned_data.get("kind") or self.kinds[0].key]

    def sides(self, outcome: str | None = None) -> list[Side]:
        """Return both sides; who won is what the form says, or the outcome asked for."""
        opponent = self.found
        assert opponent is not None, "ask a form that found its opponent"  # noqa: S101
        score = SCORES[outcome or self.cleaned_data.get("winner") or "me"]
        if self.chosen_kind().shape != "battle":
            return [Side(self.player, score), Side(opponent, 1 - score)]
        left = self.cleaned_data.get("exit") or "dead"
        return [battle_side(self.player, score, left), battle_side(opponent, 1 - score, left)]

    def fact_values(self) -> dict[str, float]:
        return fact_values(self, self.facts)

    def values(self) -> dict[str, Any]:
        """Return what `matches.record` takes, of a valid form."""
        return {
            "sides": self.sides(),
            "kind": self.chosen_kind().key,
            "played_at": self.cleaned_data["played_at"],
            "started_at": self.cleaned_data.get("started_at"),
            "facts": self.fact_values(),
            "form_key": self.cleaned_data["form_key"],
        }


def battle_side(player: Player, score: float, left: str) -> Side:
    """Return how a player left a battle of two (W-2, W-4)."""
    return Side(player, score, "standing") if score == 1 else Side(player, score, left, 1)


def ended_at(day: Any, at: time | None) -> datetime:
    """Return when a match ended: a day alone means now for today, else its last second."""
    if at is None and day == timezone.localdate():
        return timezone.now()
    return timezone.make_aware(datetime.combine(day, at or LAST_SECOND))


def duels(system: RatingSystem) -> bool:
    """Say whether the system counts a match of two."""
    return any(kind.shape in ("duel", "battle") for kind in system.kinds)


def kinds_for_two(systems: Sequence[RatingSystem]) -> list[Kind]:
    """Return the kinds that two players can report, those that count first."""
    counting = [kind for system in systems for kind in system.kinds if kind.shape in ("duel", "battle")]
    spared = [kind for system in systems for kind in system.uncounted if kind != UNRATED]
    return list(dict.fromkeys([*counting, *spared, UNRATED]))
