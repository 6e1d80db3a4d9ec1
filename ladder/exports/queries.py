"""A season as a match file and a description of its boards: what an import makes the same season from."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q
from django.utils import timezone

from ladder.files.match_records import MatchRecord, list_unasked_fact_labels
from ladder.files.rated_file import RatedFile
from ladder.formats import parse_games
from ladder.ledger.admission import is_counted
from ladder.ledger.calendar import load_board_breaks
from ladder.ledger.player_standings import load_current_standings, load_past_standings
from ladder.ledger.ranking import find_absences, load_rank_rule
from ladder.ledger.settlement import COUNT_COLUMNS
from ladder.ledger.storage.rating_rows import STATE_COLUMNS
from ladder.ledger.storage.season_matches import load_entries
from ladder.ledger.storage.tables import load_opening_table
from ladder.matches.queries.limits import list_rated_limits, load_limit_reasons
from ladder.models import Board, Fixture, Opening, Participant, Season
from ladder.models.box_rules import BOX_COLUMNS
from ladder.models.challenge_rules import CHALLENGE_COLUMNS
from ladder.models.round_rules import ROUND_COLUMNS
from ladder.ratings import HANDICAP, Exit, RatingSystem, Result, replay_results
from players.people.names import build_name_key
from players.people.queries import load_player_names, order_own_last, resolve_player_name

EXPORT_SIDE_COLUMNS = (
    "match_id",
    resolve_player_name("player"),
    "player__name",
    "score",
    "exit",
    "round",
    "place",
    "side",
)
MATCH_NAMES = ("kind", "played_at", "started_at", "facts", "status", "games", "ending")
EXPORT_MATCH_COLUMNS = tuple(f"match__{name}" for name in MATCH_NAMES)


DESCRIBED_SETTINGS = (
    "game",
    *("fewest_a_side", "most_a_side", "scores", "score_rule", "takes_handicaps", "match_lengths"),
    *("pair_day_limit", "pair_week_limit", "player_day_limit", "player_week_limit"),
)
"""The columns of a ladder that say which matches it takes, how they are entered, and how many are rated."""
ALL_SETTINGS = (
    *DESCRIBED_SETTINGS,
    *CHALLENGE_COLUMNS,
    *("break_days", "most_breaks", "break_challenges"),
    *BOX_COLUMNS,
    *ROUND_COLUMNS,
    "nights",
    *("fix_minutes", "confirm_hours", "counts_when_confirmed", "how_to_report", "inactive_after"),
)
"""The columns of a ladder that its organisers can set, beside its name and who reports."""


def load_records(season: Season, where: Q | None = None) -> Iterator[MatchRecord]:
    """Yield the season's matches, or those of them that fit, in the order of play, void and pending ones included.

    `where` says of a participant which.
    """
    return (one for _, one in load_records_by_match(season, where))


def has_scores(season: Season) -> bool:
    """Return whether any match of the season says the points of its games, or that somebody retired."""
    return season.matches.exclude(games="", ending="").exists()


def has_handicaps(season: Season) -> bool:
    """Return whether the players of any match of the season agreed on a handicap."""
    return season.matches.filter(facts__has_key=HANDICAP.name).exists()


def has_unasked_facts(season: Season) -> bool:
    """Return whether any match of the season says a fact that no form asks for."""
    return season.matches.filter(facts__has_any_keys=list(list_unasked_fact_labels())).exists()


def find_extra_columns(season: Season) -> dict[str, bool]:
    """Return which columns the season's match file has besides the usual ones, as writing it takes them."""
    return {
        "with_scores": has_scores(season),
        "with_handicaps": has_handicaps(season),
        "with_unasked_facts": has_unasked_facts(season),
        "with_boxes": season.boxes.exists(),
        "with_reasons": bool(list_rated_limits(season.ladder) or load_limit_reasons(season)),
        "with_sides": Participant.objects.filter(match__season=season, side__gt=0).exists(),
    }


def load_detailed_records(season: Season) -> Iterator[MatchRecord]:
    """Yield the same as `load_records`, with their boxes, and why some are unrated, beyond a limit of the ladder."""
    reasons = load_limit_reasons(season)
    fixtures = Fixture.objects.filter(box__season=season, match__isnull=False).select_related("box")
    boxes = {fixture.match_id: fixture.box.label for fixture in fixtures if fixture.box}
    for match, record in load_records_by_match(season):
        if match in reasons or match in boxes:
            record = record._replace(unrated_because=reasons.get(match), box=boxes.get(match, ""))
        yield record


def load_records_by_match(season: Season, where: Q | None = None) -> Iterator[tuple[int, MatchRecord]]:
    """Yield the same, each with its key."""
    rows = (
        Participant.objects.filter(where or Q(), match__season=season)
        .order_by("match__played_at", "match__sequence", "seat")
        .values_list(*EXPORT_SIDE_COLUMNS, *EXPORT_MATCH_COLUMNS)
    )
    matches = groupby(rows.iterator(chunk_size=10_000), key=itemgetter(0))
    return (
        (match, build_exported_record(number, list(participants)))
        for number, (match, participants) in enumerate(matches, start=1)
    )


def build_exported_record(number: int, participants: list[tuple[Any, ...]]) -> MatchRecord:
    """Return one match from the rows of its participants; two who were merged since keep their names in a void one."""
    kind, played_at, started_at, facts, status, games, ending = participants[0][len(EXPORT_SIDE_COLUMNS) :]
    _, players, entered, scores, exits, rounds, places, together = zip(
        *(one[: len(EXPORT_SIDE_COLUMNS)] for one in participants), strict=True
    )
    players = players if len(set(players)) == len(players) else entered
    left = tuple(map(Exit, exits, rounds)) if exits[0] else ()
    placed = places if places[0] else ()
    scored = () if left or placed else scores
    began = started_at and timezone.localtime(started_at)
    ended, with_sides = timezone.localtime(played_at), together if together[0] else ()
    record = MatchRecord(number, kind, ended, began, players, scored, None, left, placed, facts, status, with_sides)
    return record._replace(games=parse_games(games), ending=ending)


def describe_exported_season(season: Season) -> dict[str, Any]:
    """Return what a ladder with this season is made from: its rules, its boards, their options and openings."""
    boards = [describe_exported_board(board) for board in season.boards.all()]
    return {**describe_season_settings(season, DESCRIBED_SETTINGS), "boards": boards}


def describe_season_settings(season: Season, names: Sequence[str] = ALL_SETTINGS) -> dict[str, Any]:
    """Return what another ladder like this one is made from: these settings, and the boards without their players."""
    return {
        "name": season.ladder.name,
        "reporters": season.ladder.reporters,
        "settings": {name: getattr(season.ladder, name) for name in names},
        "season": {"slug": season.slug, "name": season.name},
        "boards": [{"system": one.system, "options": one.options, "openings": []} for one in season.boards.all()],
    }


def describe_exported_board(board: Board) -> dict[str, Any]:
    rows = Opening.objects.filter(board=board).order_by(*order_own_last("player"))
    brought = {
        row["name"]: row for row in rows.values(*STATE_COLUMNS, *COUNT_COLUMNS, name=resolve_player_name("player"))
    }
    openings = [
        {**brought[name], "as_of": brought[name]["as_of"] and str(brought[name]["as_of"])}
        for name in sorted(brought, key=build_name_key)
    ]
    return {"system": board.system, "options": board.options, "openings": openings}


def load_rated_season(board: Board, asked: date | None) -> RatedFile:
    """Return the replay of a board's counting matches up to the end of a day, with names for players."""
    system, day = board.rating_system, find_export_day(board.season, asked)
    entries = [entry.result for entry in load_entries(board.season, None)]
    results = [one for one in entries if one.ended.date() <= day and is_shown_on(system, one)]
    opening = load_opening_table(board)
    names = load_player_names({*opening, *(player for one in results for player in one.players)})
    results = [one._replace(players=tuple(map(names.__getitem__, one.players))) for one in results]
    ratings = {names[player]: state.rating for player, state in opening.items()}
    brought = {names[player]: state.counts for player, state in opening.items()}
    breaks = {names[player]: days for player, days in load_board_breaks(board).items() if player in names}
    fold = replay_results(system, results, ratings, brought, breaks)
    is_past = day < timezone.localdate()
    standings = load_past_standings(board, day) if is_past else load_current_standings(board)
    absences = find_absences(load_rank_rule(board, day), standings)
    absent = {names[player]: why for player, why in absences.items() if player in names}
    return RatedFile(system, board.options, day, results, ratings, fold, [], brought, absent, is_over=asked is not None)


def is_shown_on(system: RatingSystem, result: Result) -> bool:
    """Return whether a match belongs to this board, if only as an unrated one."""
    return result.kind in system.uncounted or is_counted(system, result)


def find_export_day(season: Season, asked: date | None) -> date:
    """Return the day to read the tables of: that asked for, or today, or the last of a season that is over."""
    day = asked or timezone.localdate()
    last = season.ends_on or (season.closed_at and timezone.localdate(season.closed_at))
    return min(day, last) if last else day
