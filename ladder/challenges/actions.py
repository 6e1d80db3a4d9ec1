"""Make, answer, arrange and call off challenges. Each takes the ladder's lock first, so the second of two is told."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, NotAllowed, check_permission, find_account_player
from ladder.access.rate_limits import check_challenge_limit
from ladder.challenges.access import (
    NOT_YOURS,
    check_challenge_state,
    check_no_obstacle,
    find_challenging_player,
    find_own_party,
    find_party,
    lock_challenge,
    lock_open_challenge,
    lock_opponent_pool,
)
from ladder.challenges.notifications import (
    notify_accepted,
    notify_arranged,
    notify_call_off_request,
    notify_called_off,
    notify_challenged,
    notify_declined,
    notify_postponed,
    notify_season_closed,
    notify_withdrawn,
)
from ladder.challenges.queries.eligibility import (
    BOX_STAYS,
    find_arranging_obstacle,
    find_join_obstacle,
    find_obstacle,
    find_postponing_obstacle,
    is_beyond_reach,
)
from ladder.challenges.queries.opponents import OpponentPool, SideKeys, load_pool_for_kind, reload_season
from ladder.challenges.queries.running import (
    build_answerable_filter,
    build_unplayed_filter,
    find_unfinished_challenges,
    select_challenges,
    select_fixtures,
)
from ladder.challenges.reports import DECLINED_REASON, give_to_challenger
from ladder.models import Fixture, Ladder, Origin, Party, Season, State
from ladder.models.fixture import MOST_CHALLENGE_PLACES, TO_PLAY
from ladder.ratings import Facts
from players.models import Player
from players.people.queries import count_days_away


def challenge_side(
    *,
    season: Season,
    by: User,
    opponents: Sequence[Player],
    partners: Sequence[Player] = (),
    kind: str = "",
    facts: Facts | None = None,
    note: str = "",
) -> Fixture:
    """Challenge another player, or another side together with partners, who are asked nothing; and tell them all.

    Without facts the match is as long as the one the member played last.
    Raises: NotAllowed; ValidationError with the reason why they may not be challenged, as the page prints it.
    """
    with transaction.atomic():
        me, pool = lock_opponent_pool(season, by, kind, facts)
        first, second = [me, *(one.itself for one in partners)], [one.itself for one in opponents]
        pool, sides = pool.with_people([*first, *second]), build_side_keys(pool, first, second)
        check_no_obstacle(find_obstacle(pool, sides))
        for opponent in second:
            check_challenge_limit(by=me, opponent=opponent)
        challenge = create_challenge(pool, [first, second], note, is_free=is_beyond_reach(pool, sides))
        notify_challenged(challenge, me)
    return challenge


def open_battle(*, season: Season, by: User, places: int, kind: str = "", note: str = "") -> Fixture:
    """Open a battle that others join until its places are taken.

    Raises: NotAllowed; ValidationError, "A battle has 3 to 20 places." or why this member may not challenge now.
    """
    with transaction.atomic():
        me, pool = lock_opponent_pool(season, by, kind)
        format = pool.terms.kind.format
        if format.has_sides or format.most == 2:
            raise ValidationError(f"Matches of this kind have two {'sides' if format.has_sides else 'players'}.")
        if not 3 <= places <= MOST_CHALLENGE_PLACES:
            raise ValidationError(f"A battle has 3 to {MOST_CHALLENGE_PLACES} places.")
        check_challenge_limit(by=me, opponent=None)
        return create_challenge(pool, [[me]], note, places)


def accept_challenge(*, challenge: Fixture, by: User) -> Fixture:
    """Accept a challenge for one's side, or join a battle. Once nobody is missing it is played from the ratings of now.

    Raises: NotAllowed; ValidationError when it is over, or why these players may not play each other (W-9).
    """
    with transaction.atomic():
        challenge, me = lock_open_challenge(challenge, by)
        mine = find_party(challenge, me)
        if mine and mine.joined_at:
            raise ValidationError("You are already in this challenge.")
        if mine is None and not challenge.is_battle:
            raise NotAllowed(NOT_YOURS)
        check_no_obstacle(find_join_obstacle(challenge, me))
        if challenge.is_battle:
            Party.objects.create(fixture=challenge, player=me, joined_at=timezone.now())
            challenge = lock_challenge(challenge)
        else:
            join_side_of_challenge(challenge, challenge.find_side(me.pk))
        if challenge.is_complete:
            begin_challenge(challenge)
        notify_accepted(challenge, me)
    return challenge


def join_side_of_challenge(challenge: Fixture, number: int) -> None:
    """Store that all players of a side have joined."""
    joining = [party for side, party in challenge.number_parties() if side == number and not party.joined_at]
    for party in joining:
        party.joined_at = timezone.now()
    Party.objects.bulk_update(joining, ["joined_at"])


def decline_challenge(*, challenge: Fixture, by: User) -> Fixture:
    """Decline a challenge, which counts as lost where the ladder has it so.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        challenge, me = lock_open_challenge(challenge, by)
        find_own_party(challenge, me, joined=False)
        if challenge.counts_unanswered:
            give_to_challenger(challenge, by, DECLINED_REASON)
        else:
            set_challenge_state(challenge, State.DECLINED)
        notify_declined(challenge, me)
    return challenge


def withdraw_challenge(*, challenge: Fixture, by: User) -> Fixture:
    """Withdraw one's own challenge or that of one's side, or leave a battle that is not full yet.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        challenge, me = lock_open_challenge(challenge, by)
        mine = find_own_party(challenge, me, joined=True)
        if challenge.is_battle and challenge.by.itself != me:
            mine.delete()
        else:
            set_challenge_state(challenge, State.WITHDRAWN)
            notify_withdrawn(challenge, me)
    return challenge


def build_side_keys(pool: OpponentPool, first: Sequence[Player], second: Sequence[Player]) -> tuple[SideKeys, SideKeys]:
    """Return the keys of the players of both sides. Raises: ValidationError, where the ladder has no such sides."""
    if pool.terms.kind.format.has_sides:
        ladder = pool.terms.season.ladder
        if not all(ladder.fewest_a_side <= len(side) <= ladder.most_a_side for side in (first, second)):
            raise ValidationError(f"A side has {ladder.describe_side_size()}.")
    elif len(first) != 1 or len(second) != 1:
        raise ValidationError("Matches of this kind have two players.")
    return tuple(one.pk for one in first), tuple(one.pk for one in second)


def create_challenge(
    pool: OpponentPool,
    sides: Sequence[Sequence[Player]],
    note: str,
    places: int = 0,
    *,
    origin: Origin = Origin.CHALLENGE,
    is_free: bool = False,
) -> Fixture:
    """Store a challenge of the first of these sides, which has joined it, and return it with its players.

    What comes of it if it is not answered or played is as the ladder has it now. In what is arranged nobody challenges.
    """
    now, terms = timezone.now(), pool.terms
    ladder = terms.season.ladder
    costs_nobody = len(sides) != 2 or (origin != Origin.CHALLENGE and ladder.if_unplayed == Ladder.Unplayed.LOST)
    challenge = Fixture.objects.create(
        season=terms.season,
        origin=origin,
        by=sides[0][0],
        kind=terms.kind.key,
        facts=dict(terms.facts),
        note=note,
        places=places or sum(map(len, sides)),
        made_at=now,
        answer_by=now + timedelta(days=ladder.answer_days),
        if_unanswered=ladder.if_unanswered if len(sides) == 2 else Ladder.Unanswered.FREE,
        if_unplayed=Ladder.Unplayed.CLAIM if costs_nobody else ladder.if_unplayed,
        is_free=is_free,
    )
    Party.objects.bulk_create(
        Party(
            fixture=challenge,
            player=player,
            side=number if terms.kind.format.has_sides else 0,
            joined_at=now if number == 1 else None,
        )
        for number, side in enumerate(sides, start=1)
        for player in side
    )
    return select_challenges(terms.season).get(pk=challenge.pk)


def begin_challenge(challenge: Fixture, at: datetime | None = None) -> None:
    """Mark a challenge as accepted now, or at a moment. The match that is played from it counts as begun then.

    Of somebody who sits out, the rest of those days is not counted.
    """
    now = at or timezone.now()
    challenge.status, challenge.accepted_at, challenge.reminded_at = State.ACCEPTED, now, None
    away = max((count_days_away(party.player.itself) for party in challenge.parties.all()), default=0)
    challenge.play_by = now + timedelta(days=challenge.season.ladder.play_days + away)
    challenge.decide_at = challenge.play_by + timedelta(days=challenge.season.ladder.days_of_grace)
    challenge.save(update_fields=["status", "accepted_at", "play_by", "decide_at", "reminded_at"])


def set_challenge_state(challenge: Fixture, state: State) -> None:
    """Store the state of a challenge that nobody has accepted."""
    challenge.status = state
    challenge.save(update_fields=["status"])


def arrange_challenge(
    *,
    season: Season,
    by: User,
    first: Sequence[Player],
    second: Sequence[Player],
    kind: str = "",
    facts: Facts | None = None,
    note: str = "",
) -> Fixture:
    """Store, as an organiser, a match that two players or two sides have agreed on; it is accepted at once.

    Nobody needs an account. The ladder's own limits don't apply, but a rating system's limit does (W-9).
    Raises: NotAllowed; ValidationError with the reason why these two can't play each other.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        check_permission(by, Act.CORRECT, season.ladder)
        first, second = [one.itself for one in first], [one.itself for one in second]
        pool = load_pool_for_kind(reload_season(season), first[0], kind, facts).with_people([*first, *second])
        check_no_obstacle(find_arranging_obstacle(pool, build_side_keys(pool, first, second)))
        challenge = create_challenge(pool, [first, second], note, origin=Origin.ARRANGED)
        join_side_of_challenge(challenge, 2)
        begin_challenge(challenge, challenge.made_at)
        notify_arranged(challenge)
    return challenge


def postpone_challenge(*, challenge: Fixture, by: User) -> Fixture:
    """Move the last day to play an accepted challenge, once, by as many days as the ladder has it; tell the others.

    Raises: NotAllowed; ValidationError, such as "The last day of this challenge was moved already."
    """
    with transaction.atomic():
        me = find_challenging_player(by)
        challenge = lock_challenge(challenge)
        find_own_party(challenge, me, joined=True)
        check_challenge_state(challenge, (State.ACCEPTED,))
        check_no_obstacle(find_postponing_obstacle(challenge))
        more = timedelta(days=challenge.season.ladder.postpone_days or 0)
        last = challenge.decide_at or challenge.deadline
        challenge.play_by, challenge.decide_at = challenge.deadline + more, last + more
        challenge.postponed_at, challenge.reminded_at = timezone.now(), None
        challenge.save(update_fields=["play_by", "decide_at", "postponed_at", "reminded_at"])
        notify_postponed(challenge, me)
    return challenge


def request_call_off(*, challenge: Fixture, by: User) -> Fixture:
    """Ask to call an accepted challenge off. It is called off once all who were to play have asked, or both sides.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    with transaction.atomic():
        me = find_challenging_player(by)
        challenge = lock_challenge(challenge)
        parties = challenge.number_parties()
        own = {side for side, party in parties if party.joined_at and party.player.itself == me}
        mine = [party for side, party in parties if side in own]
        if not mine:
            raise NotAllowed(NOT_YOURS)
        check_no_obstacle(BOX_STAYS if challenge.box_id else "")
        check_challenge_state(challenge, TO_PLAY)
        for party in mine:
            party.asked_off_at = timezone.now()
            party.save(update_fields=["asked_off_at"])
        agreed = all(party.asked_off_at for _, party in parties)
        if agreed:
            end_challenges([challenge])
        notify_call_off_request(challenge, me, agreed=agreed)
    return challenge


def call_off_as_organiser(*, challenge: Fixture, by: User) -> Fixture:
    """Call off an open or accepted challenge at once, as an organiser.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    check_permission(by, Act.CORRECT, challenge.season.ladder)
    with transaction.atomic():
        challenge = lock_challenge(challenge)
        check_no_obstacle(BOX_STAYS if challenge.box_id else "")
        check_challenge_state(challenge, (State.OPEN, *TO_PLAY))
        end_challenges([challenge])
        notify_called_off(challenge, find_account_player(by))
    return challenge


def call_off_season_challenges(season: Season) -> None:
    """Call off what was not played in a season that closes, and tell everybody in it. Reopening revives nothing."""
    unplayed = list(find_unfinished_challenges(season))
    end_challenges(unplayed)
    notify_season_closed(season, unplayed)


def call_off_player_challenges(player: Player) -> None:
    """Call off what an erased player had to answer or to play, and tell the others."""
    own = player.own_keys
    for season in Season.objects.filter(fixtures__parties__player__in=own).distinct():
        open_ones = select_fixtures(season).filter(build_answerable_filter() | build_unplayed_filter(), box=None)
        unplayed = list(open_ones.filter(parties__player__in=own).distinct())
        end_challenges(unplayed)
        for one in unplayed:
            notify_called_off(one, player)


def end_challenges(challenges: list[Fixture]) -> None:
    """Store that these challenges are called off; each loses its starting moment and its match, which was voided."""
    for challenge in challenges:
        challenge.status = State.CALLED_OFF
        challenge.accepted_at = challenge.play_by = challenge.decide_at = challenge.match = None
    Fixture.objects.bulk_update(challenges, ["status", "accepted_at", "play_by", "decide_at", "match"])
