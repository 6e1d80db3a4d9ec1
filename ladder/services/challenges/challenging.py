"""Challenging, accepting, declining and withdrawing: each under the ladder's lock, so that one of two comes first."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Challenge, Party, Season, State
from ladder.models.challenge import MOST_PLACES
from ladder.ratings import Facts
from ladder.selectors.challenges.people import OpponentPool, list_joined_players
from ladder.selectors.challenges.reasons import find_obstacle
from ladder.services.challenges.access import (
    NOT_YOURS,
    check_no_obstacle,
    find_own_party,
    find_party,
    lock_open_challenge,
    lock_opponent_pool,
)
from ladder.services.challenges.notices import notify_accepted, notify_challenged, notify_declined, notify_withdrawn
from ladder.services.challenges.terms import find_join_obstacle
from ladder.services.limits import check_challenge_limit
from ladder.services.permissions import NotAllowed
from players.models import Player


def challenge_player(
    *, season: Season, by: User, opponent: Player, kind: str = "", facts: Facts | None = None, note: str = ""
) -> Challenge:
    """Challenge another player, to the length that is chosen, or the one played last.

    Raises: NotAllowed; ValidationError with the reason why they may not be challenged, as the page prints it.
    """
    with transaction.atomic():
        me, seen = lock_opponent_pool(season, by, kind, facts)
        other = seen.people.get(opponent.itself.pk)
        check_no_obstacle(find_obstacle(seen, other) if other else "This player can't be challenged")
        check_challenge_limit(by=me, opponent=opponent.itself)
        made = create_challenge(seen, me, 2, note)
        Party.objects.create(challenge=made, player=opponent.itself)
        notify_challenged(made, opponent.itself)
    return made


def open_battle(*, season: Season, by: User, places: int, kind: str = "", note: str = "") -> Challenge:
    """Open a battle that others join until its places are taken.

    Raises: NotAllowed; ValidationError, "A battle has 3 to 20 places." or why this player may not challenge now.
    """
    with transaction.atomic():
        me, seen = lock_opponent_pool(season, by, kind)
        if seen.terms.kind.shape != "battle":
            raise ValidationError("Matches of this kind have two players.")
        if not 3 <= places <= MOST_PLACES:
            raise ValidationError(f"A battle has 3 to {MOST_PLACES} places.")
        check_challenge_limit(by=me, opponent=None)
        return create_challenge(seen, me, places, note)


def accept_challenge(*, challenge: Challenge, by: User) -> Challenge:
    """Accept a challenge, or join a battle; with the last place taken it is to be played, from the ratings of now.

    Raises: NotAllowed; ValidationError when it is over, or why these players may not play (W-9).
    """
    with transaction.atomic():
        found, me = lock_open_challenge(challenge, by)
        mine = find_party(found, me)
        if mine and mine.joined_at:
            raise ValidationError("You are already in this challenge.")
        if mine is None and found.places == 2:
            raise NotAllowed(NOT_YOURS)
        check_no_obstacle(find_join_obstacle(found, me))
        now = timezone.now()
        Party.objects.update_or_create(challenge=found, player=mine.player if mine else me, defaults={"joined_at": now})
        others = list_joined_players(found)
        if len(others) + 1 == found.places:
            begin_challenge(found)
        notify_accepted(found, me, others)
    return found


def decline_challenge(*, challenge: Challenge, by: User) -> Challenge:
    """Decline a challenge; it costs nothing.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        found, me = lock_open_challenge(challenge, by)
        find_own_party(found, me, joined=False)
        set_challenge_state(found, State.DECLINED)
        notify_declined(found, me)
    return found


def withdraw_challenge(*, challenge: Challenge, by: User) -> Challenge:
    """Take one's own challenge back, or leave a battle that is not full.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        found, me = lock_open_challenge(challenge, by)
        mine = find_own_party(found, me, joined=True)
        if found.by.itself == me:
            set_challenge_state(found, State.WITHDRAWN)
            notify_withdrawn(found, me)
        else:
            mine.delete()
    return found


def create_challenge(seen: OpponentPool, me: Player, places: int, note: str) -> Challenge:
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


def begin_challenge(challenge: Challenge) -> None:
    """Freeze the starting ratings: the match that comes of it began now."""
    now = timezone.now()
    challenge.status, challenge.accepted_at, challenge.reminded_at = State.ACCEPTED, now, None
    challenge.play_by = now + timedelta(days=challenge.season.ladder.play_days)
    challenge.save(update_fields=["status", "accepted_at", "play_by", "reminded_at"])


def set_challenge_state(challenge: Challenge, state: State) -> None:
    challenge.status = state
    challenge.save(update_fields=["status"])
