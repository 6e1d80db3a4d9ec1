"""The matches that the lab looks at: those of one season of a ladder or of all, the newest where they are very many."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.ranking import Presence, RankRule, find_absences, find_standings_day, load_presences
from ladder.ledger.storage.season_matches import merge_entries, read_entries
from ladder.ledger.storage.tables import OrderPlace, filter_from_place
from ladder.models import Board, Ladder, Match, Season
from ladder.ratings import Result
from players.people.queries import load_identities


class LabSpan(NamedTuple):
    """What the lab looks at: one season of a ladder, or all; `season` is the one whose boards are in use.

    Systems are compared with the first board, and over what that takes: singles, doubles or both.
    """

    ladder: Ladder
    seasons: Sequence[Season]
    season: Season
    boards: Sequence[Board]

    @property
    def is_whole_ladder(self) -> bool:
        return len(self.seasons) > 1

    @property
    def board(self) -> Board | None:
        """The board that systems are compared with."""
        return self.boards[0] if self.boards else None

    @property
    def day(self) -> date:
        """The day as of which ratings are read."""
        return max(find_standings_day(season) for season in self.seasons)

    @property
    def key(self) -> str:
        """The key of this span in the cache, whatever its matches are."""
        board = self.board.pk if self.board else ""
        return f"{self.ladder.pk}-{'all' if self.is_whole_ladder else self.season.pk}-{board}"


class SpanResults(NamedTuple):
    """The results that are looked at, in order of play; `total` is how many there are in all."""

    results: list[Result]
    total: int


class SpanSummary(NamedTuple):
    """How many matches were looked at, how many there are, and when each player played last."""

    matches: int
    total: int
    last_played: dict[int, datetime]


@one_moment()
def load_span_results(span: LabSpan) -> SpanResults:
    """Return the newest counting matches of the span; merged players are who they count as."""
    matches = Match.objects.filter(season__in=span.seasons, status=Match.Status.COUNTED)
    total = matches.count()
    since = find_place_of_newest(matches) if total > settings.LAB_MATCHES else None
    entries = merge_entries(read_entries(matches.filter(filter_from_place(since))), load_identities())
    return SpanResults([entry.result for entry in entries], total)


def find_place_of_newest(matches: QuerySet[Match]) -> OrderPlace:
    """Return the place of the first of the newest matches."""
    places = matches.order_by("-played_at", "-sequence").values_list("played_at", "sequence")
    return places[settings.LAB_MATCHES - 1]


def summarise_results(found: SpanResults) -> SpanSummary:
    """Return the summary of these results."""
    last_played = {player: result.ended for result in found.results for player in result.players}
    return SpanSummary(len(found.results), found.total, last_played)


def find_span_absences(span: LabSpan, summary: SpanSummary) -> set[int]:
    """Return the players who have no rank, by the rule of the ladder, looking at these matches alone; one query."""
    presences: list[Presence] = load_presences(summary.last_played)
    rule = RankRule(span.day, span.ladder.inactive_after, {}, span.day >= timezone.localdate())
    return set(find_absences(rule, presences))
