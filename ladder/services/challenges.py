"""Challenging, accepting, declining and withdrawing: each under the ladder's lock, so that one of two comes first."""

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Challenge, Party, Season, State
from ladder.models.challenge import MOST_PLACES
from ladder.ratings import kinds
from ladder.selectors.challenges import reasons
from ladder.selectors.challenges.deadlines import with_people
from ladder.selectors.challenges.people import Around, around, joined
from players.models import Player

from . import challenge_notices as notices
from . import ledger
from .challenging import around_for, terms_of
from .permissions import NO_PLAYER, Act, NotAllowed, check, player_of

NOT_YOURS = "This challenge is between others."
OVER = {
    State.ACCEPTED: "This challenge is accepted already.",
    State.DECLINED: "This challenge was declined.",
    State.WITHDRAWN: "This challenge was withdrawn.",
    State.EXPIRED: "This challenge has run out.",
    State.OVERDUE: "This challenge was accepted, but not played in time.",
    State.PLAYED: "This challenge has been played.",
}


def challenge(*, season: Season, by: User, opponent: Player, kind: str = "") -> Challenge:
    """Challenge another player.

    Raises: NotAllowed; ValidationError with the reason why they may not be challenged, as the page prints it.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        me = member(by)
        seen = around_for(fresh_season(season), me, kind)
        refuse(reasons.why_not_at_all(seen))
        other = seen.people.get(opponent.itself.pk)
        refuse(reasons.why_not(seen, other) if other else "This player can't be challenged")
        made = make(seen, me, 2)
        Party.objects.create(challenge=made, player=opponent.itself)
        notices.challenged(made, opponent.itself)
    return made


def open_battle(*, season: Season, by: User, places: int, kind: str = "") -> Challenge:
    """Open a battle that others join until its places are taken.

    Raises: NotAllowed; ValidationError, "A battle has 3 to 20 places." or why this player may not challenge now.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        me = member(by)
        seen = around_for(fresh_season(season), me, kind)
        refuse(reasons.why_not_at_all(seen))
        if seen.terms.kind.shape != "battle":
            raise ValidationError("Matches of this kind have two players.")
        if not 3 <= places <= MOST_PLACES:
            raise ValidationError(f"A battle has 3 to {MOST_PLACES} places.")
        return make(seen, me, places)


def accept(*, challenge: Challenge, by: User) -> Challenge:
    """Accept a challenge, or join a battle; with the last place taken it is to be played, from the ratings of now.

    Raises: NotAllowed; ValidationError when it is over, or why these players may not play (W-9).
    """
    with transaction.atomic():
        found, me = opened(challenge, by)
        mine = party_of(found, me)
        if mine and mine.joined_at:
            raise ValidationError("You take part in this challenge already.")
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
        mine = party_of(found, me)
        if mine is None or mine.joined_at:
            raise NotAllowed(NOT_YOURS)
        close(found, State.DECLINED)
        notices.declined(found, me)
    return found


def withdraw(*, challenge: Challenge, by: User) -> Challenge:
    """Take one's own challenge back, or leave a battle that is not full.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        found, me = opened(challenge, by)
        mine = party_of(found, me)
        if mine is None or not mine.joined_at:
            raise NotAllowed(NOT_YOURS)
        if found.by.itself == me:
            close(found, State.WITHDRAWN)
            notices.withdrawn(found, me)
        else:
            mine.delete()
    return found


def member(by: User) -> Player:
    """Return the player who challenges. Raises: NotAllowed."""
    check(by, Act.CHALLENGE)
    me = player_of(by)
    if me is None:
        raise NotAllowed(NO_PLAYER)
    return me


def opened(challenge: Challenge, by: User) -> tuple[Challenge, Player]:
    """Return an open challenge as it is under the ladder's lock, and who this is.

    Raises: NotAllowed; ValidationError, such as "This challenge was withdrawn."
    """
    me = member(by)
    found = locked(challenge)
    if party_of(found, me) is None and found.places == 2:
        raise NotAllowed(NOT_YOURS)
    if found.state != State.OPEN:
        raise ValidationError(OVER[found.state])
    return found, me


def locked(challenge: Challenge) -> Challenge:
    """Return the challenge with everybody in it, as it is under the ladder's lock."""
    ledger.lock(challenge.season.ladder_id)
    return with_people(challenge.season).get(pk=challenge.pk)


def fresh_season(season: Season) -> Season:
    """Return the season as it is under the lock, with its ladder and boards."""
    return Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)


def party_of(challenge: Challenge, player: Player) -> Party | None:
    """Return the player's part in a challenge, under whichever name they were asked."""
    return next((party for party in challenge.parties.all() if party.player.itself == player), None)


def make(seen: Around, me: Player, places: int) -> Challenge:
    """Store a challenge on these terms, with whoever makes it."""
    now, terms = timezone.now(), seen.terms
    made = Challenge.objects.create(
        season=terms.season,
        by=me,
        kind=terms.kind.key,
        facts=dict(terms.facts),
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


def why_not_join(challenge: Challenge, me: Player) -> str:
    """Return why this player may not accept now: the range is tested here, with the ratings as they are (W-9)."""
    season = fresh_season(challenge.season)
    if season.closed_at:
        return f"{season.name} is closed"
    seen = around(terms_of(season, me, kinds()[challenge.kind], challenge.facts), me)
    others = [player.pk for player in joined(challenge)]
    return reasons.full(seen, seen.me, "You have") or range_of(seen, challenge, others)


def range_of(seen: Around, challenge: Challenge, others: Sequence[int]) -> str:
    """Return why these players stand too far apart."""
    if not reasons.is_serious(seen):
        return ""
    other = seen.people.get(others[0]) if challenge.places == 2 else None
    return (reasons.too_far(seen, other) if other else "") or reasons.not_eligible(seen, [*others, seen.me.player])


def refuse(reason: str) -> None:
    """Refuse with a reason that is there. Raises: ValidationError."""
    if reason:
        raise ValidationError(reason if reason.endswith(".") else f"{reason}.")
