"""Make, answer, arrange, call off and close challenges. Each takes the ladder's lock, so one of two comes first."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder import ledger
from ladder.access.permissions import Act, NotAllowed, check_permission, find_account_player, is_allowed
from ladder.access.rate_limits import check_challenge_limit
from ladder.challenges.access import (
    NOT_YOURS,
    OVER_REASONS,
    check_no_obstacle,
    find_challenging_player,
    find_own_party,
    find_party,
    lock_challenge,
    lock_open_challenge,
    lock_opponent_pool,
)
from ladder.challenges.notifications import (
    mark_challenge_notices_read,
    notify_accepted,
    notify_arranged,
    notify_call_off_request,
    notify_called_off,
    notify_challenged,
    notify_declined,
    notify_season_closed,
    notify_withdrawn,
)
from ladder.challenges.queries.eligibility import (
    find_board_range_obstacle,
    find_join_obstacle,
    find_obstacle,
    is_rating_at_stake,
)
from ladder.challenges.queries.opponents import OpponentPool, load_pool_for_kind, reload_season
from ladder.challenges.queries.running import find_unfinished_challenges, format_deadline, list_joined_players
from ladder.ledger.storage.match_record import ParticipantResult
from ladder.matches.actions.new_match import record_match
from ladder.models import Challenge, Match, Party, Season, State
from ladder.models.challenge import MOST_PLACES, TO_PLAY
from ladder.pages.figures import format_day
from ladder.ratings import WALKOVER, Facts
from players.models import Player
from players.people.queries import select_with_merged


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
    """Store a match that two players have agreed on, with or without accounts; it is to be played from now on.

    The ladder's own limits are for those who challenge; what a rating system refuses stays refused (W-9).
    Raises: NotAllowed; ValidationError with the reason why these two can't play.
    """
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        check_permission(by, Act.CORRECT, season.ladder)
        one, other = first.itself, second.itself
        if one == other:
            raise ValidationError("A player can’t play against themselves. Choose someone else.")
        seen = load_pool_for_kind(reload_season(season), one, kind, facts)
        if seen.terms.season.closed_at:
            raise ValidationError(f"{season.name} is closed.")
        for player in (one, other):
            if player.retired_on:
                raise ValidationError(f"{player.name} retired on {format_day(player.retired_on)}.")
        if seen.between(other.pk):
            raise ValidationError(f"There is a challenge between {one.name} and {other.name} already.")
        check_no_obstacle(find_board_range_obstacle(seen, [one.pk, other.pk]) if is_rating_at_stake(seen) else "")
        made = create_challenge(seen, one, 2, note)
        Party.objects.create(challenge=made, player=other, joined_at=timezone.now())
        begin_challenge(made)
        notify_arranged(made, one, other)
    return made


def request_call_off(*, challenge: Challenge, by: User) -> Challenge:
    """Ask to call an accepted challenge off; it is, once all who were to play have asked.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    with transaction.atomic():
        me, found = find_challenging_player(by), lock_challenge(challenge)
        parties = found.parties.all()
        mine = [party for party in parties if party.joined_at and party.player.itself == me]
        if not mine:
            raise NotAllowed(NOT_YOURS)
        check_challenge_state(found, TO_PLAY)
        for party in mine:
            party.asked_off_at = timezone.now()
            party.save(update_fields=["asked_off_at"])
        agreed = all(party.asked_off_at for party in parties)
        if agreed:
            end_challenges([found])
        notify_call_off_request(found, me, agreed=agreed)
    return found


def call_off_as_organiser(*, challenge: Challenge, by: User) -> Challenge:
    """Call off at once, as an organiser, a challenge that is open or accepted.

    Raises: NotAllowed; ValidationError, such as "This challenge has been played."
    """
    check_permission(by, Act.CORRECT, challenge.season.ladder)
    with transaction.atomic():
        found = lock_challenge(challenge)
        check_challenge_state(found, (State.OPEN, *TO_PLAY))
        end_challenges([found])
        notify_called_off(found, find_account_player(by))
    return found


def call_off_season_challenges(season: Season) -> None:
    """Call off what was not played when its season closes, and tell everybody in it. Reopening revives nothing."""
    unplayed = list(find_unfinished_challenges(season))
    end_challenges(unplayed)
    notify_season_closed(season, unplayed)


def call_off_player_challenges(player: Player) -> None:
    """Call off what an erased player was to answer or to play, and tell the others."""
    own = select_with_merged([player.pk])
    for season in Season.objects.filter(challenges__parties__player__in=own).distinct():
        unplayed = list(find_unfinished_challenges(season).filter(parties__player__in=own).distinct())
        end_challenges(unplayed)
        for one in unplayed:
            notify_called_off(one, player)


def check_challenge_state(challenge: Challenge, states: tuple[State, ...]) -> None:
    """Refuse a challenge that is in none of these states. Raises: ValidationError."""
    if challenge.state not in states:
        raise ValidationError(OVER_REASONS.get(challenge.state, "This challenge has not been accepted."))


def end_challenges(challenges: list[Challenge]) -> None:
    """Let these be called off; the starting ratings that were frozen go, and so does a match that was voided."""
    for one in challenges:
        one.status, one.accepted_at, one.play_by, one.match = State.CALLED_OFF, None, None, None
    Challenge.objects.bulk_update(challenges, ["status", "accepted_at", "play_by", "match"])


def record_walkover(*, challenge: Challenge, winner: Player, by: User) -> Match:
    """Close a challenge as won by the player who would have played: an organiser at any time after it was accepted,
    either player for themselves once its time is over.

    Raises: NotAllowed; ValidationError, such as "You can close it as a walkover from Sat 28 November on."
    """
    with transaction.atomic():
        found = lock_challenge(challenge)
        players = list_joined_players(found)
        if is_allowed(by, Act.CORRECT, found.season.ladder):
            check_winner_takes_part(winner, players)
        else:
            check_may_claim_walkover(found, winner, find_account_player(by), players)
        if found.state not in TO_PLAY:
            raise ValidationError(OVER_REASONS.get(found.state, "This challenge has not been accepted."))
        if found.places > 2:
            raise ValidationError("Only a challenge between two can be closed as a walkover.")
        loser = next((player for player in players if player != winner), None)
        if loser is None:
            raise ValidationError("The two players of this challenge were merged into one.")
        sides = [ParticipantResult(winner, 1.0), ParticipantResult(loser, 0.0)]
        found.match = record_match(season=found.season, sides=sides, by=by, kind=WALKOVER.key)
        found.save(update_fields=["match"])
        mark_challenge_notices_read([found])
    return found.match


def check_winner_takes_part(winner: Player, players: list[Player]) -> None:
    """Refuse a winner who takes no part."""
    if winner not in players:
        raise ValidationError("Choose one of the two players.")


def check_may_claim_walkover(challenge: Challenge, winner: Player, me: Player | None, players: list[Player]) -> None:
    """Refuse whoever takes no part or claims it for the other, and a claim before the time to play is over."""
    if me is None or me not in players or winner != me:
        raise NotAllowed(NOT_YOURS if me not in players else "Only an organiser can give it to the other player.")
    if challenge.state == State.ACCEPTED:
        raise ValidationError(f"You can close it as a walkover from {format_deadline(challenge.deadline)} on.")
