"""A past day's table as it was then known, beside what corrections have made of it since, as printed."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import RatingSystem, advance_rating
from ladder.selectors.activity import find_absences, load_presences, load_rule
from ladder.selectors.past import Past, Table
from ladder.selectors.past_days import keep_past
from ladder.selectors.printing import direction, rating_text, seen_change
from ladder.selectors.ranking import State, give_ranks, ranked
from ladder.selectors.rows import Row
from ladder.selectors.standings import table
from players.identity import names_of
from players.names import name_key

from .known import known_table


class Line(NamedTuple):
    """A player as then known and as now corrected; who was not in one of the tables has nothing there.

    A rank is as printed, and empty for whoever had none.
    """

    player: int
    name: str
    place: str
    rating: str
    place_now: str
    rating_now: str
    change: str
    direction: str

    @property
    def differs(self) -> bool:
        return (self.place, self.rating) != (self.place_now, self.rating_now)


def compared(board: Board, day: date) -> list[Line]:
    """Return everybody of that past day, by the rating that was then known; newcomers of the corrected table last.

    Raises: Crowded.
    """
    return keep_past("known", board, day, lambda: compare(board, day))


def compare(board: Board, day: date) -> list[Line]:
    """Work out the two tables of a past day, side by side."""
    system, past = board.rating_system, known_table(board, day)
    now = {row.player: row for row in table(board, day).rows}
    names = dict.fromkeys(past, "?") | names_of(past.keys())  # somebody may have been deleted since
    known = ranked(system, [state(system, player, names[player], past[player], day) for player in past])
    absent = find_absences(load_rule(board, day), load_presences({player: past[player].played_at for player in past}))
    ranks = give_ranks(system, known, absent)
    places = {player: "" if player in absent else str(rank) for player, rank in ranks.items()}
    lines = [line(system, one, places[one.player], names[one.player], now.get(one.player)) for one in known]
    return lines + [Line(row.player, row.name, "", "", row.rank_text, row.rating, "", "same") for row in new(now, past)]


def new(now: Mapping[int, Row], past: Table) -> list[Row]:
    """Return the rows of those who were not known by then."""
    return [row for player, row in now.items() if player not in past]


def state(system: RatingSystem, player: int, name: str, past: Past, day: date) -> State:
    """Return a player as they are ranked on that day."""
    return State(player, name_key(name), advance_rating(system, past.rating, day), past.counts)


def line(system: RatingSystem, one: State, place: str, name: str, row: Row | None) -> Line:
    """Return a player's line; a change too small to print is none."""
    rating = rating_text(system, one.rating)
    if row is None:
        return Line(one.player, name, place, rating, "", "", "", "same")
    moved = row.points - one.rating.points
    change = seen_change(system, moved)
    return Line(one.player, name, place, rating, row.rank_text, row.rating, change, direction(moved))
