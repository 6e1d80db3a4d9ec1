"""Tell the players of a season that it ends soon."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from ladder import ledger
from ladder.models import Season
from ladder.pages.figures import format_day
from ladder.pages.seasons import describe_coming_day
from ladder.standings.queries.overview import describe_new_rank
from players.models import Notice, Player
from players.notices.actions import NewNotice, notify_players
from players.notices.queries import NoticeReader, find_readers

REMINDER_DAYS = 7  # before the last day of a season


def send_season_reminders() -> int:
    """Tell the players of each season that ends within a week, once for each last day; return how many seasons."""
    today = timezone.localdate()
    due = Season.objects.filter(closed_at=None, ends_on__range=(today, today + timedelta(REMINDER_DAYS)))
    unsaid = due.exclude(reminded_of=F("ends_on")).select_related("ladder").order_by("pk")
    return sum(send_season_reminder(season) for season in unsaid if season.has_begun)


def send_season_reminder(season: Season) -> int:
    """Tell the players of one season; return 0 where another process has just done it, or the season has changed."""
    readers = find_season_readers(season)
    players = Player.objects.in_bulk([one.player for one in readers])
    told = [build_season_notice(season, one, players[one.player]) for one in readers]
    with transaction.atomic():
        ledger.lock(season.ladder_id)  # whoever changes the season has read its row under this lock
        mine = Season.objects.filter(pk=season.pk, ends_on=season.ends_on, closed_at=None)
        if not mine.exclude(reminded_of=season.ends_on).update(reminded_of=season.ends_on):
            return 0
        notify_players(kind=Notice.Kind.SEASON, told=told)
    return 1


def find_season_readers(season: Season) -> list[NoticeReader]:
    """Return the accounts of the players of a season who have not retired; two queries."""
    playing = Player.objects.filter(standings__board__season=season, retired_on=None, merged_into=None).order_by()
    return find_readers(set(playing.values_list("pk", flat=True)))


def build_season_notice(season: Season, reader: NoticeReader, player: Player) -> NewNotice:
    """Return such as "Autumn on Chess ends in 7 days, on 30 November. You are 4th with 1,306."."""
    text = f"{season.name} on {season.ladder} {describe_coming_day(season)}."
    if season.ends_on:
        text = f"{season.name} on {season.ladder} {describe_coming_day(season)}, on {format_day(season.ends_on)}."
    return NewNotice(reader, f"{text} {describe_new_rank(season, player)}", season.get_absolute_url())
