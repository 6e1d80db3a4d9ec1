"""Challenging, accepting, declining and withdrawing: each under the ladder's lock, so that one of two comes first."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Challenge, Party, Season, State
from ladder.models.challenge import MOST_PLACES
from ladder.ratings import Facts
from ladder.selectors.challenges import reasons
from ladder.selectors.challenges.people import Around, joined
from players.models import Player

from ..limits import check_challenge
from ..permissions import NotAllowed
from . import notices
from .access import NOT_YOURS, challenger, opened, part_of, party_of, refuse
from .terms import why_not_join


def challenge(
    *, season: Season, by: User, opponent: Player, kind: str = "", facts: Facts | None = None, note: str = ""
) -> Challenge:
    """Challenge another player, to the length that is chosen, or the one played last.

    Raises: NotAllowed; ValidationError with the reason why they may not be challenged, as the page prints it.
    """
    with transaction.atomic():
        me, seen = challenger(season, by, kind, facts)
        other = seen.people.get(opponent.itself.pk)
        refuse(reasons.why_not(seen, other) if other else "This player can't be challenged")
        check_challenge(by=me, opponent=opponent.itself)
        made = make(seen, me, 2, note)
        Party.objects.create(challenge=made, player=opponent.itself)
        notices.challenged(made, opponent.itself)
    return made


def open_battle(*, season: Season, by: User, places: int, kind: str = "", note: str = "") -> Challenge:
    """Open a battle that others join until its places are taken.

    Raises: NotAllowed; ValidationError, "A battle has 3 to 20 places." or why this player may not challenge now.
    """
    with transaction.atomic():
        me, seen = challenger(season, by, kind)
        if seen.terms.kind.shape != "battle":
            raise ValidationError("Matches of this kind have two players.")
        if not 3 <= places <= MOST_PLACES:
            raise ValidationError(f"A battle has 3 to {MOST_PLACES} places.")
        check_challenge(by=me, opponent=None)
        return make(seen, me, places, note)


def accept(*, challenge: Challenge, by: User) -> Challenge:
    """Accept a challenge, or join a battle; with the last place taken it is to be played, from the ratings of now.

    Raises: NotAllowed; ValidationError when it is over, or why these players may not play (W-9).
    """
    with transaction.atomic():
        found, me = opened(challenge, by)
        mine = party_of(found, me)
        if mine and mine.joined_at:
            raise ValidationError("You are already in this challenge.")
        if mine is None and found.places == 2:
            raise NotAllowed(NOT_YOURS)
        refuse(why_not_join(found, me))
        now = timezone.now()
        Party.objects.update_or_create(challenge=found, player=mine.player if mine else me, defaults={"joined_at": now})
        others = joined(found)
        if len(others) + 1 == found.places:
            begin(found)
        notices.accepted(found, me, others)
    return found


def decline(*, challenge: Challenge, by: User) -> Challenge:
    """Decline a challenge; it costs nothing.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        found, me = opened(challenge, by)
        part_of(found, me, joined=False)
        close(found, State.DECLINED)
        notices.declined(found, me)
    return found


def withdraw(*, challenge: Challenge, by: User) -> Challenge:
    """Take one's own challenge back, or leave a battle that is not full.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        found, me = opened(challenge, by)
        mine = part_of(found, me, joined=True)
        if found.by.itself == me:
            close(found, State.WITHDRAWN)
            notices.withdrawn(found, me)
        else:
            mine.delete()
    return found


def make(seen: Around, me: Player, places: int, note: str) -> Challenge:
    """Store a challenge on these terms, with whoever makes it."""
    now, terms = timezone.now(), seen.terms
    made = Challenge.objects.create(
        season=terms.season,
        by=me,
        kind=terms.kind.key,
        facts=dict(terms.facts),
        note=note,
        places=places,
        made_at=now,
        answer_by=now + timedelta(days=terms.season.ladder.answer_days),
    )
    Party.objects.create(challenge=made, player=me, joined_at=now)
    return made


def begin(challenge: Challenge) -> None:
    """Freeze the starting ratings: the match that comes of it began now."""
    now = timezone.now()
    challenge.status, challenge.accepted_at, challenge.reminded_at = State.ACCEPTED, now, None
    challenge.play_by = now + timedelta(days=challenge.season.ladder.play_days)
    challenge.save(update_fields=["status", "accepted_at", "play_by", "reminded_at"])


def close(challenge: Challenge, state: State) -> None:
    challenge.status = state
    challenge.save(update_fields=["status"])
