"""One line of the standings, ready to print."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils import timezone

from ladder.ratings import Column, Rating, RatingSystem
from ladder.ratings.table import record
from players.names import name_key

from .form import Form
from .movement import Movement
from .places import ordinal
from .printing import change_text, direction, experience_noun, rating_text
from .stood import Stood

STILL = Movement("same")


class Figure(NamedTuple):
    """One more number of a row, what a narrow list prints after it, and how much of it is of this season if not all."""

    text: str
    unit: str
    note: str = ""


class Row(NamedTuple):
    """A player's line in the standings; `points` places him on the ladder line, `stood` has the bare numbers."""

    rank: int
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
    is_active: bool
    stood: Stood
    line: str = ""
    tie: str = ""
    best: int = 0

    @property
    def key(self) -> str:
        """What a search finds: the name as it is shown, since nobody is found by one that they don't read."""
        return name_key(self.name)


class Known(NamedTuple):
    """What rows are made of besides where everybody stood, by player."""

    system: RatingSystem
    columns: tuple[Column, ...]
    active_since: datetime
    movements: Mapping[int, Movement]
    lines: Mapping[int, str]
    ties: Mapping[int, str]
    bests: Mapping[int, int]


def row(known: Known, one: Stood, place: int) -> Row:
    """Return one line, all numbers printed; `one` has the rating as it stands on the day."""
    system, player = known.system, one.player
    return Row(
        rank=place,
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
        is_active=is_active(one, known.active_since),
        stood=one,
        line=known.lines[player],
        tie=known.ties.get(player, ""),
        best=known.bests.get(player, 0),
    )


def is_active(one: Stood, since: datetime) -> bool:
    """Say whether a player has a match since then, and has not retired after it."""
    if one.played_at is None or one.played_at < since:
        return False
    return one.retired_on is None or one.retired_on < timezone.localdate(one.played_at)


def provisional(system: RatingSystem, rating: Rating) -> str:
    """Say what is missing until the rating is established; nothing when it is."""
    left = system.provisional_left(rating)
    if not left:
        return ""
    return f"Provisional: {left:,} more {experience_noun(system, left)} needed"


def figure(system: RatingSystem, one: Stood, column: Column, bests: Mapping[int, int]) -> Figure:
    """Return one figure; a record and a best place need no unit."""
    if column.key == "record":
        return Figure(record(system, one.here), "")
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
