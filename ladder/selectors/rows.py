"""One line of the standings, ready to print."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ladder.ratings import Column, Rank, Rating, RatingSystem, format_record
from players.names import name_key

from .form import Form
from .movement import Movement
from .places import in_words, ordinal
from .printing import change_text, direction, experience_noun, rating_text
from .stood import Stood

STILL = Movement("same")


class Figure(NamedTuple):
    """One more number of a row, what a narrow list prints after it, and how much of it is of this season if not all."""

    text: str
    unit: str
    note: str = ""


class Row(NamedTuple):
    """A player's line in the standings; `points` places him on the ladder line, `stood` has the bare numbers.

    Without a rank `absence` says why, `rank_text` is empty, and `rank` is the one that the player would have.
    """

    rank: int
    rank_text: str
    absence: str
    player: int
    name: str
    rating: str
    points: float
    change: str
    direction: str
    match: int | None
    movement: Movement
    provisional: str
    form: Form
    figures: tuple[Figure, ...]
    stood: Stood
    line: str = ""
    tie: str = ""
    best: int = 0

    @property
    def key(self) -> str:
        """What a search finds: the name as it is shown, since nobody is found by one that they don't read."""
        return name_key(self.name)

    @property
    def is_ranked(self) -> bool:
        return not self.absence

    @property
    def rank_words(self) -> str:
        """The rank as a sentence has it: 31st, or joint 2nd."""
        return in_words(Rank(self.rank, self.rank_text.endswith("=")))

    @property
    def returns_by_playing(self) -> bool:
        """Whether one match brings the rank back."""
        return self.absence.startswith("no match")


class Known(NamedTuple):
    """What rows are made of besides where everybody stood, by player."""

    system: RatingSystem
    columns: tuple[Column, ...]
    absences: Mapping[int, str]
    movements: Mapping[int, Movement]
    lines: Mapping[int, str]
    ties: Mapping[int, str]
    bests: Mapping[int, int]


def row(known: Known, one: Stood, rank: Rank) -> Row:
    """Return one line, all numbers printed; `one` has the rating as it stands on the day."""
    system, player = known.system, one.player
    absence = known.absences.get(player, "")
    return Row(
        rank=rank.number,
        rank_text="" if absence else str(rank),
        absence=absence,
        player=player,
        name=one.name,
        rating=rating_text(system, one.rating.points),
        points=one.rating.points,
        change=change_text(system, one.change),
        direction=direction(one.change),
        match=one.match,
        movement=known.movements.get(player, STILL),
        provisional=provisional(system, one.rating),
        form=Form(one.form),
        figures=tuple(figure(system, one, column, known.bests) for column in known.columns),
        stood=one,
        line=known.lines[player],
        tie=known.ties.get(player, ""),
        best=known.bests.get(player, 0),
    )


def provisional(system: RatingSystem, rating: Rating) -> str:
    """Say what is missing until the rating is established; nothing when it is."""
    left = system.provisional_left(rating)
    if not left:
        return ""
    return f"Provisional: {left:,} more {experience_noun(system, left)} needed"


def figure(system: RatingSystem, one: Stood, column: Column, bests: Mapping[int, int]) -> Figure:
    """Return one figure; a record and a best place need no unit."""
    if column.key == "record":
        return Figure(format_record(system, one.here), "")
    if column.key == "best":
        return Figure(ordinal(bests[one.player]) if one.player in bests else "", "at best")
    if column.key != "experience":
        return counted(column.label, getattr(one.here, column.key))
    shown = counted(column.label, one.rating.experience)
    return shown._replace(note=f"{one.gained:,} this season") if one.brought.experience else shown


@lru_cache(5000)
def counted(label: str, count: int) -> Figure:
    """Return a count with its unit."""
    unit = label.lower()
    return Figure(f"{count:,}", unit.removesuffix("s") if count == 1 else unit)
