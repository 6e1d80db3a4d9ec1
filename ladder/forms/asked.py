"""The fields of the calculator, built from what a rating system declares about itself."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ladder.forms.fields import NumberField
from ladder.ratings import Exit, Fact, RatingSystem, build_battle, list_options
from ladder.selectors.printing import use_minus_sign
from ladder.selectors.systems import MOMENT, NAMES

SEATS = ("a", "b")
EXITS = [("dead", "Died"), ("surrendered", "Surrendered")]
MANY = 20
FIELD = Fact("field", "Players in the field", low=1, high=10_000)
PLACE = Fact("place", "Finishing place", low=1, high=10_000)
PLAYERS = Fact("players", "Players", low=2, high=MANY, help="The others are all like Ben.")


class CalculatorNumberField(NumberField):
    """A number; one that must be given says so. Sentences have a real minus."""

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
    """A few choices; without one it is the first."""

    def __init__(self, choices: list[tuple[str, str]], label: str) -> None:
        sentences = {"invalid_choice": "Choose one of these."}
        super().__init__(choices=choices, label=label, required=False, error_messages=sentences)
        self.first = choices[0][0]

    def clean(self, value: Any) -> str:
        return super().clean(value) or self.first


def list_calculator_rows(system: RatingSystem) -> list[list[Fact]]:
    """Return what the calculator asks in numbers, row by row."""
    seats = list(zip(SEATS[: count_asked_players(system)], NAMES, strict=False))
    found = [[build_rating_fact(system, seat, name) for seat, name in seats]]
    if system.about.experience.asked:
        found.append([build_experience_fact(system, seat, name) for seat, name in seats])
    if system.looks_back:
        found.append([build_start_fact(system, seat, name) for seat, name in seats])
    if is_for_tournaments(system):
        found.append([FIELD, PLACE])
    asked = [*system.facts, *([PLAYERS] if counts_melees(system) else [])]
    return [*found, asked] if asked else found


def count_asked_players(system: RatingSystem) -> int:
    """Return how many players are asked about."""
    return 1 if is_for_tournaments(system) else 2


def is_for_tournaments(system: RatingSystem) -> bool:
    return system.kinds[0].shape == "tournament"


def counts_melees(system: RatingSystem) -> bool:
    """Say whether battles of more than two count."""
    if system.kinds[0].shape != "battle":
        return False
    return system.concerns(build_battle("abc", [Exit("dead", 1)] * 3, ended=MOMENT, kind=system.kinds[0]))


def build_rating_fact(system: RatingSystem, seat: str, name: str) -> Fact:
    """Return the question for a player's rating, in the range of the start value."""
    start = next((one for one in list_options(system) if one.name == "start"), None)
    low, high = (start.low, start.high) if start else (None, None)
    limits = (-100_000 if low is None else low, 1_000_000 if high is None else high)
    return Fact(seat, f"{name}’s {system.about.unit}", *limits, whole=False)


def build_experience_fact(system: RatingSystem, seat: str, name: str) -> Fact:
    return Fact(f"{seat}_games", f"{name}’s {system.about.experience.asked}", 0, 100_000)


def build_start_fact(system: RatingSystem, seat: str, name: str) -> Fact:
    low, high = build_rating_fact(system, seat, name)[2:4]
    label = f"{name}’s {system.about.unit} at the start"
    return Fact(f"{seat}_start", label, low, high, whole=False, required=False, help="Leave empty if not recorded.")
