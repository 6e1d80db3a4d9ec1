"""Who may do what: the table of acts, and which matches an account may report."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import formats

from ladder.models import Ladder, Season
from ladder.ratings import Result
from ladder.selectors.roles import Act, describe_refusal, is_allowed
from players.models import Player

NO_PLAYER = "Your account isn't linked to a player yet. Ask an organiser to link it, then you can report."
NO_DUELS = "Only recorders and organisers can record tournaments."
RECORDERS_ONLY = "Recorders enter the results here. Give yours to one of them."
ORGANISERS_ONLY = "Only organisers can correct, void or restore matches. If a result is wrong, tell one of them."
NOT_YOURS = "You can report only matches that you played. Add your own name to the players."
Reporters = Ladder.Reporters


class NotAllowed(ValidationError):
    """This account may not do this; the sentence says who may."""


def find_account_player(user: Any) -> Player | None:
    """Return the player that an account plays as."""
    if not user.is_authenticated:
        return None
    player = Player.objects.filter(user_id=user.pk).select_related("merged_into").first()
    return player and player.itself


def check_permission(user: Any, act: Act, ladder: Ladder | None = None) -> None:
    """Refuse an account that may not do this.

    Raises: NotAllowed, "Only organisers can ... Ask one of them."
    """
    if not is_allowed(user, act, ladder):
        raise NotAllowed(ORGANISERS_ONLY if act == Act.CORRECT else describe_refusal(act))


def check_author_permission(by: User | None, act: Act, ladder: Ladder | None = None) -> None:
    """Refuse a change by an account that may not make it; without an account it is the site's own doing.

    Raises: NotAllowed, as `check` does.
    """
    if by is not None:
        check_permission(by, act, ladder)


def explain_report_refusal(season: Season, user: Any, shape: str = "duel") -> str:
    """Return why this account can't report matches of that shape in this season; nothing where it can."""
    enters, reporters = is_allowed(user, Act.ENTER, season.ladder), season.ladder.reporters
    if not enters and reporters == Reporters.RECORDERS:
        return RECORDERS_ONLY
    if not enters and reporters != Reporters.ANY and find_account_player(user) is None:
        return NO_PLAYER
    if season.closed_at:
        return f"{season.name} is closed and takes no more matches."
    if season.starts_on and not season.has_begun:
        return (
            f"{season.name} begins on {formats.date_format(season.starts_on, 'j F Y')}. Until then it takes no matches."
        )
    if enters:
        return ""
    return "" if shape != "tournament" and list_season_shapes(season) & {"duel", "battle"} else NO_DUELS


def check_reporter(season: Season, user: Any, result: Result) -> None:
    """Refuse a match that this account may not report: recorders report any, members as the ladder lets them.

    Raises: NotAllowed with the sentence.
    """
    if is_allowed(user, Act.ENTER, season.ladder):
        return
    check_permission(user, Act.REPORT)
    reporters, player = season.ladder.reporters, find_account_player(user)
    if reporters == Reporters.RECORDERS:
        raise NotAllowed(RECORDERS_ONLY)
    if result.places:
        raise NotAllowed(NO_DUELS)
    if reporters == Reporters.ANY:
        return
    if player is None:
        raise NotAllowed(NO_PLAYER)
    if player.pk not in result.players:
        raise NotAllowed(NOT_YOURS)
    winners = [key for key, score in zip(result.players, result.scores, strict=True) if score == 1]
    if reporters == Reporters.WINNER and winners not in ([], [player.pk]):
        raise NotAllowed("Only the winner can report here.")


def may_report_others(ladder: Ladder, user: Any) -> bool:
    """Say whether a member may report a match that others played."""
    return ladder.reporters == Reporters.ANY or is_allowed(user, Act.ENTER, ladder)


def list_season_shapes(season: Season) -> set[str]:
    """Return the shapes of match that the season's boards count."""
    return {kind.shape for board in season.boards.all() for kind in board.rating_system.kinds}
