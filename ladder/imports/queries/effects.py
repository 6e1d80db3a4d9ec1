"""What an import would make of a season, worked out without storing anything; and what past imports brought."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models import Count, F, Q

from ladder import ledger
from ladder.changes.board_tables import PlayerMove, list_player_moves, load_board_tables
from ladder.changes.change_log import LogLine, build_revision_line
from ladder.changes.versions import NamesByKey, find_account_name, load_version_names, read_revisions
from ladder.files.csv_grid import FileProblem
from ladder.formats import format_count
from ladder.imports.queries.name_doubts import find_retired_unplayed_players
from ladder.imports.queries.records import CheckedRow
from ladder.matches.actions.new_match import find_next_sequence
from ladder.models import Import, Match, MatchRevision, Season
from players.people.actions import find_players
from players.people.names import build_name_key

PLACES_SHOWN = 500  # places of a board

IMPORTS_SHOWN = 20  # imports, or changed matches of one
NAMELESS_FILE = "A file"
ACCOUNT_PATHS = ("by__player__merged_into", "taken_back__by__player__merged_into")


def build_void_drafts(season: Season, gone: Sequence[int]) -> list[ledger.Draft]:
    """Return drafts in which these matches are void."""
    wanted = set(gone)
    standing = Match.objects.filter(season=season).exclude(status=Match.Status.VOID)
    return [ledger.build_draft(match, None) for match in standing if match.pk in wanted] if wanted else []


class BoardForecast(NamedTuple):
    """A board as it would stand."""

    label: str
    moves: list[PlayerMove]

    @property
    def lines(self) -> list[PlayerMove]:
        """The first places."""
        return self.moves[:PLACES_SHOWN]

    @property
    def more(self) -> int:
        """How many places there are after them."""
        return len(self.moves) - len(self.lines)


class ImportForecast(NamedTuple):
    """What an import would do: matches added, new players, the boards afterwards, and matches out of range."""

    added: int
    newcomers: list[str]
    tables: list[BoardForecast]
    notes: list[FileProblem]
    limited: list[FileProblem]  # matches that are kept as unrated, beyond a limit of the ladder


class PlayerKeys(NamedTuple):
    """The key of each player of a file by name key, below 0 for who is new; and the names of those by their key."""

    keys: Mapping[str, int]
    newcomers: NamesByKey


def plan_import(
    season: Season, rows: Sequence[CheckedRow], keys: Mapping[str, int], gone: Sequence[int] = ()
) -> ledger.Plan:
    """Return the plan that stores these rows and voids these matches; `keys` are those of the players.

    What is not stored yet has keys below 0: row number n is match -1 - n.
    """
    first = find_next_sequence(season)
    drafts = [
        ledger.Draft(-1 - number, first + number, row.result._replace(players=tuple(map(keys.get, row.result.players))))
        for number, row in enumerate(rows)
        if row.record.status == Match.Status.COUNTED
    ]
    drafts += build_void_drafts(season, gone)
    return ledger.plan(season, drafts) if drafts else ledger.Plan(season, season.ladder.version, False, [])


def describe_import(plan: ledger.Plan, rows: Sequence[CheckedRow], names: NamesByKey) -> ImportForecast:
    """Return what the plan of an import does, in words."""
    here = [one for one in plan.boards if one.board.season_id == plan.season.pk]
    seen = [load_board_tables(one, names) for one in here]
    notes = sorted(
        FileProblem(rows[-1 - note.match].record.line, note.message.text(one.names.__getitem__))
        for board, one in zip(here, seen, strict=True)
        for note in board.notes
        if note.match < 0
    )
    tables = [BoardForecast(one.label, list_player_moves(one)) for one in seen]
    return ImportForecast(len(rows), list(names.values()), tables, notes, list_limit_remarks(rows))


def list_limit_remarks(rows: Sequence[CheckedRow]) -> list[FileProblem]:
    """Return a note for each row that is kept as unrated, since it goes beyond a limit of the ladder."""
    return sorted(FileProblem(row.record.line, row.limited) for row in rows if row.limited)


def assign_player_keys(rows: Sequence[CheckedRow]) -> PlayerKeys:
    """Return the primary key of each player by name key, and the names of those who would be new, or play again."""
    spelt: dict[str, str] = {}
    for row in rows:
        for player in row.record.players:
            spelt.setdefault(build_name_key(player), player)
    nobody = set(find_retired_unplayed_players().order_by().values_list("pk", flat=True))
    found = {key: player.pk for key, player in find_players(spelt).items() if player.pk not in nobody}
    new = [key for key in spelt if key not in found]
    keys = found | {key: -1 - number for number, key in enumerate(new)}
    return PlayerKeys(keys, {keys[key]: spelt[key] for key in new})


class PastImport(NamedTuple):
    """An import as the page lists it; `by`, `back_at` and `reason` are those of its undoing, if it was undone."""

    pk: int
    file: str
    who: str
    at: datetime
    made: str
    can_go: bool
    by: str = ""
    back_at: datetime | None = None
    reason: str = ""


def list_imports(season: Season) -> list[PastImport]:
    """Return the last imports into a season, newest first; three queries."""
    found = list(
        Import.objects.filter(season=season)
        .select_related(*ACCOUNT_PATHS)
        .fetch_mode(models.FETCH_RAISE)[:IMPORTS_SHOWN]
    )
    standing = Count("pk", filter=~Q(status=Match.Status.VOID))
    rows = Match.objects.filter(imported_in__in=found).order_by().values("imported_in")
    totals = rows.annotate(total=Count("pk"), standing=standing)
    matches = {row["imported_in"]: (row["total"], row["standing"]) for row in totals}
    through = Import.players.through.objects.filter(import__in=found).order_by().values("import_id")
    players = {row["import_id"]: row["total"] for row in through.annotate(total=Count("pk"))}
    return [build_past_import(one, *matches.get(one.pk, (0, 0)), players.get(one.pk, 0)) for one in found]


def build_past_import(one: Import, total: int, standing: int, players: int) -> PastImport:
    """Return an import as the page lists it, with its numbers of matches, matches that are not void, and players."""
    made = f"{format_count(total, 'match', 'matches')}, {format_count(players, 'new player')}"
    if 0 < standing < total:
        made += f"; {standing:,} of the matches {'counts' if standing == 1 else 'count'}"
    plain = PastImport(one.pk, one.file or NAMELESS_FILE, find_account_name(one), one.at, made, bool(standing))
    if one.taken_back is None:
        return plain
    return plain._replace(by=find_account_name(one.taken_back), back_at=one.taken_back.at, reason=one.taken_back.reason)


def find_changed_matches(one: Import) -> tuple[list[LogLine], int]:
    """Return the newest versions of matches that were changed since their import, and how many more there are."""
    rows = MatchRevision.objects.filter(match__imported_in=one, number=F("match__revision"), number__gt=1)
    shown = read_revisions(rows.order_by("-id")[:IMPORTS_SHOWN])
    names = load_version_names(shown)
    return [build_revision_line(row, names) for row in shown], max(rows.count() - len(shown), 0)
