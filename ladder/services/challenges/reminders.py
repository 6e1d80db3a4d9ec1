"""A reminder before the time of a challenge is over, for the answer and for the match; after it nobody is asked."""

from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder.models import Challenge, Party, State
from ladder.selectors.challenges.deadlines import running
from ladder.selectors.challenges.listed import moment
from players.models import Player

from .notices import news, over, tell

SOON = timedelta(days=1)


def remind() -> int:
    """Remind whoever has yet to answer or to play within a day; return how many challenges that were."""
    due = Challenge.objects.filter(running(), reminded_at=None).select_related("season__ladder", "by__merged_into")
    return sum(remind_of(one) for one in due.filter(is_soon()) if is_half_over(one))


def let_go() -> None:
    """Mark as read what challenges asked that have run out since."""
    told = Challenge.objects.filter(pk__in=news()).select_related("season__ladder", "match")
    over(one for one in told if one.state == State.EXPIRED)


def is_soon() -> Q:
    """Return the filter for challenges whose deadline is less than a day away."""
    until = timezone.now() + SOON
    return Q(status=State.OPEN, answer_by__lte=until) | Q(status=State.ACCEPTED, play_by__lte=until)


def is_half_over(challenge: Challenge) -> bool:
    """Say whether half of its time is over: nobody is reminded of what is new."""
    began = challenge.accepted_at or challenge.made_at
    return timezone.now() - began >= (challenge.deadline - began) / 2


def remind_of(challenge: Challenge) -> int:
    """Remind once, whoever else is at it."""
    with transaction.atomic():
        if not Challenge.objects.filter(pk=challenge.pk, reminded_at=None).update(reminded_at=timezone.now()):
            return 0
        by = challenge.by.itself.name
        if challenge.status == State.ACCEPTED:
            text = f"The challenge of {by} has to be played by {moment(challenge.deadline)}."
        else:
            text = f"{by} is waiting for your answer to a challenge until {moment(challenge.deadline)}."
        tell(asked(challenge), challenge, text)
    return 1


def asked(challenge: Challenge) -> Iterator[Player]:
    """Yield those who have yet to answer, or all who are to play."""
    parties = Party.objects.filter(challenge=challenge).select_related("player__merged_into")
    for party in parties:
        if challenge.status == State.ACCEPTED or party.joined_at is None:
            yield party.player.itself
