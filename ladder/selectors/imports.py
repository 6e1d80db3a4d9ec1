"""What was brought into a season: by whom, when, from which file, and what became of it."""

from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models import Count, F, Q

from ladder.files.guessing import describe_count
from ladder.models import Import, Match, MatchRevision, Season
from ladder.selectors.log import LogLine, build_revision_line
from ladder.selectors.revisions import find_account_name, load_version_names, read_revisions

IMPORTS_SHOWN = 20  # imports, or changed matches of one
NAMELESS = "A file"
ACCOUNT_PATHS = ("by__player__merged_into", "taken_back__by__player__merged_into")


class PastImport(NamedTuple):
    """An import as printed; `by` is whoever took it back, if anybody did, at `back_at`."""

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
    """Return the last imports into a season, the newest first, in three queries."""
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
    """Return one import as printed."""
    made = f"{describe_count(total, 'match', 'matches')}, {describe_count(players, 'new player')}"
    if 0 < standing < total:
        made += f"; {standing:,} of the matches {'counts' if standing == 1 else 'count'}"
    plain = PastImport(one.pk, one.file or NAMELESS, find_account_name(one), one.at, made, bool(standing))
    if one.taken_back is None:
        return plain
    return plain._replace(by=find_account_name(one.taken_back), back_at=one.taken_back.at, reason=one.taken_back.reason)


def find_changed_matches(one: Import) -> tuple[list[LogLine], int]:
    """Return the last version of the matches of an import that were changed since, and how many more there are."""
    rows = MatchRevision.objects.filter(match__imported_in=one, number=F("match__revision"), number__gt=1)
    shown = read_revisions(rows.order_by("-id")[:IMPORTS_SHOWN])
    names = load_version_names(shown)
    return [build_revision_line(row, names) for row in shown], max(rows.count() - len(shown), 0)
