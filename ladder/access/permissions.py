"""Who may do what: one table for the whole site (docs/roles.md), and which matches an account may report.

Each level may do everything that the levels before it may.
"""

from enum import Enum, IntEnum
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils import formats

from ladder.formats import DUEL, Format, find_result_format
from ladder.models import Ladder, Role, Season
from ladder.ratings import Result
from players.models import Player

NO_PLAYER = "Your account isn't linked to a player yet. Ask an organiser to link it, then you can report."
NO_DUELS = "Only recorders and organisers can record tournaments."
RECORDERS_ONLY = "Recorders enter the results here. Give yours to one of them."
ORGANISERS_ONLY = "Only organisers can correct, void or restore matches. If a result is wrong, tell one of them."
NOT_YOURS = "You can report only matches that you played. Add your own name to the players."
Reporters = Ladder.Reporters


class AccessLevel(IntEnum):
    """What somebody is on a ladder; owners, members and visitors are the same on every ladder."""

    VISITOR = 0
    MEMBER = 1
    RECORDER = 2
    ORGANISER = 3
    OWNER = 4


class Act(Enum):
    """Something that only some may do; the value completes the sentence "Only organisers can ..."."""

    READ = "look at standings, matches and players"
    PEOPLE = "look up everybody in the club"
    REPORT = "report, fix, confirm and dispute their own matches"
    CHALLENGE = "challenge others"
    ENTER = "enter results for others"
    CORRECT = "correct, void and restore matches, and answer disputes"
    SETTINGS = "change a ladder's settings, boards and seasons"
    IMPORT = "import matches from a file"
    INVITE = "invite people and link accounts to players"
    PLAYERS = "rename, retire, merge and erase players"
    ROLES = "give and remove roles"
    CLUB = "start ladders, change the club's settings and read its unsent mail"
    BACKUP = "back up and restore the site"


LEAST_LEVELS = {
    Act.READ: AccessLevel.VISITOR,
    Act.PEOPLE: AccessLevel.MEMBER,
    Act.REPORT: AccessLevel.MEMBER,
    Act.CHALLENGE: AccessLevel.MEMBER,
    Act.ENTER: AccessLevel.RECORDER,
    Act.CORRECT: AccessLevel.ORGANISER,
    Act.SETTINGS: AccessLevel.ORGANISER,
    Act.IMPORT: AccessLevel.ORGANISER,
    Act.INVITE: AccessLevel.ORGANISER,
    Act.PLAYERS: AccessLevel.OWNER,
    Act.ROLES: AccessLevel.OWNER,
    Act.CLUB: AccessLevel.OWNER,
    Act.BACKUP: AccessLevel.OWNER,
}
ON_ANY_LADDER = {Act.INVITE}  # acts that concern no ladder: a role on any ladder is enough


class AccountPowers(NamedTuple):
    """The level of an account on every ladder, and its higher levels on some of them, by the ladder's key."""

    everywhere: AccessLevel
    ranks: dict[int, AccessLevel]

    def may(self, act: Act, ladder: Ladder | None = None) -> bool:
        """Return whether this is allowed on the ladder; without a ladder, whether it is allowed everywhere."""
        here = [rank for pk, rank in self.ranks.items() if act in ON_ANY_LADDER or (ladder and ladder.pk == pk)]
        return max(self.everywhere, *here, AccessLevel.VISITOR) >= LEAST_LEVELS[act]


def load_powers(user: Any) -> AccountPowers:
    """Return the levels of an account; one that is not active is a visitor. One query for a member."""
    if not user.is_active:
        return AccountPowers(AccessLevel.VISITOR, {})
    if user.is_staff:
        return AccountPowers(AccessLevel.OWNER, {})
    return AccountPowers(
        AccessLevel.MEMBER, {held.ladder_id: AccessLevel[held.role.upper()] for held in user.ladder_roles.all()}
    )


def read_roles_once(user: Any) -> None:
    """Read a member's roles, so that they are not read again during this request."""
    if user.is_active and not user.is_staff:
        prefetch_related_objects([user], "ladder_roles")


def is_allowed(user: Any, act: Act, ladder: Ladder | None = None) -> bool:
    """Return whether the account may do this on the ladder; without a ladder, whether it may do so everywhere."""
    return load_powers(user).may(act, ladder)


def is_organiser(user: Any) -> bool:
    """Return whether the account organises any ladder."""
    has = load_powers(user)
    return max(has.everywhere, *has.ranks.values(), AccessLevel.VISITOR) >= AccessLevel.ORGANISER


def list_ladders_where(user: Any, act: Act) -> QuerySet[Ladder]:
    """Return the ladders on which the account may do this."""
    has = load_powers(user)
    if has.everywhere >= LEAST_LEVELS[act]:
        return Ladder.objects.all()
    return Ladder.objects.filter(pk__in=[ladder for ladder, rank in has.ranks.items() if rank >= LEAST_LEVELS[act]])


def select_organisers(ladder: int) -> QuerySet[User]:
    """Return the accounts that may correct the matches of the ladder with this key: its organisers and the owners."""
    organises = Q(ladder_roles__ladder=ladder, ladder_roles__role=Role.Kind.ORGANISER)
    return User.objects.filter(organises | Q(is_staff=True), is_active=True).order_by()


class NotAllowed(ValidationError):
    """This account may not do this; the sentence says who may."""


def find_account_player(user: Any) -> Player | None:
    """Return the player that an account plays as; the account object keeps it, so one query is enough for a request."""
    player: Player | None = getattr(user, "player", None)
    return player and player.itself


def check_permission(user: Any, act: Act, ladder: Ladder | None = None) -> None:
    """Refuse an account that may not do this.

    Raises: NotAllowed, "Only organisers can ... Ask one of them."
    """
    if not is_allowed(user, act, ladder):
        who = f"Only {LEAST_LEVELS[act].name.lower()}s can {act.value}. Ask one of them."
        raise NotAllowed(ORGANISERS_ONLY if act == Act.CORRECT else who)


def check_author_permission(by: User | None, act: Act, ladder: Ladder | None = None) -> None:
    """Refuse a change by an account that may not make it; without an account it is the site's own doing.

    Raises: NotAllowed, as `check_permission` does.
    """
    if by is not None:
        check_permission(by, act, ladder)


def explain_report_refusal(season: Season, user: Any, format: Format = DUEL) -> str:
    """Return why this account can't report matches of this format in this season; an empty text if it can."""
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
    open_to_members = format.is_for_members and any(one.is_for_members for one in list_season_formats(season))
    return "" if open_to_members else NO_DUELS


def check_reporter(season: Season, user: Any, result: Result) -> None:
    """Refuse a match that this account may not report. Recorders report any, members what the ladder lets them.

    Raises: NotAllowed, such as "Only the winner can report here."
    """
    if is_allowed(user, Act.ENTER, season.ladder):
        return
    check_permission(user, Act.REPORT)
    reporters, player = season.ladder.reporters, find_account_player(user)
    if reporters == Reporters.RECORDERS:
        raise NotAllowed(RECORDERS_ONLY)
    if not find_result_format(result).is_for_members:
        raise NotAllowed(NO_DUELS)
    if reporters == Reporters.ANY:
        return
    if player is None:
        raise NotAllowed(NO_PLAYER)
    if player.pk not in result.players:
        raise NotAllowed(NOT_YOURS)
    winners = [key for key, score in zip(result.players, result.scores, strict=True) if score == 1]
    if reporters == Reporters.WINNER and winners and player.pk not in winners:
        raise NotAllowed("Only the winner can report here.")


def may_report_others(ladder: Ladder, user: Any) -> bool:
    """Return whether an account may report a match that others played."""
    return ladder.reporters == Reporters.ANY or is_allowed(user, Act.ENTER, ladder)


def list_season_formats(season: Season) -> set[Format]:
    """Return the formats of the matches that the season's boards rate."""
    return {kind.format for board in season.boards.all() for kind in board.rating_system.kinds}
