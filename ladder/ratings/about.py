"""What a rating system tells people and forms about itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from .examples import Question, Series, Table

Shape = Literal["duel", "battle", "tournament", "any"]
Period = Literal["day", "month"]


class Kind(NamedTuple):
    """A kind of match, such as rated or friendly, and how many take part in which roles."""

    key: str
    label: str
    shape: Shape


RATED = Kind("rated", "Rated", "duel")
LADDER = Kind("ladder", "Ladder", "battle")
FRIENDLY = Kind("friendly", "Friendly", "battle")
VERY_FRIENDLY = Kind("very-friendly", "Very friendly", "battle")
TOURNAMENT = Kind("tournament", "Tournament", "tournament")
UNRATED = Kind("unrated", "Unrated", "any")
WALKOVER = Kind("walkover", "Walkover", "any")  # agreed and not played: counted as won and lost, never rated


class Fact(NamedTuple):
    """A number that a system needs besides who played and how it ended."""

    name: str
    label: str
    low: float = 0
    high: float = 1_000_000
    whole: bool = True
    required: bool = True
    usual: tuple[int, ...] = ()  # offered as buttons; the first use preselects `default`
    default: int | None = None
    help: str = ""


class Message(NamedTuple):
    """A sentence with players as placeholders; whoever prints it puts the names in."""

    template: str
    params: Mapping[str, str] = {}
    players: Mapping[str, Any] = {}

    def text(self, name: Callable[[Any], str] = str) -> str:
        """Return the sentence, with `name(player)` for every player."""
        names = {word: name(player) for word, player in self.players.items()}
        return self.template.format(**self.params, **names)


class Step(NamedTuple):
    """One line of an explanation: by which rule, what happens, the sum, its value."""

    rule: str
    title: str
    sentence: Message
    sum: str
    value: float


class Column(NamedTuple):
    """A column of the standings: which figure, under which heading."""

    key: Literal["rating", "change", "experience", "played", "won", "drawn", "lost", "died", "record", "best"]
    label: str


class Example(NamedTuple):
    """A worked example as its source prints it; `options` is the system it is for."""

    rule: str
    says: str
    result: Any  # a Result
    before: tuple[Any, ...]  # its Ratings
    changes: tuple[str, ...] = ()  # as `change_shown` prints them
    ratings: tuple[str, ...] = ()  # as `shown` prints them
    options: Mapping[str, Any] = {}


class About(NamedTuple):
    """What people read about a system."""

    label: str
    summary: str
    formula: tuple[str, ...]
    rules: tuple[str, ...]
    columns: tuple[Column, ...]
    examples: tuple[Example, ...] = ()
    unit: str = "rating"  # what the number is called in the standings and the profile
    suits: str = ""  # whom it suits
    tables: tuple[Table, ...] = ()
    series: tuple[Series, ...] = ()
    questions: tuple[Question, ...] = ()
    related: tuple[str, ...] = ()  # keys of systems to read about as well
    how_to_report: str = ""  # what players must know about which matches count, where the rule says it
    experience: str = ""  # the label of a player's experience, where it decides what a match is worth


class Option(NamedTuple):
    """An option of a system: its default, its range, and whether the reading is ours."""

    name: str
    label: str
    default: Any
    rule: str
    low: float | None = None
    high: float | None = None
    choices: tuple[tuple[str, str], ...] = ()
    choice: bool = False  # the source leaves it open: our reading, marked on the page
    help: str = ""

    @property
    def type(self) -> type:
        """The type of its values: int, float, bool or str."""
        return type(self.default)


def option(default: Any, *, label: str, rule: str, **about: Any) -> Any:
    """Declare a dataclass field that is an option of a rating system."""
    return dataclasses.field(default=default, metadata={"label": label, "rule": rule, **about})


def options(system: Any) -> tuple[Option, ...]:
    """Return the options of a system or system class, in the order of its fields."""
    return tuple(
        Option(field.name, default=field.default, **field.metadata)
        for field in dataclasses.fields(system)
        if "label" in field.metadata
    )
