"""What a break of a player does to the challenges that run: they stay with so many days more, or are called off."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.utils import timezone

from ladder.challenges.actions import end_challenges
from ladder.challenges.notifications import notify_break
from ladder.challenges.queries.running import build_answerable_filter, build_unplayed_filter
from ladder.models import Fixture, Ladder
from ladder.models.fixture import ASKED_ORIGINS
from players.models import Player


def move_challenges(player: Player, old: date | None, new: date | None) -> None:
    """Move the last days of a player's challenges by the days that a break is longer, or call them off.

    Of a break that gets shorter the same days are taken back, but a day is left. `old` and `new` are the days on which
    they are back. Whoever stores the break has locked the ladders.
    """
    today = timezone.localdate()
    days = max(new or today, today) - max(old or today, today)
    for challenge in list_running_challenges(player) if days else ():
        is_longer = days > timedelta(0)
        if challenge.season.ladder.break_challenges == Ladder.BreakChallenges.KEPT:
            give_days(challenge, days)
        elif is_longer:
            end_challenges([challenge])
        if is_longer:
            notify_break(challenge, player, max(new or today, today))


def list_running_challenges(player: Player) -> Iterator[Fixture]:
    """Yield the challenges of two sides in which a player takes part and that run."""
    running = Fixture.objects.filter(build_answerable_filter() | build_unplayed_filter(), origin__in=ASKED_ORIGINS)
    mine = running.filter(parties__player__in=player.own_keys).distinct().order_by("pk")
    found = mine.select_related("season__ladder", "match", "by__merged_into")
    yield from (one for one in found.prefetch_related("parties__player__merged_into") if not one.is_battle)


def give_days(challenge: Fixture, days: timedelta) -> None:
    """Store the last days of a challenge as so many days later; who has to answer or to play is reminded anew.

    Where they come earlier, a day from now is left of what there was.
    """
    tomorrow = timezone.now() + timedelta(1)
    for name in ("answer_by", "play_by", "decide_at"):
        if last := getattr(challenge, name):
            setattr(challenge, name, max(last + days, min(last, tomorrow)))
    challenge.reminded_at = None
    challenge.save(update_fields=["answer_by", "play_by", "decide_at", "reminded_at"])
