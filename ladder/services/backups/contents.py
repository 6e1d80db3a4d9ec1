"""Every row of a backup is read once, and what it holds as JSON is tried as the site would use it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ladder.models import MatchRevision
from ladder.services.backups.reading import Backup, BackupRow, find_row_positions
from ladder.services.backups.shapes import CHECKS
from ladder.services.backups.tables import Model, list_backup_tables
from ladder.services.backups.versions import build_version_context, check_match_version, check_newest_versions


def check_all_rows(backup: Backup) -> None:
    """Read every row once, those of versions last, since they lean on matches and boards.

    Raises: Unfit, such as "ladder.matchrevision.jsonl, line 3: version can't be read as a match."
    """
    checks = {model: make_row_check(model, *check) for model, check in CHECKS.items()}
    for model in list_backup_tables():
        if model is not MatchRevision:
            read_to_end(backup.rows(model, checks.get(model)))
    known = build_version_context(backup)
    check = make_row_check(
        MatchRevision, ("match_id", "number", "version", "proposed"), partial(check_match_version, known)
    )
    match, number = find_row_positions(MatchRevision, ("match_id", "number"))
    check_newest_versions(known, {(row[match], row[number]) for row in backup.rows(MatchRevision, check)})


def read_to_end(rows: Iterator[BackupRow]) -> None:
    for _ in rows:
        pass


def make_row_check(model: Model, names: Sequence[str], check: Callable[..., None]) -> Callable[[BackupRow], None]:
    """Return what checks these columns of a row."""
    found = find_row_positions(model, names)
    return lambda row: check(*[row[place] for place in found])
