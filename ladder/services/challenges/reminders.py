"""A reminder before the time of a challenge is over, for the answer and for the match; after it nobody is asked."""

from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder.models import Challenge, Party, State
from ladder.selectors.challenges.deadlines import build_running_filter
from ladder.selectors.challenges.listed import format_deadline
from ladder.services.challenges.notices import (
    find_challenges_with_unread_notices,
    mark_challenge_notices_read,
    notify_challenge_players,
)
from players.models import Player

REMINDER_TIME = timedelta(days=1)


def send_challenge_reminders() -> int:
    """Remind whoever has yet to answer or to play within a day; return how many challenges that were."""
    due = Challenge.objects.filter(build_running_filter(), reminded_at=None).select_related(
        "season__ladder", "by__merged_into"
    )
    return sum(send_challenge_reminder(one) for one in due.filter(build_due_soon_filter()) if is_half_over(one))


def mark_expired_notices_read() -> None:
    """Mark as read what challenges asked that have run out since."""
    told = Challenge.objects.filter(pk__in=find_challenges_with_unread_notices()).select_related(
        "season__ladder", "match"
    )
    mark_challenge_notices_read(one for one in told if one.state == State.EXPIRED)


def build_due_soon_filter() -> Q:
    """Return the filter for challenges whose deadline is less than a day away."""
    until = timezone.now() + REMINDER_TIME
    return Q(status=State.OPEN, answer_by__lte=until) | Q(status=State.ACCEPTED, play_by__lte=until)


def is_half_over(challenge: Challenge) -> bool:
    """Say whether half of its time is over: nobody is reminded of what is new."""
    began = challenge.accepted_at or challenge.made_at
    return timezone.now() - began >= (challenge.deadline - began) / 2


def send_challenge_reminder(challenge: Challenge) -> int:
    """Remind once, whoever else is at it."""
    with transaction.atomic():
        if not Challenge.objects.filter(pk=challenge.pk, reminded_at=None).update(reminded_at=timezone.now()):
            return 0
        by = challenge.by.itself.name
        if challenge.status == State.ACCEPTED:
            text = f"The challenge of {by} has to be played by {format_deadline(challenge.deadline)}."
        else:
            text = f"{by} is waiting for your answer to a challenge until {format_deadline(challenge.deadline)}."
        notify_challenge_players(list_reminded_players(challenge), challenge, text)
    return 1


def list_reminded_players(challenge: Challenge) -> Iterator[Player]:
    """Yield those who have yet to answer, or all who are to play."""
    parties = Party.objects.filter(challenge=challenge).select_related("player__merged_into")
    for party in parties:
        if challenge.status == State.ACCEPTED or party.joined_at is None:
            yield party.player.itself
