"""The organiser's corrections, voids and restored matches, each some days after the match."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial

from ladder.models import Match
from ladder.services import matches
from ladder.services.demo.entering import Errand, Key, Office, build_result_key, date_newest_version
from ladder.services.demo.fixes import PlannedFix
from ladder.services.results import build_match_result, load_participant_results

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def list_repairs(office: Office, fixes: Sequence[PlannedFix]) -> Iterator[Errand]:
    """Yield what the organiser has to do, not always in the order of time."""
    for fix in fixes:
        entry = [one for one in reversed(office.waiting) if fix.among(one.result)][fix.number]
        key = build_result_key(entry.result)
        if fix.twice:
            again = build_result_key(entry.result._replace(ended=entry.result.ended + timedelta(minutes=3)))
            yield Errand(pick_past_moment(office, entry.at + HOUR), partial(report_match_again, office, key, again))
            key = again
        yield Errand(pick_past_moment(office, entry.at + 6 * DAY), partial(repair_match, office, fix, key))
        if fix.restored:
            yield Errand(pick_past_moment(office, entry.at + 8 * DAY), partial(restore_fixed_match, office, fix, key))


def repair_match(office: Office, fix: PlannedFix, key: Key, at: datetime) -> None:
    """Correct or void one match."""
    match = find_entered_match(office, key)
    if fix.what:
        given = fix.what(match)
        changed = matches.correct_match(
            match=match, by=office.organiser, reason=fix.reason, revision=match.revision, **given
        )
    else:
        changed = matches.void_match(match=match, by=office.organiser, reason=fix.reason, revision=match.revision)
    date_newest_version(changed, at)


def restore_fixed_match(office: Office, fix: PlannedFix, key: Key, at: datetime) -> None:
    match = find_entered_match(office, key)
    date_newest_version(
        matches.restore_match(match=match, by=office.organiser, reason=fix.restored, revision=match.revision), at
    )


def report_match_again(office: Office, key: Key, again: Key, at: datetime) -> None:
    """Record the same match once more, some minutes later."""
    match = find_entered_match(office, key)
    result = build_match_result(match, load_participant_results(match))
    office.entered[again] = office.by_hand(result._replace(ended=again[0]), at).pk


def find_entered_match(office: Office, key: Key) -> Match:
    return Match.objects.select_related("season").get(pk=office.entered[key])


def pick_past_moment(office: Office, at: datetime) -> datetime:
    return min(at, office.now)
