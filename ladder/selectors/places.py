"""A player's rank on a season's main board."""

from typing import NamedTuple

from ladder.models import Season
from ladder.ratings import Rank, spell_place
from players.models import Player

from .activity import find_absences, load_rule
from .printing import rating_text
from .ranking import as_of, give_ranks, ranked
from .stood import on, standing


class Place(NamedTuple):
    """A rank and a rating in the standings: "31st" or "joint 2nd", "1,793"; without a rank the first is empty."""

    rank: str
    rating: str


def place_of(season: Season, player: Player) -> Place | None:
    """Return the player's rank and rating as of today; None without a standing."""
    board = season.boards.first()
    if board is None:
        return None
    board.season = season
    system, day = board.rating_system, as_of(season)
    placed = ranked(system, on(system, standing(board), day))
    mine = next((one for one in placed if one.player == player.pk), None)
    if mine is None:
        return None
    absences = find_absences(load_rule(board, day), placed)
    rank = give_ranks(system, placed, absences)[player.pk]
    return Place("" if player.pk in absences else in_words(rank), rating_text(system, mine.rating))


def in_words(rank: Rank) -> str:
    """Return a rank as a sentence has it: 31st, or joint 2nd."""
    return f"joint {ordinal(rank.number)}" if rank.is_shared else ordinal(rank.number)


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, 11th, 21st."""
    return spell_place(number)
