"""What an import would make of a season, worked out without storing anything."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ladder.files import FileProblem
from ladder.models import Match, Season
from ladder.selectors.unplayed import find_retired_unplayed_players
from ladder.services import ledger
from ladder.services.collector import collector_paused
from ladder.services.consequences.digest import digest_preview
from ladder.services.consequences.moves import PlayerMove, list_player_moves
from ladder.services.consequences.tables import BoardTables, load_board_tables
from ladder.services.imports.examining import CheckedRow
from ladder.services.imports.gone import build_void_drafts
from ladder.services.matches.new import find_next_sequence
from players.names import build_name_key
from players.services import find_players

PLACES_SHOWN = 500  # places of a board


class BoardForecast(NamedTuple):
    """A board as it would stand, from the first place on, and how many places more it would have."""

    label: str
    lines: list[PlayerMove]
    more: int


class DryRun(NamedTuple):
    """What would be added, who would be new, the boards as they would stand, and matches that were out of range."""

    version: int
    added: int
    newcomers: list[str]
    tables: list[BoardForecast]
    notes: list[FileProblem]

    @property
    def digest(self) -> str:
        """What two dry runs that say the same have in common; ranks are left out, as others move them, too."""
        moved = [[one.label, sorted(line[:4] for line in one.lines if line.is_seen)] for one in self.tables]
        return digest_preview([self.added, self.newcomers, moved, self.notes])


@collector_paused()
def build_dry_run(season: Season, rows: Sequence[CheckedRow], gone: Sequence[int] = ()) -> DryRun:
    """Return what these rows would do, and voiding the matches that are gone; new players have keys below 0."""
    keys, names = assign_player_keys(rows)
    first = find_next_sequence(season)
    drafts = [
        ledger.Draft(-1 - number, first + number, row.result._replace(players=tuple(map(keys.get, row.result.players))))
        for number, row in enumerate(rows)
        if row.record.status == Match.Status.COUNTED
    ]
    drafts += build_void_drafts(season, gone)
    version = season.ladder.version
    if not drafts:
        return DryRun(version, len(rows), list(names.values()), [], [])
    plan = ledger.plan(season, drafts)
    here = [one for one in plan.boards if one.board.season_id == season.pk]
    seen = [load_board_tables(one, names) for one in here]
    notes = [
        FileProblem(rows[-1 - note.match].record.line, note.message.text(one.names.__getitem__))
        for board, one in zip(here, seen, strict=True)
        for note in board.notes
        if note.match < 0
    ]
    return DryRun(version, len(rows), list(names.values()), [build_board_forecast(one) for one in seen], notes)


def build_board_forecast(seen: BoardTables) -> BoardForecast:
    """Return a board as it would stand."""
    lines = list_player_moves(seen)
    return BoardForecast(seen.label, lines[:PLACES_SHOWN], max(len(lines) - PLACES_SHOWN, 0))


def assign_player_keys(rows: Sequence[CheckedRow]) -> tuple[Mapping[str, int], dict[int, str]]:
    """Return everybody's key by name key, and the names of those who would be new, or play again."""
    spelt: dict[str, str] = {}
    for row in rows:
        for player in row.record.players:
            spelt.setdefault(build_name_key(player), player)
    nobody = set(find_retired_unplayed_players().order_by().values_list("pk", flat=True))
    found = {key: player.pk for key, player in find_players(spelt).items() if player.pk not in nobody}
    new = [key for key in spelt if key not in found]
    keys = found | {key: -1 - number for number, key in enumerate(new)}
    return keys, {keys[key]: spelt[key] for key in new}
