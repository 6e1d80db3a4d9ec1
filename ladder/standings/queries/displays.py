"""A board elsewhere than on its page: the print sheet, the spreadsheet and the feed."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from ladder.matches.queries.results import describe_result, load_match_participants
from ladder.models import Board, Ladder, Match, MatchRevision, Participant, RatingChange
from ladder.pages.figures import MINUS_SIGN, format_match_worth, format_period_end, format_rating
from ladder.ratings import RatingSystem
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import StandingsTable

ONE_COLUMN = 16  # players on paper; more stand in two columns
SHEET_LINES = 26  # on a page, of players in a column and empty ones together
LATEST_RESULTS_SHOWN = 30  # results in the feed
MOST_CHANGES_NAMED = 12  # participants whose changes are named
SPREAD, DEVIATION = " ± ", "Deviation"  # how pages print an estimate with its deviation, and the heading of the second
BLANK_LINES = 10  # at least; 48 players leave room for them


def list_blank_headings(system: RatingSystem) -> list[str]:
    """Return the headings of the empty results list, in the order in which one writes."""
    formats = {kind.format for kind in system.kinds}
    if not any(one.has_losers for one in formats):
        return ["Date", "First", "Second", "Third", "Players"]
    if any(one.most > 2 for one in formats):
        who = ["Winner", "Others"]
    else:
        who = ["Player", "Opponent", "Result"] if system.draws else ["Winner", "Loser"]
    return ["Date", *who, *(fact.label for fact in system.facts if fact.required), "Entered"]


def count_sheet_columns(players: int) -> int:
    """Return in how many columns so many players stand on paper."""
    return 1 if players <= ONE_COLUMN else 2


def count_blank_lines(players: int) -> int:
    """Return how many empty lines for results fit on the page below so many players."""
    return max(SHEET_LINES - -(-players // count_sheet_columns(players)), BLANK_LINES)


def list_download_rows(table: StandingsTable) -> Iterator[list[Any]]:
    """Yield the standings as rows of a spreadsheet: the header, then every player, best first.

    Numbers are numbers, so that they can be added up. The last column says who has no rank, and why.
    """
    change = ["Change"] if "change" in table.headings else []
    has_notes = any(figure.note for row in table.rows for figure in row.figures)
    columns = [column.label for column in table.columns]
    gained = [f"{column.label} this season" for column in table.columns if column.note] if has_notes else []
    headings = ["Rating", "Provisional", *change, *columns]
    printed = [list_printed_figures(row, with_change=bool(change)) for row in table.rows]
    unsure = {place for texts in printed for place, text in enumerate(texts) if SPREAD in text}
    named = [[one, DEVIATION] if place in unsure else [one] for place, one in enumerate(headings)]
    yield ["Rank", "Player", *chain(*named), *gained, "No rank"]
    for row, texts in zip(table.rows, printed, strict=True):
        parts = chain(*(split_spread(text) if place in unsure else [text] for place, text in enumerate(texts)))
        here = [row.standing.gained] if has_notes else []
        yield [parse_printed_number(row.rank_text), row.name, *map(parse_printed_number, parts), *here, row.absence]


def list_printed_figures(row: StandingsRow, *, with_change: bool) -> list[str]:
    """Return what a spreadsheet has of a row from the rating on, as pages print it."""
    change = [row.change] if with_change else []
    return [row.rating, "yes" if row.provisional else "", *change, *(figure.text for figure in row.figures)]


def split_spread(text: str) -> list[str]:
    """Return an estimate and its deviation, which pages print as "1,464 ± 152"; without one that is empty."""
    number, _, deviation = text.partition(SPREAD)
    return [number, deviation]


def parse_printed_number(text: str) -> Any:
    """Return the text of a number as a number, and any other text as it is."""
    plain = text.replace(",", "").replace(MINUS_SIGN, "-")
    try:
        return float(plain) if "." in plain else int(plain)
    except ValueError:
        return text


class FeedItem(NamedTuple):
    """One result; `at` is when it was played, `updated` when it was last entered or changed."""

    match: Match
    title: str
    text: str
    at: datetime
    updated: datetime


def load_feed_items(ladder: Ladder) -> list[FeedItem]:
    """Return the latest results that count, the newest first, in six queries."""
    counted = select_newest_results(ladder)
    changed = MatchRevision.objects.filter(match=OuterRef("pk")).order_by("-number").values("at")[:1]
    newest = counted.annotate(updated=Subquery(changed))
    matches = list(newest.fetch_mode(models.FETCH_RAISE)[:LATEST_RESULTS_SHOWN])
    participants, changes = load_match_participants(matches), load_first_changes(matches)
    return [build_feed_item(match, participants[match.pk], changes) for match in matches]


def select_newest_results(ladder: Ladder) -> QuerySet[Match]:
    """Return the results that count, the newest first, from one on that is among so many as are shown; two queries.

    They are within the newest results of the last season, if it has so many: an index of each season leads there.
    """
    seasons = list(ladder.seasons.order_by("-pk").values_list("pk", flat=True))
    counted = Match.objects.filter(status=Match.Status.COUNTED).order_by("-played_at", "-sequence")
    of_last = counted.filter(season__in=seasons[:1]).values_list("played_at", flat=True)
    found = counted.filter(season__in=seasons)
    since = of_last[LATEST_RESULTS_SHOWN - 1 : LATEST_RESULTS_SHOWN].first()
    return found.filter(played_at__gte=since) if since else found


def load_first_changes(matches: Sequence[Match]) -> dict[int, tuple[Board, RatingChange]]:
    """Return what the matches changed for each participant, by participation, on the first board that rated them."""
    boards = {board.pk: board for board in Board.objects.filter(season__in={match.season_id for match in matches})}
    rows = RatingChange.objects.filter(participant__match__in=[match.pk for match in matches])
    found: dict[int, tuple[Board, RatingChange]] = {}
    for row in sorted(rows, key=lambda row: (boards[row.board_id].position, row.board_id)):
        found.setdefault(row.participant_id, (boards[row.board_id], row))
    return found


def build_feed_item(
    match: Match, participants: Sequence[Participant], changes: dict[int, tuple[Board, RatingChange]]
) -> FeedItem:
    """Return one result in words."""
    updated = match.updated or match.recorded_at  # type: ignore[attr-defined]  # put there by `load_feed_items`
    who, went = describe_result(match, participants)
    worth = [
        describe_rating_change(participant, *changes[participant.pk], match.played_at)
        for participant in participants
        if participant.pk in changes
    ]
    more = [f"and {len(worth) - MOST_CHANGES_NAMED} more"] if len(worth) > MOST_CHANGES_NAMED else []
    text = f"{', '.join([*worth[:MOST_CHANGES_NAMED], *more])}." if worth else "It doesn't count on any board."
    return FeedItem(match, f"{who} {went}", text, match.played_at, updated)


def describe_rating_change(participant: Participant, board: Board, row: RatingChange, played_at: datetime) -> str:
    """Return what a match was worth to one player: Ana +5.4 to 1,787."""
    system = board.rating_system
    worth = format_match_worth(system, row.before, row.after)
    if when := format_period_end(system, timezone.localdate(played_at)):
        return f"{participant.player.name} {worth}, rated at {when}"
    return f"{participant.player.name} {worth} to {format_rating(system, row.after)}"
