"""The reminders before the deadline of a challenge, and what an expired one asked, which is marked as read."""

from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder.challenges.notifications import CHALLENGE_ANCHOR, mark_challenge_notices_read, notify_challenge_players
from ladder.challenges.queries.running import build_running_filter, describe_no_answer, format_deadline
from ladder.models import Challenge, State
from players.models import Notice, Player

REMINDER_TIME = timedelta(days=1)
"""How long before its deadline a challenge is reminded of."""


def send_challenge_reminders() -> int:
    """Remind everybody who has to answer or to play within a day; return how many challenges that were."""
    running = Challenge.objects.filter(build_running_filter(), build_due_soon_filter(), reminded_at=None)
    due = running.select_related("season__ladder", "by__merged_into").prefetch_related("parties__player__merged_into")
    return sum(send_challenge_reminder(challenge) for challenge in due if is_half_over(challenge))


def mark_expired_notices_read() -> None:
    """Mark as read what was asked by challenges that have expired since."""
    unread = Challenge.objects.filter(pk__in=find_challenges_with_unread_notices())
    challenges = unread.select_related("season__ladder", "match")
    mark_challenge_notices_read(one for one in challenges if one.state == State.EXPIRED)


def find_challenges_with_unread_notices() -> set[int]:
    """Return the keys of the challenges of which somebody has an unread notice."""
    unread = Notice.objects.filter(kind=Notice.Kind.CHALLENGE, read_at=None, url__contains=CHALLENGE_ANCHOR)
    return {int(url.rpartition(CHALLENGE_ANCHOR)[2]) for url in unread.values_list("url", flat=True).distinct()}


def build_due_soon_filter() -> Q:
    """Return the filter for challenges whose deadline is less than a day away."""
    until = timezone.now() + REMINDER_TIME
    return Q(status=State.OPEN, answer_by__lte=until) | Q(status=State.ACCEPTED, play_by__lte=until)


def is_half_over(challenge: Challenge) -> bool:
    """Return whether half of the time is over; nobody is reminded of what is new."""
    began = challenge.accepted_at or challenge.made_at
    return timezone.now() - began >= (challenge.deadline - began) / 2


def send_challenge_reminder(challenge: Challenge) -> int:
    """Remind the players of one challenge, once; return 0 where another process has just done it."""
    with transaction.atomic():
        if not Challenge.objects.filter(pk=challenge.pk, reminded_at=None).update(reminded_at=timezone.now()):
            return 0
        by, deadline = challenge.challenger, format_deadline(challenge.deadline)
        text = f"Answer {by}’s challenge by {deadline}{describe_no_answer(challenge)}."
        if challenge.status == State.ACCEPTED:
            text = f"{by}’s challenge has to be played by {deadline}."
        notify_challenge_players(list_reminded_players(challenge), challenge, text)
    return 1


def list_reminded_players(challenge: Challenge) -> Iterator[Player]:
    """Yield the players who have yet to answer; of an accepted challenge all of them."""
    for party in challenge.parties.all():
        if challenge.status == State.ACCEPTED or party.joined_at is None:
            yield party.player.itself
