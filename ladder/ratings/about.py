"""What a rating system tells people and forms about itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ladder.formats import WON, Key, Result, build_duel, end_sentences

from .columns import Column
from .values import Rating

SAMPLE_DAY = datetime(2026, 1, 1, tzinfo=UTC)
USUAL_START: Mapping[str, Any] = {
    "label": "Starting rating",
    "help": "What everybody has before their first match.",
    "low": -100_000,
    "high": 100_000,
}


class Message(NamedTuple):
    """A sentence with placeholders for players, whose names are put in when it is printed."""

    template: str
    params: Mapping[str, str] = {}
    players: Mapping[str, Key] = {}

    def text(self, name: Callable[[Key], str] = str) -> str:
        """Return the sentence with `name(player)` in the place of each player."""
        names = {word: name(player) for word, player in self.players.items()}
        return end_sentences(self.template.format(**self.params, **names))


class Step(NamedTuple):
    """One step of an explanation: the rule, what happens, the sum, and its value."""

    rule: str
    title: str
    sentence: Message
    sum: str
    value: float


class Example(NamedTuple):
    """A worked example as the source prints it, for a system with these `options`."""

    rule: str
    says: str
    result: Result
    before: tuple[Rating, ...]
    changes: tuple[str, ...] = ()  # as `change_shown` prints them
    ratings: tuple[str, ...] = ()  # as `shown` prints them
    options: Mapping[str, Any] = {}


class SelfTestQuestion(NamedTuple):
    """A question for readers to test themselves; the system works out the answer for the first player."""

    rule: str
    asks: str
    result: Result
    before: tuple[Rating, ...]


class PrintedSeries(NamedTuple):
    """A printed series of games of one player, who is the first player in each."""

    rule: str
    says: str
    start: Rating  # before the first game
    games: tuple[tuple[Result, Rating], ...]  # each game, and the opponent's rating
    ratings: tuple[str, ...] = ()  # after each game, as `shown` prints them; empty where nothing is printed


class PrintedTable(NamedTuple):
    """A printed table: its caption, the headings of its columns, and its rows."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Experience(NamedTuple):
    """What a system counts as experience, in words."""

    one: str = "match"
    many: str = "matches"
    meaning: str = ""  # said below the standings, where experience is not the number of matches
    asked: str = ""  # the question for it in the calculator, where it decides what a match is worth


class Variant(NamedTuple):
    """A usual set of options of a system, with a key and a name: "fide", "Elo as FIDE has it"."""

    key: str
    label: str
    options: Mapping[str, Any]


class About(NamedTuple):
    """What pages print about a system."""

    label: str
    summary: str
    formula: tuple[str, ...]
    rules: tuple[str, ...]
    rating_label: str = "Rating"  # the heading of the rating in the standings and the profile
    change_label: str = "Last"  # the heading of the last match's change; empty for no such column
    columns: tuple[Column, ...] = ()  # of the standings, beside these two
    examples: tuple[Example, ...] = ()
    unit: str = "rating"  # what the number is called in a sentence: "placed by rating", "Ana's rating"
    change_units: tuple[str, str] = ("point", "points")  # what a match moves: "Why 5 points?"
    starts_at: str = ""  # where everyone begins, in words, if it is no fixed rating: "the bottom"
    suits: str = ""  # whom it suits
    tables: tuple[PrintedTable, ...] = ()
    series: tuple[PrintedSeries, ...] = ()
    questions: tuple[SelfTestQuestion, ...] = ()
    related: tuple[str, ...] = ()  # keys of systems to read about as well
    how_to_report: str = ""  # what players must know about which matches count, where the rule says it
    experience: Experience = Experience()
    variants: tuple[Variant, ...] = ()  # sets of options that the lab compares with the usual one
    choices: tuple[str, ...] = ()  # what a board may choose instead, worded as the rules
    is_whole: bool = False  # only whole numbers, so that printing rounds nothing

    @property
    def has_points(self) -> bool:
        """Whether a match moves points, which a figure needs no word for."""
        return self.change_units[1] == "points"

    @property
    def units(self) -> str:
        """The unit as the subject of a sentence: these ratings, these points."""
        return self.unit if self.unit.endswith("s") else f"{self.unit}s"


class Option(NamedTuple):
    """An option of a system: its default, its range, and whether the default is our reading of the rule."""

    name: str
    label: str
    default: Any
    rule: str
    low: float | None = None
    high: float | None = None
    choices: tuple[tuple[str, str], ...] = ()
    choice: bool = False  # the source leaves it open: our reading, marked on the page
    help: str = ""
    is_retired: bool = False  # boards that have another value keep it; no form offers it to others

    @property
    def type(self) -> type:
        """The type of its values: int, float, bool or str."""
        return type(self.default)


def declare_option(default: Any, *, label: str, rule: str, kw_only: bool = False, **about: Any) -> Any:
    """Return a dataclass field that is an option of a rating system; `kw_only` is for those of a base class."""
    return dataclasses.field(default=default, kw_only=kw_only, metadata={"label": label, "rule": rule, **about})


def declare_start(default: Any, rule: str, **about: Any) -> Any:
    """Return the option of the rating that everybody has before the first match; `about` is what is unusual in it."""
    return declare_option(default, rule=rule, **{**USUAL_START, **about})


def declare_draws(rule: str) -> Any:
    """Return the option of a system that takes draws, by which a board refuses them."""
    help = "Choose no for a game that always has a winner."
    return declare_option(True, label="Draws are possible", rule=rule, help=help)


def list_options(system: Any) -> tuple[Option, ...]:
    """Return the options of a system or system class in the order of its fields, those of its bases last."""
    fields = sorted(dataclasses.fields(system), key=lambda field: field.kw_only is True)
    return tuple(
        Option(field.name, default=field.default, **field.metadata) for field in fields if "label" in field.metadata
    )


def build_sample(score: float = WON, **facts: float) -> Result:
    """Return a match with this score of the first player, and these facts."""
    return build_duel("first", "second", score, ended=SAMPLE_DAY, facts=facts)
