"""Finding and naming players, and whether they play."""

from .activity import Seen, edit
from .naming import known, players_named, rename

__all__ = ["Seen", "edit", "known", "players_named", "rename"]
