"""The figures of a season beside its standings, and whether it is live."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from ladder.ledger.storage.tables import start_of_day
from ladder.matches.queries.results import LatestMatch
from ladder.models import Match, Season
from ladder.pages.figures import format_points
from ladder.standings.queries.table import StandingsTable

LIVE_DAYS = 7  # after the last result a ladder is not called live any more


class KeyFigure(NamedTuple):
    """A figure of the season with its label."""

    label: str
    text: str


def is_season_live(season: Season, results: Sequence[LatestMatch]) -> bool:
    """Say whether the season is open and had a result in the last few days; the newest result comes first."""
    since = timezone.localdate() - timedelta(LIVE_DAYS)
    return not season.closed_at and any(one.day and one.day >= since for one in results[:1])


def load_key_figures(table: StandingsTable) -> list[KeyFigure]:
    """Return the season's figures up to the day of the table, in one query."""
    season, system = table.board.season, table.board.rating_system
    day, end = start_of_day(table.day), start_of_day(table.day + timedelta(1))
    counted = Match.objects.filter(season=season, status=Match.Status.COUNTED, played_at__lt=end)
    found = counted.aggregate(all=Count("id"), day=Count("id", filter=Q(played_at__gte=day)))
    figures = [KeyFigure("Matches", f"{found['all']:,}")]
    if table.past or not season.closed_at:
        figures.append(KeyFigure("That day" if table.past else "Today", f"{found['day']:,}"))
    ranked = table.ranked
    if len(ranked) > 1:
        gap = ranked[0].points - ranked[1].points
        figures.append(KeyFigure("Gap at the top", format_points(system, gap)))
    label = "Players" if table.inactive_after is None else "Active players"
    return [*figures, KeyFigure(label, f"{len(ranked):,}")] if table.rows else figures
