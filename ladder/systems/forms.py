"""The form of a rating system's calculator: its fields, and the match that it describes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.pages.fields import NumberField
from ladder.pages.figures import use_minus_sign
from ladder.ratings import (
    HANDICAP,
    BoardRules,
    Exit,
    Fact,
    Kind,
    Rating,
    RatingError,
    RatingSystem,
    Result,
    build_battle,
    build_tournament,
    check_result,
    list_options,
    load_kinds,
)
from ladder.systems.queries.calculations import (
    EXAMPLE_MOMENT,
    EXAMPLE_NAMES,
    HANDICAP_NAMES,
    SEAT_NAMES,
    list_calculator_inputs,
)

CALCULATED_EXITS = [("dead", "Died"), ("surrendered", "Surrendered")]
MOST_BATTLE_PLAYERS = 20
FIELD_SIZE_FACT = Fact("field", "Players in the field", low=1, high=10_000)
PLACE_FACT = Fact("place", "Finishing place", low=1, high=10_000)
PLAYERS_FACT = Fact("players", "Players", low=2, high=MOST_BATTLE_PLAYERS, help="The others are all like Ben.")

BOTH_OR_NEITHER = "Enter both, or neither."
ONE_HANDICAP = "Only one of the two can have a handicap."
START_FOR_TWO = "A start counts only in battles of two. Leave it empty."


class CalculatorNumberField(NumberField):
    """The number of a fact; a missing one that is required is refused. Sentences have a real minus sign."""

    def __init__(self, fact: Fact, **kwargs: Any) -> None:
        super().__init__(fact, label=fact.label, help_text=fact.help, **kwargs)
        described = [f"id_{fact.name}_helptext"] if fact.help else []
        self.widget.attrs["aria-describedby"] = " ".join([*described, f"id_{fact.name}_error"])

    def clean(self, value: Any) -> float | None:
        try:
            number = super().clean(value)
        except ValidationError as error:
            raise ValidationError([use_minus_sign(sentence) for sentence in error.messages]) from error
        if number is None and self.fact.required:
            raise ValidationError(f"{self.fact.label}: enter a number.")
        return number


class CalculatorChoiceField(forms.ChoiceField):
    """A few choices; without a value it is the first."""

    def __init__(self, choices: list[tuple[str, str]], label: str) -> None:
        sentences = {"invalid_choice": "Choose one of these."}
        super().__init__(choices=choices, label=label, required=False, error_messages=sentences)
        self.first = choices[0][0]

    def clean(self, value: Any) -> str:
        return super().clean(value) or self.first


def list_calculator_rows(system: RatingSystem, *, with_handicap: bool = True) -> list[list[Fact]]:
    """Return the numbers that the calculator asks for, by row."""
    seats = list(zip(SEAT_NAMES[: count_asked_players(system)], EXAMPLE_NAMES, strict=False))
    found = [[build_rating_fact(system, seat, name) for seat, name in seats]]
    if asked := system.about.experience.asked:
        found.append([Fact(f"{seat}_games", f"{name}’s {asked}", 0, 100_000) for seat, name in seats])
    if system.looks_back:
        found.append([build_start_fact(system, seat, name) for seat, name in seats])
    if is_for_tournaments(system):
        found.append([FIELD_SIZE_FACT, PLACE_FACT])
    if facts := [*system.facts, *([PLAYERS_FACT] if counts_melees(system) else [])]:
        found.append(facts)
    if with_handicap and BoardRules(system).takes_handicaps and not system.kinds[0].format.has_exits:
        found.append([build_handicap_fact(seat, name) for seat, name in seats])
    return found


def count_asked_players(system: RatingSystem) -> int:
    """Return how many players the calculator asks about."""
    return 1 if is_for_tournaments(system) else 2


def is_for_tournaments(system: RatingSystem) -> bool:
    return system.kinds[0].format.has_places


def list_calculable_kinds(system: RatingSystem) -> list[Kind]:
    """Return the kinds of match that the calculator can describe: those that are told as the first one is."""
    first = system.kinds[0].format
    told = (first.has_exits, first.has_places, first.fewest)
    return [one for one in system.kinds if (one.format.has_exits, one.format.has_places, one.format.fewest) == told]


def counts_melees(system: RatingSystem) -> bool:
    """Return whether the system counts battles of more than two."""
    if not system.kinds[0].format.has_exits:
        return False
    return system.concerns(build_battle("abc", [Exit("dead", 1)] * 3, ended=EXAMPLE_MOMENT, kind=system.kinds[0]))


def build_rating_fact(system: RatingSystem, seat: str, name: str) -> Fact:
    """Return the question for a player's rating, with the limits of the option for the starting rating."""
    start = next((one for one in list_options(system) if one.name == "start"), None)
    low, high = (start.low, start.high) if start else (None, None)
    limits = (-100_000 if low is None else low, 1_000_000 if high is None else high)
    return Fact(seat, f"{name}’s {system.about.unit}", *limits, whole=False)


def build_start_fact(system: RatingSystem, seat: str, name: str) -> Fact:
    low, high = build_rating_fact(system, seat, name)[2:4]
    label = f"{name}’s {system.about.unit} at the start"
    return Fact(f"{seat}_start", label, low, high, whole=False, required=False, help="Leave empty if not recorded.")


def build_handicap_fact(seat: str, name: str) -> Fact:
    """Return the question for the points that were agreed for a player."""
    label = f"{name}’s {HANDICAP.label.lower()}"
    return HANDICAP._replace(name=f"{seat}_{HANDICAP.name}", label=label, low=0, help="Leave empty for none.")


class CalculatorForm(forms.Form):
    """A match that Ana wins against Ben, or in which she takes a place; other values are those of the first example."""

    def __init__(self, data: Mapping[str, str], *, system: RatingSystem, with_handicap: bool = True) -> None:
        self.system, self.asked = system, list_calculator_rows(system, with_handicap=with_handicap)
        super().__init__({**list_usual_inputs(system, self.asked), **{name: data[name] for name in data}})
        for fact in (fact for row in self.asked for fact in row):
            self.fields[fact.name] = CalculatorNumberField(fact)
        if self.has_exits:
            self.fields["exit"] = CalculatorChoiceField(CALCULATED_EXITS, "The loser")
        kinds = list_calculable_kinds(system)
        if len(kinds) > 1:
            self.fields["kind"] = CalculatorChoiceField([(kind.key, kind.label) for kind in kinds], "Kind")

    @property
    def has_exits(self) -> bool:
        return self.system.kinds[0].format.has_exits

    def number_rows(self) -> list[list[forms.BoundField]]:
        """Return the bound fields that take a number, by row."""
        return [[self[fact.name] for fact in row] for row in self.asked]

    def choices(self) -> list[forms.BoundField]:
        """Return the bound fields with buttons."""
        return [self[name] for name in ("exit", "kind") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        if all(self.cleaned_data.get(name) for name in HANDICAP_NAMES):
            self.add_error(HANDICAP_NAMES[1], ONE_HANDICAP)
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
        """Refuse only one rating at the start, and both for more than two players (W-8)."""
        given = [self.cleaned_data.get(f"{seat}_start") for seat in SEAT_NAMES]
        if given == [None, None]:
            return
        if None in given:
            self.add_error(f"{SEAT_NAMES[given.index(None)]}_start", ValidationError(BOTH_OR_NEITHER))
        elif self.count > 2:
            self.add_error("a_start", ValidationError(START_FOR_TWO))

    @property
    def count(self) -> int:
        """How many players the match has."""
        fewest = self.system.kinds[0].format.fewest
        return int(self.cleaned_data.get("players") or max(count_asked_players(self.system), fewest))

    def build(self) -> Result:
        """Return the match that Ana wins, or in which she took her place."""
        values = self.cleaned_data
        if is_for_tournaments(self.system):
            kind = self.system.kinds[0]
            return build_tournament(
                EXAMPLE_NAMES[:1], (values["place"],), field=values["field"], ended=EXAMPLE_MOMENT, kind=kind
            )
        kind = load_kinds()[values["kind"]] if "kind" in values else self.system.kinds[0]
        facts = {fact.name: values[fact.name] for fact in self.system.facts if values[fact.name] is not None}
        facts |= self.read_handicap()
        if not kind.format.has_exits:
            return kind.format.build_win(EXAMPLE_NAMES[: self.count], ended=EXAMPLE_MOMENT, kind=kind, facts=facts)
        return self.fought(build_battle(range(self.count), self.exits(), ended=EXAMPLE_MOMENT, kind=kind, facts=facts))

    def read_handicap(self) -> dict[str, float]:
        """Return the fact of the handicap, whose points are Ben's below zero; no fact for no points."""
        own, other = (self.cleaned_data.get(name) or 0 for name in HANDICAP_NAMES)
        return {HANDICAP.name: own - other} if own or other else {}

    def exits(self) -> list[Exit]:
        """Return how everyone left: Ana is standing."""
        return [Exit("standing"), *[Exit(self.cleaned_data["exit"], 1)] * (self.count - 1)]

    def fought(self, result: Result) -> Result:
        """Return the battle with its start, if that is given."""
        first = self.cleaned_data.get("a_start")
        if first is None:
            return result
        at_start = (Rating(first), Rating(self.cleaned_data["b_start"]))
        return result._replace(started=EXAMPLE_MOMENT, at_start=at_start)

    def before(self) -> list[Rating]:
        """Return the ratings before the match that a valid form gives; all other players are like Ben."""
        sides = [self.side(seat) for seat in SEAT_NAMES[: count_asked_players(self.system)]]
        return [*sides, *sides[-1:] * (self.count - len(sides))]

    def side(self, seat: str) -> Rating:
        points = self.cleaned_data[seat]
        return self.system.opening(points, int(self.cleaned_data.get(f"{seat}_games", 0)), 0)


def list_usual_inputs(system: RatingSystem, asked: list[list[Fact]]) -> dict[str, str]:
    """Return the values with which the calculator begins: those of the first example that fits, or usual ones."""
    start = f"{system.entered(system.initial().points):g}"
    texts = {fact.name: find_usual_value(fact, start) for row in asked for fact in row}
    texts |= {"exit": CALCULATED_EXITS[0][0], "kind": system.kinds[0].key}
    example, questions = system.about.examples[0], system.about.questions
    printed = [(example.result, example.before), *((one.result, one.before) for one in questions)]
    found = (list_calculator_inputs(system, *one) for one in printed)
    return texts | next(filter(None, found), {})


def find_usual_value(fact: Fact, start: str) -> str:
    """Return the usual value of a fact; that of a rating is the starting rating."""
    if fact.name in SEAT_NAMES:
        return start
    if not fact.required:
        return ""
    return f"{fact.low if fact.default is None else fact.default:g}"
