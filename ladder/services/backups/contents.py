"""Every row of a backup is read once, and what it holds as JSON is tried as the site would use it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ladder.models import MatchRevision

from .reading import Backup, Row, places
from .shapes import CHECKS
from .tables import Model, tables
from .versions import check_newest, check_version, folding


def check_rows(backup: Backup) -> None:
    """Read every row once, those of versions last, since they lean on matches and boards.

    Raises: Unfit, such as "ladder.matchrevision.jsonl, line 3: version can't be read as a match."
    """
    checks = {model: picking(model, *check) for model, check in CHECKS.items()}
    for model in tables():
        if model is not MatchRevision:
            read_all(backup.rows(model, checks.get(model)))
    known = folding(backup)
    check = picking(MatchRevision, ("match_id", "number", "version", "proposed"), partial(check_version, known))
    match, number = places(MatchRevision, ("match_id", "number"))
    check_newest(known, {(row[match], row[number]) for row in backup.rows(MatchRevision, check)})


def read_all(rows: Iterator[Row]) -> None:
    for _ in rows:
        pass


def picking(model: Model, names: Sequence[str], check: Callable[..., None]) -> Callable[[Row], None]:
    """Return what checks these columns of a row."""
    found = places(model, names)
    return lambda row: check(*[row[place] for place in found])
