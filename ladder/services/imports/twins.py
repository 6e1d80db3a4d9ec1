"""Matches of a file that the season has already under another identity, as those that were entered on the site."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Q

from ladder.files import MatchRecord
from ladder.models import Match, Season
from ladder.services.exports import load_records
from ladder.services.imports.examining import IdentifiedRecord, drop_plain_kind, list_known_kinds, set_decided_names

TAKEN_BACK = Q(match__status=Match.Status.VOID, match__imported_in__taken_back__isnull=False)


def find_stored_records(
    season: Season, all_records: Iterable[MatchRecord], new: Sequence[IdentifiedRecord], names: dict[str, str]
) -> list[MatchRecord]:
    """Return the new records that say exactly what a stored match says, each stored match for one of them.

    What an import brought that was taken back is not one of them: the same file may bring it anew.
    """
    kinds = list_known_kinds(season)
    left = Counter(drop_plain_kind(one, kinds).content for one in load_records(season, ~TAKEN_BACK))
    if not left:
        return []
    fresh = {record.line for record, _ in new}
    left.subtract(
        drop_plain_kind(set_decided_names(one, names), kinds).content for one in all_records if one.line not in fresh
    )
    found = []
    for record, _ in new:
        content = drop_plain_kind(record, kinds).content
        if left[content] > 0:
            left[content] -= 1
            found.append(record)
    return found
