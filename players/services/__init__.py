"""Finding and naming players, and whether they play."""

from .activity import edit
from .naming import known, players_named, rename

__all__ = ["edit", "known", "players_named", "rename"]
