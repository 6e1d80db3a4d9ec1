"""The calculator of a rating system: from what is entered to the match that is worked out."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.forms.asked import (
    EXITS,
    SEATS,
    CalculatorChoiceField,
    CalculatorNumberField,
    count_asked_players,
    is_for_tournaments,
    list_calculator_rows,
)
from ladder.ratings import (
    Exit,
    Fact,
    Rating,
    RatingError,
    RatingSystem,
    Result,
    build_battle,
    build_duel,
    build_tournament,
    check_result,
    load_kinds,
)
from ladder.selectors.systems import MOMENT, NAMES, list_calculator_inputs

BOTH = "Enter both, or neither."
ONLY_TWO = "A start counts only in battles of two. Leave it empty."


class CalculatorForm(forms.Form):
    """Ana wins against Ben, or takes a place; what is not asked for is as in the system's first example."""

    def __init__(self, data: Mapping[str, str], *, system: RatingSystem) -> None:
        self.system, self.asked = system, list_calculator_rows(system)
        super().__init__({**list_usual_inputs(system, self.asked), **{name: data[name] for name in data}})
        for fact in (fact for row in self.asked for fact in row):
            self.fields[fact.name] = CalculatorNumberField(fact)
        if self.has_exits:
            self.fields["exit"] = CalculatorChoiceField(EXITS, "The loser")
        if len(system.kinds) > 1:
            self.fields["kind"] = CalculatorChoiceField([(kind.key, kind.label) for kind in system.kinds], "Kind")

    @property
    def has_exits(self) -> bool:
        return self.system.kinds[0].shape == "battle"

    def number_rows(self) -> list[list[forms.BoundField]]:
        """The fields that take a number, row by row."""
        return [[self[fact.name] for fact in row] for row in self.asked]

    def choices(self) -> list[forms.BoundField]:
        """The fields with buttons."""
        return [self[name] for name in ("exit", "kind") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            self.clean_starts()
        if not self.errors:
            try:
                self.match = self.build()
                check_result(self.system, self.match)
            except RatingError as error:
                self.add_error(error.field if error.field in self.fields else None, str(error))
        return self.cleaned_data

    def clean_starts(self) -> None:
        """Both ratings at the start or neither, and only for two (W-8)."""
        given = [self.cleaned_data.get(f"{seat}_start") for seat in SEATS]
        if given == [None, None]:
            return
        if None in given:
            self.add_error(f"{SEATS[given.index(None)]}_start", ValidationError(BOTH))
        elif self.count > 2:
            self.add_error("a_start", ValidationError(ONLY_TWO))

    @property
    def count(self) -> int:
        """How many play."""
        return int(self.cleaned_data.get("players") or count_asked_players(self.system))

    def build(self) -> Result:
        """Return the match that Ana wins, or in which she took her place."""
        values = self.cleaned_data
        if is_for_tournaments(self.system):
            kind = self.system.kinds[0]
            return build_tournament(NAMES[:1], (values["place"],), field=values["field"], ended=MOMENT, kind=kind)
        kind = load_kinds()[values["kind"]] if "kind" in values else self.system.kinds[0]
        facts = {fact.name: values[fact.name] for fact in self.system.facts if values[fact.name] is not None}
        if kind.shape != "battle":
            return build_duel(*NAMES[:2], ended=MOMENT, kind=kind, facts=facts)
        return self.fought(build_battle(range(self.count), self.exits(), ended=MOMENT, kind=kind, facts=facts))

    def exits(self) -> list[Exit]:
        """Return how everyone left: Ana is standing."""
        return [Exit("standing"), *[Exit(self.cleaned_data["exit"], 1)] * (self.count - 1)]

    def fought(self, result: Result) -> Result:
        """Return the battle with its start, if that is given."""
        first = self.cleaned_data.get("a_start")
        if first is None:
            return result
        at_start = (Rating(first), Rating(self.cleaned_data["b_start"]))
        return result._replace(started=MOMENT, at_start=at_start)

    def before(self) -> list[Rating]:
        """Return the ratings before the match, of a valid form; all others are like Ben."""
        sides = [self.side(seat) for seat in SEATS[: count_asked_players(self.system)]]
        return [*sides, *sides[-1:] * (self.count - len(sides))]

    def side(self, seat: str) -> Rating:
        points = self.cleaned_data[seat]
        if not self.system.about.experience.asked:
            return Rating(points)
        return self.system.opening(points, int(self.cleaned_data[f"{seat}_games"]), 0)


def list_usual_inputs(system: RatingSystem, asked: list[list[Fact]]) -> dict[str, str]:
    """Return what is entered at first: the first example or question that fits, and what that leaves open."""
    start = f"{system.initial().points:g}"
    texts = {fact.name: find_usual_value(fact, start) for row in asked for fact in row}
    texts |= {"exit": EXITS[0][0], "kind": system.kinds[0].key}
    example, questions = system.about.examples[0], system.about.questions
    printed = [(example.result, example.before), *((one.result, one.before) for one in questions)]
    found = (list_calculator_inputs(system, *one) for one in printed)
    return texts | next(filter(None, found), {})


def find_usual_value(fact: Fact, start: str) -> str:
    """Return a fact's usual value; a rating's is the start value."""
    if fact.name in SEATS:
        return start
    if not fact.required:
        return ""
    return f"{fact.low if fact.default is None else fact.default:g}"
