"""The reminders before the deadline of a challenge, and what an expired one asked, which is marked as read."""

from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder.challenges.notifications import CHALLENGE_ANCHOR, mark_challenge_notices_read, notify_challenge_players
from ladder.challenges.queries.running import (
    NOT_PLAYED_YET,
    ORIGIN_PATHS,
    describe_no_answer,
    describe_not_playing,
    format_deadline,
)
from ladder.challenges.reports import list_walkover_results
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.queries.stakes import is_rated_by, list_stakes, load_match_ratings
from ladder.models import Fixture, Ladder, State
from ladder.ratings import WALKOVER
from players.models import Notice, Player

FIRST_REMINDER = timedelta(days=2)
"""How long before its last day a challenge is reminded of where it costs something to let it pass."""
LAST_REMINDER = timedelta(days=1)
"""How long before its last day every challenge is reminded of."""


def send_challenge_reminders() -> int:
    """Remind everybody who has to answer or to play soon; return how many challenges that were."""
    due = Fixture.objects.filter(build_due_soon_filter()).select_related(*ORIGIN_PATHS)
    due = due.prefetch_related("season__boards", "parties__player__merged_into")
    return sum(send_challenge_reminder(challenge) for challenge in due if is_reminder_due(challenge))


def mark_expired_notices_read() -> None:
    """Mark as read what was asked by challenges that have expired since."""
    unread = Fixture.objects.filter(pk__in=find_challenges_with_unread_notices())
    challenges = unread.select_related("season__ladder", "match")
    mark_challenge_notices_read(one for one in challenges if one.state == State.EXPIRED)


def find_challenges_with_unread_notices() -> set[int]:
    """Return the keys of the challenges of which somebody has an unread notice."""
    unread = Notice.objects.filter(kind=Notice.Kind.CHALLENGE, read_at=None, url__contains=CHALLENGE_ANCHOR)
    return {int(url.rpartition(CHALLENGE_ANCHOR)[2]) for url in unread.values_list("url", flat=True).distinct()}


def build_due_soon_filter() -> Q:
    """Return the filter for challenges whose last day is near."""
    now = timezone.now()
    soon = now + FIRST_REMINDER
    claimed = Q(if_unplayed=Ladder.Unplayed.CLAIM)
    last = (claimed & Q(play_by__gt=now, play_by__lte=soon)) | (~claimed & Q(decide_at__lte=soon))
    to_play = Q(
        NOT_PLAYED_YET, last, status=State.ACCEPTED, court=None, decide_at__gt=now
    )  # which all that runs has in common
    return Q(status=State.OPEN, answer_by__gt=now, answer_by__lte=soon) | to_play


def is_reminder_due(challenge: Fixture) -> bool:
    """Return whether it is time for the next reminder; of what is new nobody is reminded before half of the time."""
    now, last, reminded = timezone.now(), challenge.last_day, challenge.reminded_at
    began, is_open = challenge.accepted_at or challenge.made_at, challenge.status == State.OPEN
    costs = challenge.counts_unanswered if is_open else challenge.counts_unplayed
    if now - began < (last - began) / 2 or last - now > (FIRST_REMINDER if costs else LAST_REMINDER):
        return False
    return reminded is None or (costs and last - now <= LAST_REMINDER < last - reminded)


def send_challenge_reminder(challenge: Fixture) -> int:
    """Remind the players of one challenge, once; return 0 where somebody was faster, or has just moved it."""
    with transaction.atomic():
        read = {name: getattr(challenge, name) for name in ("pk", "status", "play_by", "reminded_at")}
        if not Fixture.objects.filter(**read).update(reminded_at=timezone.now()):
            return 0
        for player in list_reminded_players(challenge):
            notify_challenge_players([player], challenge, describe_what_is_due(challenge, player))
    return 1


def describe_what_is_due(challenge: Fixture, player: Player) -> str:
    """Return what a player has to do by when, and what it costs not to."""
    by, last = challenge.challenger, format_deadline(challenge.last_day)
    if challenge.status == State.OPEN:
        cost = describe_cost(challenge, player) if challenge.counts_unanswered else ""
        return f"Answer {by}’s challenge by {last}{describe_no_answer(challenge)}{cost}."
    if not challenge.is_asked:
        other, where = challenge.name_side(3 - challenge.find_side(player.pk)), challenge.box or challenge.round
        return f"Your match against {other} in {where} has to be played by {last}."
    otherwise = describe_not_playing(challenge)
    if challenge.counts_unplayed and challenge.find_side(player.pk) == 2:
        otherwise = f", or it counts as lost{describe_cost(challenge, player)}"
    return f"{by}’s challenge has to be played by {last}{otherwise}."


def describe_cost(challenge: Fixture, player: Player) -> str:
    """Return what the player would lose by a walkover: ": you would go from rung 5 to 6"; empty where it is nothing."""
    if not challenge.names_everybody_once:
        return ""
    board = challenge.season.boards.all()[0]
    result = build_played_match(WALKOVER.key, list_walkover_results(challenge, challenge.by.itself)).result
    if not is_rated_by(board.rating_system, result):
        return ""
    stake = list_stakes(board, result, load_match_ratings([board], result))[result.players.index(player.pk)]
    label = board.rating_system.about.rating_label.lower()
    return "" if stake.before == stake.after else f": you would go from {label} {stake.before} to {stake.after}"


def list_reminded_players(challenge: Fixture) -> Iterator[Player]:
    """Yield the players who have yet to answer; of an accepted challenge all of them."""
    for party in challenge.parties.all():
        if challenge.status == State.ACCEPTED or party.joined_at is None:
            yield party.player.itself
