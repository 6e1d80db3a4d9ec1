"""The fields of a stored match, filled in, for an organiser to put it right."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone

from ladder.forms.facts import FactFields, add_fact_fields, bind_fact_fields, list_asked_facts
from ladder.forms.fields import ClockField, MomentField, NumberField
from ladder.forms.names import NameField
from ladder.forms.previewed import PreviewedForm
from ladder.forms.rows import EXITS_OF_BATTLE, FIELD_FACT, PLACE_FACT, ROUND_FACT
from ladder.models import Match
from ladder.ratings import RatingSystem, load_kinds
from ladder.services.reports.disputes import load_proposed_sides
from ladder.services.results import ParticipantResult
from players.forms.days import DayField

SCORES = {"first": 1.0, "second": 0.0, "draw": 0.5}
WINNERS = {score: key for key, score in SCORES.items()}
KINDS_OF = {"places": {"tournament", "any"}, "exits": {"battle", "any"}, "duel": {"duel", "battle", "any"}}


class StoredForm(PreviewedForm):
    """The fields of a match, filled in as it is stored, or as a dispute says is right; seats keep their order."""

    date = DayField(label="Date", error_messages={"required": "Enter the date."})
    time = ClockField(label="Time it ended", required=False)
    kind = forms.ChoiceField(label="Kind", error_messages={"invalid_choice": "Choose a kind shown here."})

    def __init__(self, data: Any = None, *, match: Match) -> None:
        self.match = match
        self.stored, facts = load_proposed_sides(match)
        self.shape = find_stored_shape(self.stored)
        local = timezone.localtime(match.played_at)
        initial = {"kind": match.kind, "date": local.date(), "time": local.time()}
        super().__init__(data, initial=initial)
        self.systems = [board.rating_system for board in match.season.boards.all()]
        self.facts = [] if self.shape == "places" else list_asked_facts(self.systems)
        add_fact_fields(self, self.facts, dict.fromkeys((fact.name for fact in self.facts), "") | facts)
        self.add_kinds()
        for seat, side in enumerate(self.stored):
            self.add_side(seat, side)
        if self.shape == "places":
            self.fields["field"] = NumberField(FIELD_FACT, label=FIELD_FACT.label, initial=match.facts.get("field"))
        if self.shape == "duel":
            self.fields["winner"] = build_winner_field(self.stored, self.systems)
        if any(load_kinds()[key].shape == "battle" for key in self.offered):
            self.add_start()

    def add_kinds(self) -> None:
        """Offer the kinds that suit how the match is stored, its own first."""
        shapes = KINDS_OF[self.shape]
        known = [kind for system in self.systems for kind in (*system.kinds, *system.uncounted)]
        fitting = {kind.key: kind.label for kind in known if kind.shape in shapes}
        self.offered = {self.match.kind: load_kinds()[self.match.kind].label, **fitting}
        choice: Any = self.fields["kind"]
        choice.choices = list(self.offered.items())

    def add_side(self, seat: int, side: ParticipantResult) -> None:
        """Add the fields of one participant."""
        self.fields[f"player_{seat}"] = NameField(
            label=f"Player {seat + 1}", initial=side.player.name, error_messages={"required": "Enter a name."}
        )
        if self.shape == "exits":
            self.fields[f"exit_{seat}"] = forms.ChoiceField(
                label="Left",
                choices=EXITS_OF_BATTLE,
                initial=side.exit,
                error_messages={"invalid_choice": "Choose one of these."},
            )
            self.fields[f"round_{seat}"] = NumberField(ROUND_FACT, label="Round", initial=side.round)
        if self.shape == "places":
            self.fields[f"place_{seat}"] = NumberField(PLACE_FACT, label="Finishing place", initial=side.place)

    def add_start(self) -> None:
        """Ask when the match began, which counts in battles (W-8)."""
        began = self.match.started_at and timezone.localtime(self.match.started_at).replace(microsecond=0)
        self.fields["started_at"] = MomentField(label="Began at", required=False, initial=began)

    def rows(self) -> list[list[forms.BoundField]]:
        """The bound fields of each participant, for the template."""
        names = ("player", "exit", "round", "place")
        seats = range(len(self.stored))
        return [[self[f"{name}_{seat}"] for name in names if f"{name}_{seat}" in self.fields] for seat in seats]

    def fact_fields(self) -> list[FactFields]:
        return bind_fact_fields(self, self.facts)


def find_stored_shape(sides: Sequence[ParticipantResult]) -> str:
    """Return how a match is kept: by places, by exits, or as a duel by its score."""
    return "places" if sides[0].place else "exits" if sides[0].exit else "duel"


def build_winner_field(sides: Sequence[ParticipantResult], systems: Sequence[RatingSystem]) -> forms.ChoiceField:
    """Return the field for who won a duel; a draw is offered where some board has draws, or the match was one."""
    first, second = sides
    names = [("first", first.player.name), ("second", second.player.name)]
    drawn = [("draw", "Draw")] if first.score == 0.5 or any(system.draws for system in systems) else []
    return forms.ChoiceField(
        label="Winner",
        choices=names + drawn,
        widget=forms.RadioSelect,
        initial=WINNERS[first.score or 0.0],
        error_messages={"required": "Say who won.", "invalid_choice": "Say who won."},
    )
