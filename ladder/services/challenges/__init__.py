"""A challenge is made, answered, called off, or closed as a walkover: each step under the ladder's lock."""

from .arranging import arrange
from .calling_off import call_off
from .challenging import accept, challenge, decline, open_battle, withdraw
from .walkovers import walkover

__all__ = ["accept", "arrange", "call_off", "challenge", "decline", "open_battle", "walkover", "withdraw"]
