"""Turn an accepted challenge into a match: one that was played and is reported, or a walkover.

The ratings of a reported match are those of the moment at which the challenge was accepted. A walkover is never rated.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.access.permissions import Act, NotAllowed, find_account_player, is_allowed
from ladder.challenges.access import NOT_YOURS, check_challenge_state, lock_challenge
from ladder.challenges.notifications import mark_challenge_notices_read
from ladder.challenges.queries.running import format_deadline, select_fixtures
from ladder.formats import LOST, WON, ParticipantResult, Played
from ladder.matches.actions.new_match import build_played_match, record_match
from ladder.matches.actions.reports import report_match
from ladder.models import Fixture, Match, Season, State
from ladder.models.fixture import TO_PLAY
from ladder.ratings import WALKOVER, Result
from ladder.ratings.systems.match_points import CLAIMED_WALKOVER
from ladder.scene import Scene
from players.models import Player

BY_THE_RULES = "By the rules of the ladder that counts as lost."
DECLINED_REASON = f"Declined. {BY_THE_RULES}"


def find_challenge_to_report(*, season: Season, pk: int, by: Any) -> Fixture | None:
    """Return the season's accepted challenge with this key and all its players; None where there is none.

    Raises: NotAllowed, when it is between others.
    """
    challenge = select_fixtures(season).filter(pk=pk, status=State.ACCEPTED).first()
    if challenge is None or not challenge.is_complete:  # two of them are one player now
        return None
    check_may_report_challenge(challenge, by)
    return challenge


def check_may_report_challenge(challenge: Fixture, by: Any) -> None:
    """Refuse an account that neither takes part nor may enter results for others. Raises: NotAllowed."""
    me = find_account_player(by)
    if not is_allowed(by, Act.ENTER, challenge.season.ladder) and (me is None or me.pk not in challenge.player_keys()):
        raise NotAllowed(NOT_YOURS)


def report_challenge(*, challenge: Fixture, by: User, entry: Played, form_key: UUID | None = None) -> Match:
    """Report the match of a challenge, as begun when it was accepted, or that of a box.

    Raises: NotAllowed; ValidationError, "This challenge is between Ana and Ben. ...", or when it was played already;
    else what `report_match` raises.
    """
    with transaction.atomic():
        challenge = lock_challenge(challenge)
        check_may_report_challenge(challenge, by)
        challenge.check_players(entry.players, entry.result.sides)
        began = challenge.began_at and timezone.localtime(challenge.began_at)
        entry = entry._replace(result=entry.result._replace(started=began))
        match = report_match(scene=Scene(challenge.season, by), entry=entry, form_key=form_key)
        if challenge.match_id != match.pk:
            check_challenge_state(challenge, TO_PLAY)
            store_challenge_match(challenge, match)
    return match


def record_walkover(*, challenge: Fixture, winner: Player, by: User) -> Match:
    """Close an accepted challenge that was not played, as won by the player or the side that would have played.

    An organiser may do so at any time, either player for themselves or their side once the time to play is over. In a
    box whoever plays it claims it, which may give other points (M-9), and by some rules before that.
    Raises: NotAllowed; ValidationError, such as "You can close it as a walkover from Sat 28 November on."
    """

    def check(season: Season, result: Result) -> None:
        Scene(season, by).check(Act.REPORT, result)

    with transaction.atomic():
        challenge = lock_challenge(challenge)
        players, organises = challenge.joined_players(), is_allowed(by, Act.CORRECT, challenge.season.ladder)
        if organises:
            if winner not in players:
                raise ValidationError(f"Choose one of the two {'sides' if challenge.has_sides else 'players'}.")
        else:
            check_may_claim_walkover(challenge, winner, find_account_player(by), players)
        check_challenge_state(challenge, TO_PLAY)
        if challenge.is_battle:
            raise ValidationError("Only a challenge between two can be closed as a walkover.")
        if not challenge.is_complete:
            merged = "Two" if challenge.has_sides else "The two"
            raise ValidationError(f"{merged} players of this challenge were merged into one.")
        is_claimed = challenge.box_id is not None and not organises
        return close_as_walkover(challenge, winner, by, check=check, is_claimed=is_claimed)


def close_as_walkover(
    challenge: Fixture,
    winner: Player,
    by: User | None,
    *,
    reason: str = "",
    check: Callable[[Season, Result], None] | None = None,
    is_claimed: bool = False,
) -> Match:
    """Record the walkover of a challenge, of which the ladder is locked, and return it; its version says the reason."""
    facts = {CLAIMED_WALKOVER.name: 1.0} if is_claimed else {}
    entry = build_played_match(WALKOVER.key, list_walkover_results(challenge, winner), facts=facts)
    match = record_match(season=challenge.season, entry=entry, by=by, reason=reason, check=check)
    store_challenge_match(challenge, match)
    return match


def store_challenge_match(challenge: Fixture, match: Match) -> None:
    """Store which match is that of a challenge; of a box the ledger has done so, as it follows from the matches."""
    challenge.match = match
    if challenge.box_id is None:
        challenge.save(update_fields=["match"])
    mark_challenge_notices_read([challenge])


def give_to_challenger(challenge: Fixture, by: User | None, reason: str) -> Match:
    """Close an open challenge that is declined, or was not answered in time, as won by the side that challenged.

    `by` is who declined it, None for the site’s clock; the reason names the rule. The ladder is locked.
    """
    challenge.status = State.ACCEPTED
    now = timezone.now()
    challenge.accepted_at = challenge.play_by = challenge.decide_at = now  # nothing is to be played once it is void
    challenge.save(update_fields=["status", "accepted_at", "play_by", "decide_at"])
    return close_as_walkover(challenge, challenge.by.itself, by, reason=reason)


def list_walkover_results(challenge: Fixture, winner: Player) -> list[ParticipantResult]:
    """Return how each player of a challenge ends if this player's side is given a walkover."""
    won = challenge.find_side(winner.pk)
    return [
        ParticipantResult(player, score, side=number if challenge.has_sides else 0)
        for number, score in ((won, WON), (3 - won, LOST))
        for player in challenge.list_side(number)
    ]


def check_may_claim_walkover(challenge: Fixture, winner: Player, me: Player | None, players: list[Player]) -> None:
    """Refuse somebody who takes no part or claims it for the other one, and a claim before the deadline."""
    if me is None or me not in players:
        raise NotAllowed(NOT_YOURS)
    if challenge.find_side(winner.pk) != challenge.find_side(me.pk):
        other = "side" if challenge.has_sides else "player"
        raise NotAllowed(f"Only an organiser can give it to the other {other}.")
    if not challenge.may_be_claimed:
        raise ValidationError("On this ladder only an organiser can close it as a walkover.")
    if challenge.state == State.ACCEPTED and not challenge.may_be_claimed_early:
        raise ValidationError(f"You can close it as a walkover from {format_deadline(challenge.deadline)} on.")
