"""Matches of a file that the season has already under another identity, as those that were entered on the site."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Q

from ladder.files import Record
from ladder.models import Match, Season

from ..exports import records
from .examining import New, kinds_of, plainly, renamed

TAKEN_BACK = Q(match__status=Match.Status.VOID, match__imported_in__taken_back__isnull=False)


def twins(season: Season, all_records: Iterable[Record], new: Sequence[New], names: dict[str, str]) -> list[Record]:
    """Return the new records that say exactly what a stored match says, each stored match for one of them.

    What an import brought that was taken back is not one of them: the same file may bring it anew.
    """
    kinds = kinds_of(season)
    left = Counter(plainly(one, kinds).content for one in records(season, ~TAKEN_BACK))
    if not left:
        return []
    fresh = {record.line for record, _ in new}
    left.subtract(plainly(renamed(one, names), kinds).content for one in all_records if one.line not in fresh)
    found = []
    for record, _ in new:
        content = plainly(record, kinds).content
        if left[content] > 0:
            left[content] -= 1
            found.append(record)
    return found
