"""The stored side of the ladder: what was played, and what it was worth."""

from .ladder import Board, Ladder, Opening, Season
from .ledger import Adjustment, RatingChange, Standing
from .match import Match, MatchRevision, Participant
from .role import Role

__all__ = [
    "Adjustment",
    "Board",
    "Ladder",
    "Match",
    "MatchRevision",
    "Opening",
    "Participant",
    "RatingChange",
    "Role",
    "Season",
    "Standing",
]
