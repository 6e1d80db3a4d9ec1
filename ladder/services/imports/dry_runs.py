"""What an import would make of a season, worked out without storing anything."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ladder.files import Problem
from ladder.models import Match, Season
from ladder.selectors.unplayed import left_behind
from players.names import name_key
from players.services import known

from .. import ledger
from ..collector import collector_paused
from ..consequences.digest import digest_of
from ..consequences.moves import Move, moves
from ..consequences.tables import Sight, sight
from ..matches.new import next_sequence
from .examining import Row
from .gone import drafts_without

SHOWN = 500  # places of a board


class Table(NamedTuple):
    """A board as it would stand, from the first place on, and how many places more it would have."""

    label: str
    lines: list[Move]
    more: int


class DryRun(NamedTuple):
    """What would be added, who would be new, the boards as they would stand, and matches that were out of range."""

    version: int
    added: int
    newcomers: list[str]
    tables: list[Table]
    notes: list[Problem]

    @property
    def digest(self) -> str:
        """What two dry runs that say the same have in common; ranks are left out, as others move them, too."""
        moved = [[one.label, sorted(line[:4] for line in one.lines if line.is_seen)] for one in self.tables]
        return digest_of([self.added, self.newcomers, moved, self.notes])


@collector_paused()
def dry_run(season: Season, rows: Sequence[Row], gone: Sequence[int] = ()) -> DryRun:
    """Return what these rows would do, and voiding the matches that are gone; new players have keys below 0."""
    keys, names = keyed(rows)
    first = next_sequence(season)
    drafts = [
        ledger.Draft(-1 - number, first + number, row.result._replace(players=tuple(map(keys.get, row.result.players))))
        for number, row in enumerate(rows)
        if row.record.status == Match.Status.COUNTED
    ]
    drafts += drafts_without(season, gone)
    version = season.ladder.version
    if not drafts:
        return DryRun(version, len(rows), list(names.values()), [], [])
    plan = ledger.plan(season, drafts)
    here = [one for one in plan.boards if one.board.season_id == season.pk]
    seen = [sight(one, names) for one in here]
    notes = [
        Problem(rows[-1 - note.match].record.line, note.message.text(one.names.__getitem__))
        for board, one in zip(here, seen, strict=True)
        for note in board.notes
        if note.match < 0
    ]
    return DryRun(version, len(rows), list(names.values()), [table(one) for one in seen], notes)


def table(seen: Sight) -> Table:
    """Return a board as it would stand."""
    lines = moves(seen)
    return Table(seen.label, lines[:SHOWN], max(len(lines) - SHOWN, 0))


def keyed(rows: Sequence[Row]) -> tuple[Mapping[str, int], dict[int, str]]:
    """Return everybody's key by name key, and the names of those who would be new, or play again."""
    spelt: dict[str, str] = {}
    for row in rows:
        for player in row.record.players:
            spelt.setdefault(name_key(player), player)
    nobody = set(left_behind().order_by().values_list("pk", flat=True))
    found = {key: player.pk for key, player in known(spelt).items() if player.pk not in nobody}
    new = [key for key in spelt if key not in found]
    keys = found | {key: -1 - number for number, key in enumerate(new)}
    return keys, {keys[key]: spelt[key] for key in new}
