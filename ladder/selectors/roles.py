"""Who may do what: one table for the whole site (docs/roles.md). Each rank may do all that those before it may."""

from enum import Enum, IntEnum
from typing import Any, NamedTuple

from django.db.models import QuerySet, prefetch_related_objects

from ladder.models import Ladder


class AccessLevel(IntEnum):
    """What somebody is on a ladder; its owner, members and visitors are the same on all of them."""

    VISITOR = 0
    MEMBER = 1
    RECORDER = 2
    ORGANISER = 3
    OWNER = 4


class Act(Enum):
    """What is done; the value completes the sentence "Only organisers can ..."."""

    READ = "look at standings, matches and players"
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
ON_ANY_LADDER = {Act.INVITE}  # acts that concern no ladder: a role on any of them will do


class AccountPowers(NamedTuple):
    """What an account is everywhere, and on the ladders, by primary key, that gave it more."""

    everywhere: AccessLevel
    ranks: dict[int, AccessLevel]

    def may(self, act: Act, ladder: Ladder | None = None) -> bool:
        """Say whether this is allowed on the ladder; without one, only what is allowed everywhere."""
        here = [rank for pk, rank in self.ranks.items() if act in ON_ANY_LADDER or (ladder and ladder.pk == pk)]
        return max(self.everywhere, *here, AccessLevel.VISITOR) >= LEAST_LEVELS[act]


def load_powers(user: Any) -> AccountPowers:
    """Return what an account may; one that is not active is a visitor. One query for a member."""
    if not user.is_active:
        return AccountPowers(AccessLevel.VISITOR, {})
    if user.is_staff:
        return AccountPowers(AccessLevel.OWNER, {})
    return AccountPowers(
        AccessLevel.MEMBER, {held.ladder_id: AccessLevel[held.role.upper()] for held in user.ladder_roles.all()}
    )


def read_roles_once(user: Any) -> None:
    """Read a member's roles now, so that nothing asks again during this request."""
    if user.is_active and not user.is_staff:
        prefetch_related_objects([user], "ladder_roles")


def is_allowed(user: Any, act: Act, ladder: Ladder | None = None) -> bool:
    """Say whether the account may do this on the ladder; without one, only what it may do everywhere."""
    return load_powers(user).may(act, ladder)


def is_organiser(user: Any) -> bool:
    """Say whether the account organises any ladder."""
    has = load_powers(user)
    return max(has.everywhere, *has.ranks.values(), AccessLevel.VISITOR) >= AccessLevel.ORGANISER


def list_ladders_where(user: Any, act: Act) -> QuerySet[Ladder]:
    """Return the ladders on which the account may do this."""
    has = load_powers(user)
    if has.everywhere >= LEAST_LEVELS[act]:
        return Ladder.objects.all()
    return Ladder.objects.filter(pk__in=[ladder for ladder, rank in has.ranks.items() if rank >= LEAST_LEVELS[act]])


def describe_refusal(act: Act) -> str:
    """Return what is said to somebody who may not."""
    return f"Only {LEAST_LEVELS[act].name.lower()}s can {act.value}. Ask one of them."
