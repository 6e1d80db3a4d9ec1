"""Who sees a photograph."""

from players.models import Player
from players.privacy.redaction import are_names_redacted, are_names_shortened


def may_see_photograph(player: Player) -> bool:
    """Return whether the reader sees this player's name as it is."""
    return not are_names_redacted() or not (player.hidden or are_names_shortened())
