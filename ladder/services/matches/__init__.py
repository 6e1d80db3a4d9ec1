"""A match is recorded, and changed afterwards: each change planned, stored as a version, and applied to the ledger."""

from ladder.services.matches.new import PlayersOutOfRange
from ladder.services.matches.recording import correct_match, record_match, restore_match, revert_match, void_match
from ladder.services.stale import MatchChanged

__all__ = [
    "MatchChanged",
    "PlayersOutOfRange",
    "correct_match",
    "record_match",
    "restore_match",
    "revert_match",
    "void_match",
]
