"""Finding and naming players, and whether they play."""

from players.services.activity import VisibilityDetails, store_player_details
from players.services.naming import find_or_create_players, find_players, store_player_name

__all__ = ["VisibilityDetails", "find_or_create_players", "find_players", "store_player_details", "store_player_name"]
