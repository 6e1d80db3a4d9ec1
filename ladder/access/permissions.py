"""Who may do what: one table for the whole site (docs/roles.md). `ladder/scene.py` says who may report what.

Each level may do everything that the levels before it may.
"""

from enum import Enum, IntEnum
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField, Q, QuerySet

from ladder.models import Ladder, Role
from players.compiled_query import CompiledQuery, Given
from players.models import Player

NO_PLAYER = "Your account isn't linked to a player yet. Ask an organiser to link it, then you can report."
ORGANISERS_ONLY = "Only organisers can correct, void or restore matches. If a result is wrong, tell one of them."


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
ROLES_QUERY = CompiledQuery(
    lambda: Role.objects.filter(user=Given("user", BigIntegerField())).order_by().values_list("ladder", "role")
)


class AccountPowers(NamedTuple):
    """The level of an account on every ladder, and its higher levels on some of them, by the ladder's key."""

    everywhere: AccessLevel
    ranks: dict[int, AccessLevel]

    @property
    def is_plain(self) -> bool:
        """Whether it is a member's without any role."""
        return self.everywhere == AccessLevel.MEMBER and not self.ranks

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
    known = getattr(user, "roles_read", None)
    rows = ROLES_QUERY.fetch_rows(user=user.pk) if known is None else known
    return AccountPowers(AccessLevel.MEMBER, {ladder: AccessLevel[role.upper()] for ladder, role in rows})


def read_roles_once(user: Any) -> None:
    """Read a member's roles, so that they are not read again during this request."""
    if user.is_active and not user.is_staff:
        user.roles_read = ROLES_QUERY.fetch_rows(user=user.pk)


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
        raise NotAllowed(describe_who_may(act))


def describe_who_may(act: Act) -> str:
    """Return "Only organisers can ... Ask one of them."."""
    who = f"Only {LEAST_LEVELS[act].name.lower()}s can {act.value}. Ask one of them."
    return ORGANISERS_ONLY if act == Act.CORRECT else who


def check_author_permission(by: User | None, act: Act, ladder: Ladder | None = None) -> None:
    """Refuse a change by an account that may not make it; without an account it is the site's own doing.

    Raises: NotAllowed, as `check_permission` does.
    """
    if by is not None:
        check_permission(by, act, ladder)
