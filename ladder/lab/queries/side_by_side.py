"""Two standings side by side: of the system in use, and of another one over the same matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ladder.lab.queries.comparison import CandidateReplay, RankedPlayer
from ladder.lab.queries.variants import Candidate
from ladder.pages.figures import find_direction, use_minus_sign
from ladder.ratings import Key, Rank

RANKS_COMPARED = 12  # players who are drawn
ROW_HEIGHT = 36  # pixels, as in lab.css


class PlayerLine(NamedTuple):
    """A player in both standings: rank and rating now and with the other system."""

    name: str
    rank: str
    rating: str
    new_rank: str
    new_rating: str
    climbs: str  # up, down or same
    steps: int


class SlopeLine(NamedTuple):
    """A line from a player's place on the left to that on the right, in pixels from the top."""

    start: int
    end: int
    direction: str


class SlopeSide(NamedTuple):
    """A player at one side of the drawing."""

    rank: str
    name: str
    rating: str
    climbs: str
    steps: int


class SideBySide(NamedTuple):
    """The standings of the system in use beside those of another one."""

    now: Candidate
    other: Candidate
    players: list[PlayerLine]
    left: list[SlopeSide]
    right: list[SlopeSide]
    lines: list[SlopeLine]
    height: int
    moved: int
    largest: str


def compare_standings(
    now: CandidateReplay, other: CandidateReplay, absent: Collection[Key], names: Mapping[Key, str]
) -> SideBySide:
    """Return the two standings of those who have a rank."""
    old = {one.player: one for one in now.rank_players(absent)}
    new = {one.player: one for one in other.rank_players(absent)}
    players = [build_player_line(names.get(key, "?"), old.get(key), new.get(key)) for key in {**old, **new}]
    by_key = dict(zip({**old, **new}, players, strict=True))
    left, right = list(old)[:RANKS_COMPARED], list(new)[:RANKS_COMPARED]
    moved = [one for one in players if one.steps]
    return SideBySide(
        now.candidate,
        other.candidate,
        players,
        [build_slope_side(by_key[key], is_new=False) for key in left],
        [build_slope_side(by_key[key], is_new=True) for key in right],
        [
            SlopeLine(
                find_height(row), find_height(right.index(key) if key in right else RANKS_COMPARED), by_key[key].climbs
            )
            for row, key in enumerate(left)
        ],
        max(len(left), len(right)) * ROW_HEIGHT,
        len(moved),
        describe_largest_move(moved),
    )


def build_player_line(name: str, old: RankedPlayer | None, new: RankedPlayer | None) -> PlayerLine:
    """Return a player's rank and rating in both standings; with a dash in one that the player is not in."""
    climbed = find_climb(old.rank, new.rank) if old and new else 0
    return PlayerLine(
        name,
        str(old.rank) if old else "–",
        use_minus_sign(old.shown) if old else "",
        str(new.rank) if new else "–",
        use_minus_sign(new.shown) if new else "",
        find_direction(climbed),
        abs(climbed),
    )


def find_climb(old: Rank, new: Rank) -> int:
    """Return by how many places a player rises; falls are below 0."""
    return old.number - new.number


def build_slope_side(line: PlayerLine, *, is_new: bool) -> SlopeSide:
    if is_new:
        return SlopeSide(line.new_rank, line.name, line.new_rating, line.climbs, line.steps)
    return SlopeSide(line.rank, line.name, line.rating, line.climbs, line.steps)


def find_height(row: int) -> int:
    """Return where the middle of a row is, in pixels from the top."""
    return row * ROW_HEIGHT + ROW_HEIGHT // 2


def describe_largest_move(moved: Sequence[PlayerLine]) -> str:
    """Return who moves furthest: "Brian, down 9"; an empty text if nobody moves."""
    if not moved:
        return ""
    first = max(moved, key=lambda one: one.steps)
    return f"{first.name}, {first.climbs} {first.steps}"
