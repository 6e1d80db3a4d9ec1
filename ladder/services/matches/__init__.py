"""A match is recorded, and changed afterwards: each change planned, stored as a version, and applied to the ledger."""

from ..stale import Changed
from .new import Refused
from .recording import correct, record, restore, revert, void

__all__ = ["Changed", "Refused", "correct", "record", "restore", "revert", "void"]
