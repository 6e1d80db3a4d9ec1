"""Who may do what: one table for the whole site (docs/roles.md). Each rank may do all that those before it may."""

from enum import Enum, IntEnum
from typing import Any, NamedTuple

from django.db.models import QuerySet, prefetch_related_objects

from ladder.models import Ladder


class Rank(IntEnum):
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


TABLE = {
    Act.READ: Rank.VISITOR,
    Act.REPORT: Rank.MEMBER,
    Act.CHALLENGE: Rank.MEMBER,
    Act.ENTER: Rank.RECORDER,
    Act.CORRECT: Rank.ORGANISER,
    Act.SETTINGS: Rank.ORGANISER,
    Act.IMPORT: Rank.ORGANISER,
    Act.INVITE: Rank.ORGANISER,
    Act.PLAYERS: Rank.OWNER,
    Act.ROLES: Rank.OWNER,
    Act.CLUB: Rank.OWNER,
    Act.BACKUP: Rank.OWNER,
}
ANYWHERE = {Act.INVITE}  # acts that concern no ladder: a role on any of them will do


class Powers(NamedTuple):
    """What an account is everywhere, and on the ladders, by primary key, that gave it more."""

    everywhere: Rank
    ranks: dict[int, Rank]

    def may(self, act: Act, ladder: Ladder | None = None) -> bool:
        """Say whether this is allowed on the ladder; without one, only what is allowed everywhere."""
        here = [rank for pk, rank in self.ranks.items() if act in ANYWHERE or (ladder and ladder.pk == pk)]
        return max(self.everywhere, *here, Rank.VISITOR) >= TABLE[act]


def powers(user: Any) -> Powers:
    """Return what an account may; one that is not active is a visitor. One query for a member."""
    if not user.is_active:
        return Powers(Rank.VISITOR, {})
    if user.is_staff:
        return Powers(Rank.OWNER, {})
    return Powers(Rank.MEMBER, {held.ladder_id: Rank[held.role.upper()] for held in user.ladder_roles.all()})


def read_once(user: Any) -> None:
    """Read a member's roles now, so that nothing asks again during this request."""
    if user.is_active and not user.is_staff:
        prefetch_related_objects([user], "ladder_roles")


def may(user: Any, act: Act, ladder: Ladder | None = None) -> bool:
    """Say whether the account may do this on the ladder; without one, only what it may do everywhere."""
    return powers(user).may(act, ladder)


def organises(user: Any) -> bool:
    """Say whether the account organises any ladder."""
    has = powers(user)
    return max(has.everywhere, *has.ranks.values(), Rank.VISITOR) >= Rank.ORGANISER


def ladders_where(user: Any, act: Act) -> QuerySet[Ladder]:
    """Return the ladders on which the account may do this."""
    has = powers(user)
    if has.everywhere >= TABLE[act]:
        return Ladder.objects.all()
    return Ladder.objects.filter(pk__in=[ladder for ladder, rank in has.ranks.items() if rank >= TABLE[act]])


def refusal(act: Act) -> str:
    """Return what is said to somebody who may not."""
    return f"Only {TABLE[act].name.lower()}s can {act.value}. Ask one of them."
