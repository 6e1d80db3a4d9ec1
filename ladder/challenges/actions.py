"""Make, answer, arrange and call off challenges. Each takes the ladder's lock first, so the second of two is told."""

from datetime import timedelta

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
    notify_season_closed,
    notify_side_accepted,
    notify_withdrawn,
)
from ladder.challenges.queries.eligibility import (
    find_board_range_obstacle,
    find_join_obstacle,
    find_obstacle,
    is_rating_at_stake,
)
from ladder.challenges.queries.opponents import OpponentPool, load_pool_for_kind, reload_season
from ladder.challenges.queries.running import find_unfinished_challenges
from ladder.challenges.queries.sides import find_sides_join_obstacle
from ladder.models import Challenge, Party, Season, State
from ladder.models.challenge import MOST_PLACES, TO_PLAY
from ladder.pages.figures import format_day
from ladder.ratings import Facts
from players.models import Player
from players.people.queries import select_with_merged


def challenge_player(
    *, season: Season, by: User, opponent: Player, kind: str = "", facts: Facts | None = None, note: str = ""
) -> Challenge:
    """Challenge another player and tell them. Without facts the match is as long as the one the member played last.

    Raises: NotAllowed; ValidationError with the reason why they may not be challenged, as the page prints it.
    """
    with transaction.atomic():
        me, pool = lock_opponent_pool(season, by, kind, facts)
        check_no_sides(pool)
        other = pool.people.get(opponent.itself.pk)
        check_no_obstacle(find_obstacle(pool, other) if other else "This player can't be challenged")
        check_challenge_limit(by=me, opponent=opponent.itself)
        challenge = create_challenge(pool, me, 2, note)
        Party.objects.create(challenge=challenge, player=opponent.itself)
        notify_challenged(challenge, opponent.itself)
    return challenge


def open_battle(*, season: Season, by: User, places: int, kind: str = "", note: str = "") -> Challenge:
    """Open a battle that others join until its places are taken.

    Raises: NotAllowed; ValidationError, "A battle has 3 to 20 places." or why this member may not challenge now.
    """
    with transaction.atomic():
        me, pool = lock_opponent_pool(season, by, kind)
        check_no_sides(pool)
        if pool.terms.kind.format.most == 2:
            raise ValidationError("Matches of this kind have two players.")
        if not 3 <= places <= MOST_PLACES:
            raise ValidationError(f"A battle has 3 to {MOST_PLACES} places.")
        check_challenge_limit(by=me, opponent=None)
        return create_challenge(pool, me, places, note)


def accept_challenge(*, challenge: Challenge, by: User) -> Challenge:
    """Accept a challenge, or join a battle. When the last place is taken, it is to be played from the ratings of now.

    Between sides it is accepted for the whole side.

    Raises: NotAllowed; ValidationError when it is over, or why these players may not play each other (W-9).
    """
    with transaction.atomic():
        challenge, me = lock_open_challenge(challenge, by)
        mine = find_party(challenge, me)
        if mine and mine.joined_at:
            raise ValidationError("You are already in this challenge.")
        if mine is None and not challenge.is_battle:
            raise NotAllowed(NOT_YOURS)
        find_refusal = find_sides_join_obstacle if challenge.has_sides else find_join_obstacle
        check_no_obstacle(find_refusal(challenge, me))
        others = challenge.joined_players()
        if mine and mine.side:
            join_side_of_challenge(challenge, mine.side)
            begin_challenge(challenge)
            notify_side_accepted(challenge, me)
            return challenge
        player = mine.player if mine else me
        Party.objects.update_or_create(challenge=challenge, player=player, defaults={"joined_at": timezone.now()})
        if len(others) + 1 == challenge.places:
            begin_challenge(challenge)
        notify_accepted(challenge, me, others)
    return challenge


def join_side_of_challenge(challenge: Challenge, number: int) -> None:
    """Store that all players of a side have joined."""
    challenge.parties.filter(side=number, joined_at=None).update(joined_at=timezone.now())


def decline_challenge(*, challenge: Challenge, by: User) -> Challenge:
    """Decline a challenge.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        challenge, me = lock_open_challenge(challenge, by)
        find_own_party(challenge, me, joined=False)
        set_challenge_state(challenge, State.DECLINED)
        notify_declined(challenge, me)
    return challenge


def withdraw_challenge(*, challenge: Challenge, by: User) -> Challenge:
    """Withdraw one's own challenge or that of one's side, or leave a battle that is not full yet.

    Raises: NotAllowed; ValidationError when it is over.
    """
    with transaction.atomic():
        challenge, me = lock_open_challenge(challenge, by)
        mine = find_own_party(challenge, me, joined=True)
        if challenge.by.itself == me or challenge.has_sides:
            set_challenge_state(challenge, State.WITHDRAWN)
            notify_withdrawn(challenge, me)
        else:
            mine.delete()
    return challenge


def check_no_sides(pool: OpponentPool) -> None:
    """Refuse a kind of match that is played by sides. Raises: ValidationError."""
    if pool.terms.kind.format.has_sides:
        raise ValidationError("Name the partners, too. These matches are played by two sides.")


def create_challenge(pool: OpponentPool, me: Player, places: int, note: str) -> Challenge:
    """Store a challenge of this member on the terms of the pool; the member has joined it."""
    now, terms = timezone.now(), pool.terms
    challenge = Challenge.objects.create(
        season=terms.season,
        by=me,
        kind=terms.kind.key,
        facts=dict(terms.facts),
        note=note,
        places=places,
        made_at=now,
        answer_by=now + timedelta(days=terms.season.ladder.answer_days),
    )
    Party.objects.create(challenge=challenge, player=me, joined_at=now)
    return challenge


def begin_challenge(challenge: Challenge) -> None:
    """Mark a challenge as accepted now. The match that is played from it counts as begun at this moment."""
    now = timezone.now()
    challenge.status, challenge.accepted_at, challenge.reminded_at = State.ACCEPTED, now, None
    challenge.play_by = now + timedelta(days=challenge.season.ladder.play_days)
    challenge.save(update_fields=["status", "accepted_at", "play_by", "reminded_at"])


def set_challenge_state(challenge: Challenge, state: State) -> None:
    """Store the state of a challenge that nobody has accepted."""
    challenge.status = state
    challenge.save(update_fields=["status"])


def arrange_challenge(
    *,
    season: Season,
    by: User,
    first: Player,
    second: Player,
    kind: str = "",
    facts: Facts | None = None,
    note: str = "",
) -> Challenge:
    """Store, as an organiser, a match that two players have agreed on; it is accepted at once.

    The two need no accounts. The ladder's own limits don't apply, but a rating system's limit does (W-9).
    Raises: NotAllowed; ValidationError with the reason why these two can't play each other.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        check_permission(by, Act.CORRECT, season.ladder)
        first, second = first.itself, second.itself
        if first == second:
            raise ValidationError("A player can’t play against themselves. Choose someone else.")
        pool = load_pool_for_kind(reload_season(season), first, kind, facts)
        check_no_sides(pool)
        if pool.terms.season.closed_at:
            raise ValidationError(f"{season.name} is closed.")
        for player in (first, second):
            if player.retired_on:
                raise ValidationError(f"{player.name} retired on {format_day(player.retired_on)}.")
        if pool.between(second.pk):
            raise ValidationError(f"There is a challenge between {first.name} and {second.name} already.")
        if is_rating_at_stake(pool):
            check_no_obstacle(find_board_range_obstacle(pool, [first.pk, second.pk]))
        challenge = create_challenge(pool, first, 2, note)
        Party.objects.create(challenge=challenge, player=second, joined_at=timezone.now())
        begin_challenge(challenge)
        notify_arranged(challenge, first, second)
    return challenge


def request_call_off(*, challenge: Challenge, by: User) -> Challenge:
    """Ask to call an accepted challenge off. It is called off once all who were to play have asked, or both sides.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    with transaction.atomic():
        me = find_challenging_player(by)
        challenge = lock_challenge(challenge)
        parties = challenge.parties.all()
        own = [party for party in parties if party.joined_at and party.player.itself == me]
        mine = own + [party for party in parties if party.side and party.side in [one.side for one in own]]
        if not mine:
            raise NotAllowed(NOT_YOURS)
        check_challenge_state(challenge, TO_PLAY)
        for party in mine:
            party.asked_off_at = timezone.now()
            party.save(update_fields=["asked_off_at"])
        agreed = all(party.asked_off_at for party in parties)
        if agreed:
            end_challenges([challenge])
        notify_call_off_request(challenge, me, agreed=agreed)
    return challenge


def call_off_as_organiser(*, challenge: Challenge, by: User) -> Challenge:
    """Call off an open or accepted challenge at once, as an organiser.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    check_permission(by, Act.CORRECT, challenge.season.ladder)
    with transaction.atomic():
        challenge = lock_challenge(challenge)
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
    own = select_with_merged([player.pk])
    for season in Season.objects.filter(challenges__parties__player__in=own).distinct():
        unplayed = list(find_unfinished_challenges(season).filter(parties__player__in=own).distinct())
        end_challenges(unplayed)
        for one in unplayed:
            notify_called_off(one, player)


def end_challenges(challenges: list[Challenge]) -> None:
    """Store that these challenges are called off; each loses its starting moment and its match, which was voided."""
    for challenge in challenges:
        challenge.status = State.CALLED_OFF
        challenge.accepted_at = challenge.play_by = challenge.match = None
    Challenge.objects.bulk_update(challenges, ["status", "accepted_at", "play_by", "match"])
