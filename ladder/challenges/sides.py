"""Challenge another side, as in doubles, or arrange a match of two sides. Anybody of a side speaks for all of it."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, check_permission
from ladder.access.rate_limits import check_challenge_limit
from ladder.challenges.access import check_no_obstacle, lock_opponent_pool
from ladder.challenges.actions import begin_challenge, create_challenge, join_side_of_challenge
from ladder.challenges.notifications import notify_sides_arranged, notify_sides_challenged
from ladder.challenges.queries.opponents import load_pool_for_kind, reload_season
from ladder.challenges.queries.running import select_challenges
from ladder.challenges.queries.sides import (
    OPEN_BETWEEN,
    SidePair,
    find_absence_of_any,
    find_board_limit_of_sides,
    find_sides_obstacle,
    is_open_between,
)
from ladder.formats import TEAM
from ladder.models import Challenge, Ladder, Party, Season
from ladder.ratings import Facts
from players.models import Player


def challenge_side(
    *,
    season: Season,
    by: User,
    partners: Sequence[Player],
    opponents: Sequence[Player],
    facts: Facts | None = None,
    note: str = "",
) -> Challenge:
    """Challenge another side together with partners, who are asked nothing, and tell them all.

    Raises: NotAllowed; ValidationError with the reason why the other side may not be challenged, as the page prints it.
    """
    with transaction.atomic():
        me, pool = lock_opponent_pool(season, by, TEAM.key, facts)
        first, second = [me, *(one.itself for one in partners)], [one.itself for one in opponents]
        check_sides(pool.terms.season.ladder, first, second)
        pool = pool.with_people([*first, *second])
        check_no_obstacle(find_sides_obstacle(pool, build_side_pair(first, second)))
        for opponent in second:
            check_challenge_limit(by=me, opponent=opponent)
        challenge = create_challenge(pool, me, len(first) + len(second), note)
        challenge = store_sides(challenge, first, second)
        notify_sides_challenged(challenge, me)
    return challenge


def arrange_sides(
    *,
    season: Season,
    by: User,
    first: Sequence[Player],
    second: Sequence[Player],
    facts: Facts | None = None,
    note: str = "",
) -> Challenge:
    """Store, as an organiser, a match that two sides have agreed on; it is accepted at once.

    Nobody needs an account. The ladder's own limits don't apply, but a rating system's limit does (W-9).
    Raises: NotAllowed; ValidationError with the reason why these two can't play each other.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        check_permission(by, Act.CORRECT, season.ladder)
        first, second = [one.itself for one in first], [one.itself for one in second]
        check_sides(season.ladder, first, second)
        pool = load_pool_for_kind(reload_season(season), first[0], TEAM.key, facts).with_people([*first, *second])
        if pool.terms.season.closed_at:
            raise ValidationError(f"{season.name} is closed.")
        sides = build_side_pair(first, second)
        present = [pool.people[key]._replace(sits_out_until=None) for key in sides.players]
        check_no_obstacle(
            find_absence_of_any(present)
            or (OPEN_BETWEEN if is_open_between(pool, sides) else "")
            or find_board_limit_of_sides(pool, sides)
        )
        challenge = create_challenge(pool, first[0], len(sides.players), note)
        challenge = store_sides(challenge, first, second)
        join_side_of_challenge(challenge, 2)
        begin_challenge(challenge)
        notify_sides_arranged(challenge)
    return challenge


def check_sides(ladder: Ladder, first: Sequence[Player], second: Sequence[Player]) -> None:
    """Refuse a player who is there twice, and sides of a size that the ladder doesn't have. Raises: ValidationError."""
    found: set[Player] = set()
    for player in (*first, *second):
        if player in found:
            raise ValidationError(f"{player} can appear only once. Choose someone else.")
        found.add(player)
    if not all(ladder.fewest_a_side <= len(side) <= ladder.most_a_side for side in (first, second)):
        raise ValidationError(f"A side has {ladder.describe_side_size()}.")


def build_side_pair(first: Sequence[Player], second: Sequence[Player]) -> SidePair:
    """Return the keys of the players of both sides."""
    return SidePair(tuple(one.pk for one in first), tuple(one.pk for one in second))


def store_sides(challenge: Challenge, first: Sequence[Player], second: Sequence[Player]) -> Challenge:
    """Store who plays on each side, and return the challenge with them; the side that challenges has joined."""
    challenge.parties.update(side=1)  # whoever made the challenge
    now = timezone.now()
    rows = [Party(challenge=challenge, player=one, side=1, joined_at=now) for one in first[1:]]
    rows += [Party(challenge=challenge, player=one, side=2) for one in second]
    Party.objects.bulk_create(rows)
    return select_challenges(challenge.season).get(pk=challenge.pk)
