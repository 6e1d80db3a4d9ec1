"""An organiser corrects a match: every value it has, and why it changes."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone

from ladder.models import Match
from ladder.ratings import kinds
from ladder.services.results import Side, sides_of
from players.names import name_key

from .facts import FactFields, add_fact_fields, fact_fields, fact_values, facts_asked
from .fields import ClockField, DayField, MomentField, NumberField
from .names import NameField
from .planned import with_keys
from .previewed import PreviewedForm
from .rows import FIELD, PLACE, ROUND, WAYS
from .when import LAST_SECOND, NO_SUCH_TIME, is_on_the_clock, kept

SCORES = {"first": 1.0, "second": 0.0, "draw": 0.5}
WINNERS = {score: key for key, score in SCORES.items()}


class CorrectForm(PreviewedForm):
    """The match as it is, ready to be put right; seats keep their order."""

    date = DayField(label="Date", error_messages={"required": "Give the date."})
    time = ClockField(label="Time it ended", required=False)
    kind = forms.ChoiceField(label="Kind", error_messages={"invalid_choice": "Choose a kind shown here."})

    def __init__(self, data: Any = None, *, match: Match) -> None:
        self.match, self.stored = match, sides_of(match)
        self.shape = "places" if self.stored[0].place else "exits" if self.stored[0].exit else "duel"
        local = timezone.localtime(match.played_at)
        initial = {"kind": match.kind, "date": local.date(), "time": local.time()}
        super().__init__(data, initial=initial)
        self.systems = [board.rating_system for board in match.season.boards.all()]
        self.facts = [] if self.shape == "places" else facts_asked(self.systems)
        add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | match.facts)
        self.add_kinds()
        for seat, side in enumerate(self.stored):
            self.add_side(seat, side)
        self.add_rest()

    def add_kinds(self) -> None:
        shapes = {"places": {"tournament", "any"}, "exits": {"battle", "any"}}.get(
            self.shape, {"duel", "battle", "any"}
        )
        known = [kind for system in self.systems for kind in (*system.kinds, *system.uncounted)]
        fitting = {kind.key: kind.label for kind in known if kind.shape in shapes}
        self.offered = {self.match.kind: kinds()[self.match.kind].label, **fitting}
        choice: Any = self.fields["kind"]
        choice.choices = list(self.offered.items())

    def add_side(self, seat: int, side: Side) -> None:
        """Add the fields of one participant."""
        self.fields[f"player_{seat}"] = NameField(
            label=f"Player {seat + 1}", initial=side.player.name, error_messages={"required": "Give a name."}
        )
        if self.shape == "exits":
            self.fields[f"exit_{seat}"] = forms.ChoiceField(
                label="Left", choices=WAYS, initial=side.exit, error_messages={"invalid_choice": "Choose one of these."}
            )
            self.fields[f"round_{seat}"] = NumberField(ROUND, label="Round", initial=side.round)
        if self.shape == "places":
            self.fields[f"place_{seat}"] = NumberField(PLACE, label="Place", initial=side.place)

    def add_rest(self) -> None:
        """Add the winner of a duel, the size of a tournament, the beginning of a battle."""
        if self.shape == "places":
            self.fields["field"] = NumberField(FIELD, label=FIELD.label, initial=self.match.facts.get("field"))
        if self.shape == "duel":
            first, second = self.stored
            names = [("first", first.player.name), ("second", second.player.name)]
            drawn = [("draw", "Draw")] if first.score == 0.5 or any(system.draws for system in self.systems) else []
            self.fields["winner"] = forms.ChoiceField(
                label="Winner",
                choices=names + drawn,
                widget=forms.RadioSelect,
                initial=WINNERS[first.score or 0.0],
                error_messages={"required": "Say who won.", "invalid_choice": "Say who won."},
            )
        if any(kinds()[key].shape == "battle" for key in self.offered):
            began = self.match.started_at and timezone.localtime(self.match.started_at).replace(microsecond=0)
            self.fields["started_at"] = MomentField(label="Began at", required=False, initial=began)

    def rows(self) -> list[list[forms.BoundField]]:
        """The bound fields of each participant, for the template."""
        names = ("player", "exit", "round", "place")
        seats = range(len(self.stored))
        return [[self[f"{name}_{seat}"] for name in names if f"{name}_{seat}" in self.fields] for seat in seats]

    def fact_fields(self) -> list[FactFields]:
        return fact_fields(self, self.facts)

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not {"date", "time"} & set(self.errors) and values.get("date"):
            values["played_at"] = self.played_at(values["date"], values.get("time"))
            if values.get("time") and not is_on_the_clock(values["date"], values["time"]):
                self.add_error("time", NO_SUCH_TIME)
            elif values["played_at"] > timezone.now() and values["played_at"] != self.match.played_at:
                self.add_error("date", "A match can't be in the future.")
        if values.get("started_at") and self.match.started_at:
            values["started_at"] = kept(values["started_at"], self.match.started_at)
        twice = self.named_twice()
        if twice:
            self.add_error(twice, "Everybody plays once. Choose someone else.")
        return values

    def played_at(self, day: Any, at: Any) -> datetime:
        """Return when it ended; what was not touched stays to the microsecond."""
        return kept(timezone.make_aware(datetime.combine(day, at or LAST_SECOND)), self.match.played_at)

    def named_twice(self) -> str | None:
        """Return the first field whose player stands in an earlier one."""
        seen: set[str] = set()
        for seat in range(len(self.stored)):
            player = self.cleaned_data.get(f"player_{seat}")
            key = player and (str(player.pk or player.name.casefold()))
            if key in seen:
                return f"player_{seat}"
            seen.add(key) if key else None
        return None

    def sides(self) -> list[Side]:
        """Return the sides as the form says, of a valid form."""
        values, sides = self.cleaned_data, []
        for seat in range(len(self.stored)):
            player, place = values[f"player_{seat}"], values.get(f"place_{seat}")
            number = values.get(f"round_{seat}")
            score = SCORES[values["winner"]] if self.shape == "duel" else None
            score = 1 - score if seat and score is not None else score
            sides.append(
                Side(player, score, values.get(f"exit_{seat}", ""), number and int(number), place and int(place))
            )
        return sides

    def fact_values(self) -> dict[str, float]:
        """Return the facts: those asked, and those that the match has besides."""
        asked = {fact.name for fact in (*self.facts, FIELD)}
        others = {name: value for name, value in self.match.facts.items() if name not in asked}
        field = self.cleaned_data.get("field")
        return others | fact_values(self, self.facts) | ({"field": field} if field else {})

    def values(self) -> dict[str, Any]:
        """Return what `matches.correct` takes, of a valid form."""
        return {
            "sides": self.sides(),
            "kind": self.cleaned_data["kind"],
            "played_at": self.cleaned_data["played_at"],
            "started_at": self.cleaned_data.get("started_at", self.match.started_at),
            "facts": self.fact_values(),
        }

    def said(self) -> dict[str, Any]:
        """Return the values with names for the players; one who is new has no key yet."""
        values = self.values()
        return values | {"sides": [(name_key(side.player.name), *side[1:]) for side in values["sides"]]}

    def planned(self) -> tuple[dict[str, Any], dict[int, str]]:
        """Return the values with keys below 0 for players who are new, and their names."""
        values = self.values()
        sides, names = with_keys(values["sides"])
        return values | {"sides": sides}, {key: name for key, name in names.items() if key < 0}
