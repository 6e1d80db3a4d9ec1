"""What a page says beside the standings: the season's figures, the gap to the rank above, what time does next."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.storage.tables import FIRST_DAY, start_of_day
from ladder.matches.queries.results import LatestMatch
from ladder.models import Board, Match, Season
from ladder.pages.figures import format_change, format_gap, format_lead, format_rating
from ladder.ratings import TableSystem
from ladder.standings.queries.cache import keep_past, load_past_version
from ladder.standings.queries.movement import find_last_club_day
from ladder.standings.queries.rows import find_index
from ladder.standings.queries.table import StandingsTable

LIVE_DAYS = 7  # days after its last result until a ladder is no longer called live


class KeyFigure(NamedTuple):
    """A figure of a season with its label, as printed."""

    label: str
    text: str


def is_season_live(season: Season, results: Sequence[LatestMatch]) -> bool:
    """Return whether the season is open and had a result in the last few days; `results` begin with the newest."""
    since = timezone.localdate() - timedelta(LIVE_DAYS)
    return not season.closed_at and any(one.day and one.day >= since for one in results[:1])


def load_key_figures(table: StandingsTable) -> list[KeyFigure]:
    """Return the figures of a season up to the day of its table."""
    season, system = table.board.season, table.board.rating_system
    total, that_day = count_matches(table.board, table.day)
    figures = [KeyFigure("Matches", f"{total:,}")]
    if table.past or not season.closed_at:
        figures.append(KeyFigure("That day" if table.past else "Today", f"{that_day:,}"))
    ranked = table.ranked[:2]
    if len(ranked) > 1 and not isinstance(system, TableSystem):  # where neighbours are always one apart
        gap = ranked[0].points - ranked[1].points
        figures.append(KeyFigure("Gap at the top", format_gap(system, gap)))
    label = "Players" if table.inactive_after is None else "Active players"
    return [*figures, KeyFigure(label, f"{len(table.ranked):,}")] if table.rows else figures


@one_moment()
def count_matches(board: Board, day: date) -> tuple[int, int]:
    """Return how many matches of the season count up to a day, and how many of them were played on it.

    Those before the latest club day are counted once.
    """
    version, end = load_past_version(board.season), start_of_day(day + timedelta(1))
    latest = start_of_day(find_last_club_day(board, end) or FIRST_DAY)
    counted = Match.objects.filter(season=board.season, status=Match.Status.COUNTED)
    before = keep_past(
        f"count-{latest:%Y%m%d}", board.season, version, lambda: counted.filter(played_at__lt=latest).count()
    )
    in_days = counted.filter(played_at__gte=latest, played_at__lt=end)
    found = in_days.aggregate(all=Count("id"), day=Count("id", filter=Q(played_at__gte=start_of_day(day))))
    return before + found["all"], found["day"]


class RankGap(NamedTuple):
    """The gap to the rank above in words: how far, and to whom, which a narrow list leaves out."""

    far: str
    whom: str


def describe_gap_above(table: StandingsTable, player: int | None) -> RankGap | None:
    """Return how far a player is behind the one above: "3.6 behind", "Kevin"; None for the first and the unranked."""
    index = find_index(table.ranked, player)
    if not index:
        return None
    above, mine = table.ranked[index - 1 : index + 1]
    gap = format_lead(table.board.rating_system, above.points - mine.points)
    return RankGap(f"{gap} behind", above.name) if gap else RankGap("level", f"with {above.name}")


class NextDecay(NamedTuple):
    """The next change by time alone: the day that begins with it, and whose rating goes from where to where."""

    day: date
    player: int
    name: str
    before: str
    after: str
    change: str


def describe_next_decay(table: StandingsTable, player: int | None = None) -> NextDecay | None:
    """Return what time does next to this player's rating, else to the leader's; None where it does nothing any more."""
    system, season = table.board.rating_system, table.board.season
    if system.period is None or table.past or season.closed_at or not table.rows:
        return None
    day = system.period.find_next_start(table.day)
    if season.ends_on and day > season.ends_on:
        return None
    row = next((row for row in table.rows if row.player == player), (table.ranked or table.rows)[0])
    after = system.advance(row.standing.rating, 1)
    change = format_change(system, after.points - row.points)
    return NextDecay(day, row.player, row.name, row.rating, format_rating(system, after), change)
