"""Who may do what: members report their own matches, organisers enter and correct any."""

from typing import Any

from django.core.exceptions import ValidationError

from ladder.models import Season
from ladder.ratings import Result
from players.models import Player

NO_PLAYER = "Your account isn't linked to a player yet. Ask an organiser to link it; then you can report."
NO_DUELS = "Tournaments are entered by an organiser."
ORGANISERS_ONLY = "Only organisers can correct, void or restore matches. If a result is wrong, tell one of them."
NOT_YOURS = "You can report the matches you played yourself. Put your own name among the players."


class NotAllowed(ValidationError):
    """This person may not report this match; the sentence says who may."""


def player_of(user: Any) -> Player | None:
    """Return the player that an account plays as."""
    if not user.is_authenticated:
        return None
    player = Player.objects.filter(user_id=user.pk).select_related("merged_into").first()
    return player and player.itself


def why_not_report(season: Season, player: Player | None, shape: str = "duel", *, organiser: bool = False) -> str:
    """Return why matches of that shape can't be reported in this season; nothing where they can."""
    if player is None and not organiser:
        return NO_PLAYER
    if season.closed_at:
        return f"{season.name} is closed, so it takes no more matches."
    if organiser:
        return ""
    return "" if shape != "tournament" and shapes_of(season) & {"duel", "battle"} else NO_DUELS


def check_reporter(season: Season, user: Any, result: Result) -> None:
    """Refuse a match that this account may not report: organisers report any, members their own,
    and where only winners report the winner does, if there is one (B-12).

    Raises: NotAllowed with the sentence.
    """
    if may_correct(user):
        return
    player = player_of(user)
    if player is None:
        raise NotAllowed(NO_PLAYER)
    if result.places:
        raise NotAllowed(NO_DUELS)
    if player.pk not in result.players:
        raise NotAllowed(NOT_YOURS)
    winners = [key for key, score in zip(result.players, result.scores, strict=True) if score == 1]
    if season.ladder.reporters == "winner" and winners not in ([], [player.pk]):
        raise NotAllowed("Only the winner reports here (B-12).")


def shapes_of(season: Season) -> set[str]:
    """Return the shapes of match that the season's boards count."""
    return {kind.shape for board in season.boards.all() for kind in board.rating_system.kinds}


def may_correct(user: Any) -> bool:
    """Say whether the account may correct, void and restore matches, and enter any."""
    return bool(user.is_active and user.is_staff)
