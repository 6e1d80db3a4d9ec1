"""Who may do what: members report their own matches, organisers correct any."""

from typing import Any

from ladder.models import Season
from players.models import Player

NO_PLAYER = "Your account isn't linked to a player yet. Ask an organiser to link it; then you can report."
NO_DUELS = "Tournaments are entered by an organiser, from a file."
ORGANISERS_ONLY = "Only organisers can correct, void or restore matches. If a result is wrong, tell one of them."


def player_of(user: Any) -> Player | None:
    """Return the player that an account plays as."""
    return Player.objects.filter(user_id=user.pk).first() if user.is_authenticated else None


def why_not_report(season: Season, player: Player | None) -> str:
    """Return why this player can't report in this season; nothing where he can."""
    if player is None:
        return NO_PLAYER
    if season.closed_at:
        return f"{season.name} is closed, so it takes no more matches."
    shapes = {kind.shape for board in season.boards.all() for kind in board.rating_system.kinds}
    return "" if shapes & {"duel", "battle"} else NO_DUELS


def may_correct(user: Any) -> bool:
    """Say whether the account may correct, void and restore matches."""
    return bool(user.is_active and user.is_staff)
