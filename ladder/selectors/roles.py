"""Who may do what: one table for the whole site (docs/roles.md). Each rank may do all that those before it may."""

from enum import Enum, IntEnum
from typing import Any

from django.db.models import QuerySet

from ladder.models import Ladder, Role


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
    IMPORT = "bring in matches from a file"
    INVITE = "invite people and say whose account plays as whom"
    PLAYERS = "rename, retire, merge and erase players"
    ROLES = "give and take roles"
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

RANKS = {Role.Kind.RECORDER: Rank.RECORDER, Role.Kind.ORGANISER: Rank.ORGANISER}


def may(user: Any, act: Act, ladder: Ladder | None = None) -> bool:
    """Say whether the account may do this on the ladder; without one, only what it may do everywhere."""
    if everywhere(user) >= TABLE[act]:
        return True
    where = ladders_where(user, act)
    return where.exists() if act in ANYWHERE else bool(ladder and where.filter(pk=ladder.pk).exists())


def refusal(act: Act) -> str:
    """Return what is said to somebody who may not."""
    return f"Only {TABLE[act].name.lower()}s can {act.value}. Ask one of them."


def everywhere(user: Any) -> Rank:
    """Return the rank of an account that no ladder gave it; one that is not active is a visitor's."""
    if not user.is_active:
        return Rank.VISITOR
    return Rank.OWNER if user.is_staff else Rank.MEMBER


def ladders_where(user: Any, act: Act) -> QuerySet[Ladder]:
    """Return the ladders on which the account may do this."""
    known = everywhere(user)
    if known >= TABLE[act]:
        return Ladder.objects.all()
    if known == Rank.VISITOR:
        return Ladder.objects.none()
    roles = Role.objects.filter(user=user.pk, role__in=[role for role, rank in RANKS.items() if rank >= TABLE[act]])
    return Ladder.objects.filter(pk__in=roles.values("ladder"))
