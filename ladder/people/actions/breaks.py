"""A break that a member takes, within the rules of the ladders on which they stand."""

from datetime import date
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ladder import ledger
from ladder.challenges.breaks import list_running_challenges
from ladder.challenges.queries.rule_sentences import list_break_rules
from ladder.formats import format_count, join_names
from ladder.models import Ladder, Season
from players.models import Player, PlayerBreak
from players.people.actions import store_player_details
from players.people.breaks import select_running_breaks


def take_break(*, player: Player, until: date | None) -> Player:
    """Let a player sit out from today until a day, or play again from today on without one.

    Raises: ValidationError, such as "On Squash a break is at most 30 days.", and Busy.
    """
    with transaction.atomic():
        for ladder in list_ladders_played(player):
            ledger.lock(ladder.pk)
        player = Player.objects.get(pk=player.pk)
        if until and (refusal := find_break_refusal(player, until)):
            raise ValidationError({"until": refusal})
        return store_player_details(player=player, sits_out_until=until)


def list_ladders_played(player: Player) -> list[Ladder]:
    """Return the ladders on which a player stands in a season that is not over, in the order of their locks."""
    stands = Season.objects.filter(closed_at=None, boards__standings__player=player)
    return list(Ladder.objects.filter(seasons__in=stands).distinct().order_by("pk"))


class OwnBreaks(NamedTuple):
    """Whether a player may take a break, and what the ladders on which they stand say about it."""

    is_allowed: bool
    rules: list[str]


def describe_own_breaks(player: Player) -> OwnBreaks:
    """Return the rules of a player's ladders, each once with the names of those that have it, and what runs."""
    ladders, said = list_ladders_played(player), dict[tuple[str, ...], list[str]]()
    for ladder in ladders:
        said.setdefault(tuple(list_break_rules(ladder)), []).append(ladder.name)
    rules = [f"{join_names(names)}: {' '.join(texts)}" for texts, names in said.items()]
    if running := len(list(list_running_challenges(player))):
        rules.append(f"You have {format_count(running, 'challenge')} running.")
    return OwnBreaks(all(one.break_days != 0 for one in ladders), rules)


def find_break_refusal(player: Player, until: date) -> str:
    """Return why a player can't sit out until a day by the rules of a ladder; the strictest decides."""
    today = timezone.localdate()
    if until <= today:
        return "Enter the day on which you are back, after today."
    running = select_running_breaks(player).first()
    days = (until - (running.since if running else today)).days
    for ladder in list_ladders_played(player):
        if ladder.break_days == 0:
            return f"On {ladder} only an organiser enters breaks. Ask one."
        if ladder.break_days and days > ladder.break_days:
            return f"On {ladder} a break is at most {format_count(ladder.break_days, 'day')}."
        if running is None and ladder.most_breaks and count_breaks(player, ladder) >= ladder.most_breaks:
            return f"On {ladder} you can sit out {format_count(ladder.most_breaks, 'time')} in a season."
    return ""


def count_breaks(player: Player, ladder: Ladder) -> int:
    """Return how many breaks a player has begun in the ladder's season that runs."""
    season = Season.objects.filter(ladder=ladder, closed_at=None).order_by("-pk").first()
    begun = Q(since__gte=season.starts_on) if season and season.starts_on else Q()
    return PlayerBreak.objects.filter(begun, player__in=player.own_keys).count()
