"""The stored side of the ladder: what was played, and what it was worth."""

from ladder.models.backup import AutomaticBackups
from ladder.models.board import Board, Opening
from ladder.models.box import Box, BoxPlace
from ladder.models.event import Event, FirstStep, Import
from ladder.models.fixture import Fixture, Origin, Party, State
from ladder.models.ladder import Ladder, Role, VenueCode
from ladder.models.large_task import LargeTask, TaskFilePart
from ladder.models.ledger import Adjustment, RatingChange, RatingShift, Standing
from ladder.models.match import Match, MatchRevision, Participant
from ladder.models.night import POINT_WAYS, Court, Night, PartnerWish, Visit
from ladder.models.reaction import Reaction
from ladder.models.round import Round, RoundWish
from ladder.models.season import Season

__all__ = [
    "POINT_WAYS",
    "Adjustment",
    "AutomaticBackups",
    "Board",
    "Box",
    "BoxPlace",
    "Court",
    "Event",
    "FirstStep",
    "Fixture",
    "Import",
    "Ladder",
    "LargeTask",
    "Match",
    "MatchRevision",
    "Night",
    "Opening",
    "Origin",
    "Participant",
    "PartnerWish",
    "Party",
    "RatingChange",
    "RatingShift",
    "Reaction",
    "Role",
    "Round",
    "RoundWish",
    "Season",
    "Standing",
    "State",
    "TaskFilePart",
    "VenueCode",
    "Visit",
]
