"""The organiser's corrections, voids and restored matches, each some days after the match."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial

from ladder.models import Match

from .. import matches
from ..results import result_of, sides_of
from .entering import Errand, Key, Office, dated, key_of
from .fixes import Fix

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def repairs(office: Office, fixes: Sequence[Fix]) -> Iterator[Errand]:
    """Yield what the organiser has to do, not always in the order of time."""
    for fix in fixes:
        entry = [one for one in reversed(office.waiting) if fix.among(one.result)][fix.number]
        key = key_of(entry.result)
        if fix.twice:
            again = key_of(entry.result._replace(ended=entry.result.ended + timedelta(minutes=3)))
            yield Errand(soon(office, entry.at + HOUR), partial(report_again, office, key, again))
            key = again
        yield Errand(soon(office, entry.at + 6 * DAY), partial(repair, office, fix, key))
        if fix.restored:
            yield Errand(soon(office, entry.at + 8 * DAY), partial(restore, office, fix, key))


def repair(office: Office, fix: Fix, key: Key, at: datetime) -> None:
    """Correct or void one match."""
    match = entered(office, key)
    if fix.what:
        given = fix.what(match)
        changed = matches.correct(match=match, by=office.organiser, reason=fix.reason, revision=match.revision, **given)
    else:
        changed = matches.void(match=match, by=office.organiser, reason=fix.reason, revision=match.revision)
    dated(changed, at)


def restore(office: Office, fix: Fix, key: Key, at: datetime) -> None:
    match = entered(office, key)
    dated(matches.restore(match=match, by=office.organiser, reason=fix.restored, revision=match.revision), at)


def report_again(office: Office, key: Key, again: Key, at: datetime) -> None:
    """Record the same match once more, some minutes later."""
    match = entered(office, key)
    result = result_of(match, sides_of(match))
    office.entered[again] = office.by_hand(result._replace(ended=again[0]), at).pk


def entered(office: Office, key: Key) -> Match:
    return Match.objects.select_related("season").get(pk=office.entered[key])


def soon(office: Office, at: datetime) -> datetime:
    return min(at, office.now)
