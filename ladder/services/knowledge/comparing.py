"""A past day's table as it was then known, beside what corrections have made of it since, as printed."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import RatingSystem, advance_rating
from ladder.selectors.activity import find_absences, load_presences, load_rank_rule
from ladder.selectors.past import PastState, StateTable
from ladder.selectors.past_days import cache_past_day
from ladder.selectors.printing import find_direction, format_rating, format_visible_change
from ladder.selectors.ranking import PlayerState, give_ranks, sort_by_rank
from ladder.selectors.rows import StandingsRow
from ladder.selectors.standings import load_standings
from ladder.services.knowledge.known import build_known_table
from players.identity import load_player_names
from players.names import build_name_key


class KnownLine(NamedTuple):
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


def load_comparison(board: Board, day: date) -> list[KnownLine]:
    """Return everybody of that past day, by the rating that was then known; newcomers of the corrected table last.

    Raises: Crowded.
    """
    return cache_past_day("known", board, day, lambda: build_comparison(board, day))


def build_comparison(board: Board, day: date) -> list[KnownLine]:
    """Work out the two tables of a past day, side by side."""
    system, past = board.rating_system, build_known_table(board, day)
    now = {row.player: row for row in load_standings(board, day).rows}
    names = dict.fromkeys(past, "?") | load_player_names(past.keys())  # somebody may have been deleted since
    known = sort_by_rank(
        system, [build_known_state(system, player, names[player], past[player], day) for player in past]
    )
    absent = find_absences(
        load_rank_rule(board, day), load_presences({player: past[player].played_at for player in past})
    )
    ranks = give_ranks(system, known, absent)
    places = {player: "" if player in absent else str(rank) for player, rank in ranks.items()}
    lines = [build_known_line(system, one, places[one.player], names[one.player], now.get(one.player)) for one in known]
    return lines + [
        KnownLine(row.player, row.name, "", "", row.rank_text, row.rating, "", "same")
        for row in list_newcomers(now, past)
    ]


def list_newcomers(now: Mapping[int, StandingsRow], past: StateTable) -> list[StandingsRow]:
    """Return the rows of those who were not known by then."""
    return [row for player, row in now.items() if player not in past]


def build_known_state(system: RatingSystem, player: int, name: str, past: PastState, day: date) -> PlayerState:
    """Return a player as they are ranked on that day."""
    return PlayerState(player, build_name_key(name), advance_rating(system, past.rating, day), past.counts)


def build_known_line(
    system: RatingSystem, one: PlayerState, place: str, name: str, row: StandingsRow | None
) -> KnownLine:
    """Return a player's line; a change too small to print is none."""
    rating = format_rating(system, one.rating)
    if row is None:
        return KnownLine(one.player, name, place, rating, "", "", "", "same")
    moved = row.points - one.rating.points
    change = format_visible_change(system, moved)
    return KnownLine(one.player, name, place, rating, row.rank_text, row.rating, change, find_direction(moved))
