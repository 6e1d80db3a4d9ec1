"""How far a change to a match spreads, and whether it is quicker to follow it than to fold everything after it."""

from collections.abc import Sequence
from math import exp

from ladder.models import Board
from ladder.services.ledger.drafts import Draft

FOLLOWING_COST = 100  # matches that are folded in bulk in the time that it takes to follow one player


def can_follow_players(board: Board) -> bool:
    """Say whether a player's state before a match is his state after the one before: no clock, no look back."""
    system = board.rating_system
    return system.period is None and not system.looks_back


def is_likely_quicker(board: Board, drafts: Sequence[Draft], later: int) -> bool:
    """Say whether it is likely to be quicker to follow players than to fold so many later matches."""
    first = 2 * len(drafts)
    return is_quicker_to_follow(first, later) and is_quicker_to_follow(
        estimate_players_reached(board, first, later), later
    )


def is_quicker_to_follow(players: float, later: int, read: int = 0) -> bool:
    """Say whether so many players, of whom so many matches are read, are followed in less time than the later matches
    are folded."""
    return players * FOLLOWING_COST + read < later


def estimate_players_reached(board: Board, first: int, later: int) -> float:
    """Estimate how many players a change to the first ones reaches in so many later matches.

    One that does not die out spreads as an infection does: who has it gives it to everybody they play against,
    which is two players in each match among all.
    """
    if not board.rating_system.spreads:
        return first
    return first * exp(min(2 * later / max(board.standings.count(), 1), 20))  # beyond it, everybody
