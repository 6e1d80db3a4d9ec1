"""A player's rank on a season's main board."""

from typing import NamedTuple

from ladder.models import Season
from ladder.ratings import Rank, spell_place
from ladder.selectors.activity import find_absences, load_rank_rule
from ladder.selectors.printing import format_rating
from ladder.selectors.ranking import find_standings_day, give_ranks, sort_by_rank
from ladder.selectors.stood import decay_standings, load_current_standings
from players.models import Player


class PlayerRank(NamedTuple):
    """A rank and a rating in the standings: "31st" or "joint 2nd", "1,793"; without a rank the first is empty."""

    rank: str
    rating: str


def find_player_rank(season: Season, player: Player) -> PlayerRank | None:
    """Return the player's rank and rating as of today; None without a standing."""
    board = season.boards.first()
    if board is None:
        return None
    board.season = season
    system, day = board.rating_system, find_standings_day(season)
    placed = sort_by_rank(system, decay_standings(system, load_current_standings(board), day))
    mine = next((one for one in placed if one.player == player.pk), None)
    if mine is None:
        return None
    absences = find_absences(load_rank_rule(board, day), placed)
    rank = give_ranks(system, placed, absences)[player.pk]
    return PlayerRank("" if player.pk in absences else format_rank(rank), format_rating(system, mine.rating))


def format_rank(rank: Rank) -> str:
    """Return a rank as a sentence has it: 31st, or joint 2nd."""
    return f"joint {format_ordinal(rank.number)}" if rank.is_shared else format_ordinal(rank.number)


def format_ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th, 21st."""
    return spell_place(number)
