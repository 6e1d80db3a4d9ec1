"""How many rated matches of a pair and of a player count in a day and in a week; what goes beyond is kept as unrated.

It is decided when a match is recorded, by the rated matches that are stored then on the same club day, or in the same
week from Monday to Sunday. Void matches, walkovers and unrated matches don't count.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import combinations, groupby, takewhile
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils import timezone

from ladder.formats import format_count, format_ordinal, join_names
from ladder.ledger.storage.tables import start_of_day
from ladder.models import Ladder, Match, MatchRevision, Participant, Season
from ladder.pages.figures import format_day
from ladder.ratings import UNRATED, Key, Kind, Result, load_kinds
from players.people.queries import list_with_merged, resolve_player

DAY, WEEK = 1, 7
UNRATED_REASON = "Kept as unrated: "
LONGEST_LIMIT_REASON = 300  # characters of a reason
Subject = frozenset[Key]
"""The key of one player, or those of two who played against each other."""


class RatedLimit(NamedTuple):
    """How many rated matches of one player, or of two, count in a span of so many days."""

    players: int
    days: int
    most: int


class ReachedLimit(NamedTuple):
    """A limit that a match goes beyond: of whom, how many rated matches they have, and where the span begins."""

    limit: RatedLimit
    players: tuple[Key, ...]
    played: int
    since: date
    field: int  # how many play in the match

    @property
    def reason(self) -> str:
        """The words that stay with the match. They name nobody, since players may be called otherwise later."""
        who = "one of its players"
        if self.limit.players == 2:
            who = "these two" if self.field == 2 else "two of its opponents"
        matches = format_count(self.played, "rated match", "rated matches")
        against = " against each other" if self.limit.players == 2 else ""
        span = "that day" if self.limit.days == DAY else "that week"
        return (
            f"{UNRATED_REASON}when it was recorded, {who} already had {matches}{against} {span}, and {self.counting}."
        )

    @property
    def counting(self) -> str:
        """How many count: "only 3 a day count"."""
        span = "day" if self.limit.days == DAY else "week"
        return f"only {self.limit.most:,} a {span} {'counts' if self.limit.most == 1 else 'count'}"

    def describe(self, names: Mapping[Key, str]) -> str:
        """Return what is told before: "This would be the 4th rated match of Ana and Bo today; only 3 a day count."."""
        who = join_names([names[player] for player in self.players])
        nth = format_ordinal(self.played + 1)
        return f"This would be the {nth} rated match of {who} {self.describe_span()}; {self.counting}."

    def describe_span(self) -> str:
        """Return the day or the week in words: "today", "in the week of 4 May"."""
        today = timezone.localdate()
        if self.limit.days == DAY:
            return "today" if self.since == today else f"on {format_day(self.since)}"
        return "this week" if self.since == find_span_start(today, WEEK) else f"in the week of {format_day(self.since)}"


class RatedTally:
    """Counts the rated matches of every player and of every two opponents, by day and by week."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Subject, int, date]] = Counter()

    def add(self, day: date, subjects: Iterable[Subject]) -> None:
        """Count one match."""
        for subject in subjects:
            for days in (DAY, WEEK):
                self.counts[subject, days, find_span_start(day, days)] += 1

    def find_reached_limit(self, limits: Sequence[RatedLimit], result: Result) -> ReachedLimit | None:
        """Return the first limit that one more match with this result would go beyond."""
        day, field = result.ended.date(), len(result.players)
        subjects = list(list_subjects(result.players, result.sides, result.kind))
        for limit in limits:
            since = find_span_start(day, limit.days)
            for subject in (one for one in subjects if len(one) == limit.players):
                played = self.counts[subject, limit.days, since]
                if played >= limit.most:
                    players = tuple(player for player in result.players if player in subject)
                    return ReachedLimit(limit, players, played, since, field)
        return None


def list_subjects(players: Sequence[Key], sides: Sequence[int], kind: Kind) -> Iterator[Subject]:
    """Yield each two opponents of a match, and each player; in a tournament nobody is anybody's opponent."""
    if kind.format.has_losers:
        for (one, side), (other, against) in combinations(zip(players, sides or [0] * len(players), strict=True), 2):
            if not side or side != against:
                yield frozenset((one, other))
    yield from (frozenset((player,)) for player in players)


def find_span_start(day: date, days: int) -> date:
    """Return the first day of the span of a day: the day itself, or the Monday of its week."""
    return day if days == DAY else day - timedelta(day.weekday())


def list_rated_limits(ladder: Ladder) -> list[RatedLimit]:
    """Return the limits that a ladder sets: those of a pair first, and the day before the week."""
    found = (
        (2, DAY, ladder.pair_day_limit),
        (2, WEEK, ladder.pair_week_limit),
        (1, DAY, ladder.player_day_limit),
        (1, WEEK, ladder.player_week_limit),
    )
    return [RatedLimit(players, days, most) for players, days, most in found if most]


def list_rated_kinds(season: Season) -> list[Kind]:
    """Return the kinds that some board of the season rates."""
    return list(dict.fromkeys(kind for board in season.boards.all() for kind in board.rating_system.kinds))


def load_rated_tally(
    season: Season, days: Collection[date], players: Collection[Key] | None = None, without: int | None = None
) -> RatedTally:
    """Return the count of the ladder's rated matches in the weeks of these days; one query.

    With `players` only matches of one of them are looked at, and `without` is the key of a match that is left out.
    """
    first, last = (find_span_start(day, WEEK) for day in (min(days), max(days)))
    kinds = [kind.key for kind in list_rated_kinds(season)]
    played = {"played_at__gte": start_of_day(first), "played_at__lt": start_of_day(last + timedelta(WEEK))}
    matches = Match.objects.filter(season__ladder=season.ladder_id, kind__in=kinds, **played).order_by()
    matches = matches.exclude(status=Match.Status.VOID).exclude(pk=without or 0)
    if players is not None:
        matches = matches.filter(participants__player__in=list_with_merged(players))
    columns = ("match", "match__played_at", "match__kind", resolve_player("player"), "side")
    rows = Participant.objects.filter(match__in=matches.values("pk")).order_by("match", "seat").values_list(*columns)
    tally = RatedTally()
    for (_, at, kind), group in groupby(rows, key=lambda row: row[:3]):
        seats = [row[3:] for row in group]
        who, sides = [player for player, _ in seats], [side for _, side in seats]
        tally.add(timezone.localdate(at), list_subjects(who, sides, load_kinds()[kind]))
    return tally


def find_reached_limit(season: Season, result: Result, *, without: int | None = None) -> ReachedLimit | None:
    """Return the limit that this match would go beyond; None for one that no board rates. One query, if any is set.

    `without` is the key of a stored match that is not counted, since it is this one.
    """
    limits = list_rated_limits(season.ladder)
    if not limits or result.kind not in list_rated_kinds(season):
        return None
    tally = load_rated_tally(season, [result.ended.date()], result.players, without)
    return tally.find_reached_limit(limits, result)


def apply_limits(season: Season, result: Result, *, without: int | None = None) -> tuple[Result, str]:
    """Return the result as it is recorded, and the reason if it is kept as unrated; the ladder must be locked."""
    reached = find_reached_limit(season, result, without=without)
    return (result._replace(kind=UNRATED), reached.reason) if reached else (result, "")


def load_limit_reason(match: Match) -> str:
    """Return why a limit of the ladder keeps a match unrated; an empty text for one that somebody else has made so.

    It stands with the version that made the match unrated, and is true of it while its players and its day are the
    same. One query, and none for a match of another kind.
    """
    if match.kind != UNRATED.key:
        return ""
    versions = MatchRevision.objects.filter(match=match).order_by("-number").values_list("reason", "version")
    return find_limit_reason(list(versions))


def load_limit_reasons(season: Season) -> dict[int, str]:
    """Return the same of all matches of a season that have such a reason, by match; one query."""
    told = MatchRevision.objects.filter(match__season=season, match__kind=UNRATED.key, reason__contains=UNRATED_REASON)
    rows = MatchRevision.objects.filter(match__in=told.values("match")).order_by("match", "-number")
    grouped = groupby(rows.values_list("match", "reason", "version"), key=itemgetter(0))
    found = {match: find_limit_reason([(reason, version) for _, reason, version in some]) for match, some in grouped}
    return {match: reason for match, reason in found.items() if reason}


def find_limit_reason(versions: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Return the reason of a match from the reasons and contents of its versions, the newest first."""
    same = takewhile(lambda one: describe_limited(one[1]) == describe_limited(versions[0][1]), versions)
    return next((reason[reason.index(UNRATED_REASON) :] for reason, _ in same if UNRATED_REASON in reason), "")


def describe_limited(version: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what of a version a limit looks at: the kind, the day and the players."""
    day = timezone.localdate(datetime.fromisoformat(version["played_at"]))
    return version["kind"], day, [side["player"] for side in version["sides"]]
