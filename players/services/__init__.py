"""Finding and naming players, and whether they play."""

from .activity import be_seen, edit
from .naming import known, players_named, rename

__all__ = ["be_seen", "edit", "known", "players_named", "rename"]
