"""The stored side of the ladder: what was played, and what it was worth."""

from .board import Board, Opening
from .challenge import Challenge, Party, State
from .event import Event
from .first_step import FirstStep
from .imports import Import
from .ladder import Ladder
from .ledger import Adjustment, RatingChange, Standing
from .match import Match, Participant
from .revision import MatchRevision
from .role import Role
from .season import Season
from .venue import VenueCode

__all__ = [
    "Adjustment",
    "Board",
    "Challenge",
    "Event",
    "FirstStep",
    "Import",
    "Ladder",
    "Match",
    "MatchRevision",
    "Opening",
    "Participant",
    "Party",
    "RatingChange",
    "Role",
    "Season",
    "Standing",
    "State",
    "VenueCode",
]
