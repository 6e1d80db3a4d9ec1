"""Who has which rank on a day, and why some players have none: retired, sitting out, or no match for too long.

Only matches that the board counts are looked at; also those of the ladder's earlier seasons, if ratings carry over.
Who has not played yet waits from the season's first match on, or from joining the club if that is later.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple, Protocol

from django.db.models import Max, QuerySet
from django.utils import timezone

from ladder.ledger.storage.tables import start_of_day
from ladder.models import Board, Match, Season, Standing
from ladder.pages.figures import format_day
from ladder.ratings import Counts, Rank, Rating, RatingSystem, explain_silence, find_last_counted_day, number_ranks
from players.people.names import fold_player_name
from players.people.queries import select_players

NO_MATCH_YET = "no match yet"
PRESENCE_FIELDS = ("retired_on", "sits_out_until", "erased_at", "joined_at")
Absences = dict[int, str]
"""The reasons why players have no rank, by player; players with a rank are not in it."""


class PlayerState(NamedTuple):
    """What the order of the standings depends on."""

    player: int
    name: str
    rating: Rating
    counts: Counts


class Rankable(Protocol):
    """Anything that can be ranked."""

    @property
    def player(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def rating(self) -> Rating: ...
    @property
    def counts(self) -> Counts: ...


def give_ranks(system: RatingSystem, rows: Sequence[Rankable], absent: Container[int]) -> dict[int, Rank]:
    """Return each player's rank, for the absent the one that they would have; the rows are in order of rating.

    `absent` are the players who have none, by key.
    """
    keys = [system.order(row.rating, row.counts) for row in rows]
    numbers = number_ranks(keys, [row.player not in absent for row in rows])
    return {row.player: rank for row, rank in zip(rows, numbers, strict=True)}


def sort_by_rank[R: Rankable](system: RatingSystem, rows: Iterable[R]) -> list[R]:
    """Return the rows in order of rating, best first, ties broken; their ratings must be those of the day already.

    The last tie-break is the name as the reader sees it (G-4), so that the order tells nobody more of a name.
    """
    return sorted(rows, key=lambda row: (*system.order(row.rating, row.counts), fold_player_name(row.name), row.player))


def find_standings_day(season: Season) -> date:
    """Return the day as of which a season's standings are shown: today, or its last day when that is over."""
    today = timezone.localdate()
    last = season.ends_on or (timezone.localdate(season.closed_at) if season.closed_at else today)
    return min(last, today)


class HasPresence(Protocol):
    """Anything that tells whether a player has a rank."""

    @property
    def player(self) -> int: ...
    @property
    def played_at(self) -> datetime | None: ...
    @property
    def retired_on(self) -> date | None: ...
    @property
    def sits_out_until(self) -> date | None: ...
    @property
    def erased_at(self) -> datetime | None: ...
    @property
    def joined_at(self) -> datetime | None: ...


class Presence(NamedTuple):
    """What tells whether a player has a rank; without `joined_at` they join now, as a player who is not stored yet."""

    player: int
    played_at: datetime | None
    retired_on: date | None = None
    sits_out_until: date | None = None
    erased_at: datetime | None = None
    joined_at: datetime | None = None


class RankRule(NamedTuple):
    """Who has a rank as of a day: `limit` is in days without a match; None gives everybody a rank.

    `earlier` says when players last played in earlier seasons. Since when somebody sits out is not stored, so sitting
    out is looked at only where the day is today. The `season` is one that may have only just begun.
    """

    day: date
    limit: int | None
    earlier: Mapping[int, datetime]
    is_today: bool
    season: Season | None = None


def load_rank_rule(board: Board, day: date) -> RankRule:
    """Return the rule of a board as of the end of a day; one query if the season starts from another, else none."""
    season = board.season
    limit = season.ladder.inactive_after
    earlier: dict[int, datetime] = {}
    if limit is not None and season.opens_from_id is not None:
        earlier = load_earlier_matches([board], day).get(season.ladder_id, {})
    begins = season if season.opens_from_id is None else None
    return RankRule(day, limit, earlier, day >= timezone.localdate(), begins)


def load_earlier_matches(boards: Collection[Board], day: date) -> dict[int, dict[int, datetime]]:
    """Return when each player last played in the other seasons of these boards' ladders, by ladder; one query."""
    end = start_of_day(day + timedelta(1))
    rows = Standing.objects.filter(
        board__season__ladder__in={board.season.ladder_id for board in boards}, last_match__played_at__lt=end
    ).exclude(board__season__in={board.season_id for board in boards})
    found: dict[int, dict[int, datetime]] = {}
    newest = rows.order_by().values("board__season__ladder", "player").annotate(at=Max("last_match__played_at"))
    for ladder, player, at in newest.values_list("board__season__ladder", "player", "at"):
        found.setdefault(ladder, {})[player] = at
    return found


def find_absences(rule: RankRule, rows: Iterable[HasPresence]) -> Absences:
    """Return which of these players have no rank, and why; one query if somebody never played, else none."""
    if rule.limit is None:
        return {}
    rows, zone = list(rows), timezone.get_current_timezone()
    last: dict[int, date | None] = {}
    for row in rows:
        at = row.played_at or rule.earlier.get(row.player)
        last[row.player] = at.astimezone(zone).date() if at else None
    counted = find_last_counted_day(rule.day, max(filter(None, last.values()), default=None), rule.limit)
    reasons = {row.player: explain_absence(rule, row, last[row.player], counted) for row in rows}
    if rule.season and NO_MATCH_YET in reasons.values():
        first = list_matches_in_order(rule.season).values_list("played_at", flat=True).first()
        if has_just_begun(first, counted, rule.limit):
            reasons = {player: why for player, why in reasons.items() if why != NO_MATCH_YET}
    return {player: why for player, why in reasons.items() if why}


def list_matches_in_order(season: Season | int) -> QuerySet[Match]:
    """Return the season's counted matches, the first one first."""
    return Match.objects.filter(season=season, status=Match.Status.COUNTED).order_by("played_at", "sequence")


def has_just_begun(first: datetime | None, counted: date, limit: int) -> bool:
    """Return whether a season's first match is so recent that nobody waits too long; also where nobody has played."""
    return first is None or (counted - timezone.localdate(first)).days <= limit


def explain_absence(rule: RankRule, row: HasPresence, last: date | None, counted: date) -> str:
    """Return why a player has no rank, as in "no match for 61 days"; an empty text for one who has.

    `last` is the day of their last match, `counted` the last day on which a match is looked for.
    """
    if row.erased_at and timezone.localdate(row.erased_at) <= rule.day:
        return "erased"
    if row.retired_on and row.retired_on <= rule.day and not (last and last > row.retired_on):
        return "retired"
    if rule.is_today and row.sits_out_until and row.sits_out_until > rule.day:
        return f"sitting out until {format_day(row.sits_out_until)}"
    limit = rule.limit or 0
    if last:
        return explain_silence(last, counted, rule.day, limit)
    joined = timezone.localdate(row.joined_at) if row.joined_at else rule.day
    return NO_MATCH_YET if (counted - joined).days > limit else ""


def load_presences(played: Mapping[int, datetime | None]) -> list[Presence]:
    """Return what tells whether these players have a rank; they are given with when they last played. One query."""
    stored = {player: values for player, *values in select_players(played).values_list("pk", *PRESENCE_FIELDS)}
    return [Presence(player, at, *stored.get(player, ())) for player, at in played.items()]
