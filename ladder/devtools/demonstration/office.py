"""How results come in and are put right: most within minutes, some days late, a few long after, one by one.

The organiser corrects, voids and restores matches some days after they were played.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder import ledger
from ladder.devtools.demonstration.ladder_plans import PlannedFix
from ladder.devtools.demonstration.members import DEMO_USERNAMES, ORGANISER
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.batches import NewMatch, store_matches
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.matches.actions.new_match import store_new_match
from ladder.models import Ladder, Match, MatchRevision, Season
from ladder.ratings import Result
from players.models import Notice

LATE_SHARE = 0.04
FORGOTTEN_MATCHES = 3  # how many a season are recorded by hand, a good week after they were played
MINUTES, WEEK = timedelta(minutes=2), timedelta(days=9)

Key = tuple[datetime, Sequence[int]]
"""When a match ended and who played, which no two results of a season have in common."""

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Errand(NamedTuple):
    """Something that a person does, and when."""

    at: datetime
    run: Callable[[datetime], object]


class Office:
    """Enters the results of one season in the order in which they came in."""

    def __init__(
        self, luck: random.Random, season: Season, users: Mapping[int, User], results: Sequence[Result], now: datetime
    ) -> None:
        self.luck, self.season, self.users, self.now = luck, season, users, now
        self.organiser = next(user for user in users.values() if user.username == DEMO_USERNAMES[ORGANISER])
        self.winner_only = season.ladder.reporters == Ladder.Reporters.WINNER
        forgotten = set(luck.sample(range(len(results) // 3, len(results) * 4 // 5), FORGOTTEN_MATCHES))
        self.forgotten = [result for number, result in enumerate(results) if number in forgotten]
        rest = (result for number, result in enumerate(results) if number not in forgotten)
        self.waiting = sorted(map(self.date_entry, rest), key=lambda one: one.at)
        self.entered: dict[Key, int] = {}

    def work(self, errands: Iterable[Errand]) -> None:
        """Enter all results; each errand is run once everything that came in before it is entered and settled."""
        forgotten = [Errand(one.ended + WEEK, partial(self.record_by_hand, one)) for one in self.forgotten]
        for errand in sorted([*errands, *forgotten], key=lambda one: one.at):
            self.enter_until(errand.at)
            errand.run(errand.at)
        self.enter_until(self.now)

    def enter_until(self, until: datetime) -> None:
        """Store the results that came in up to this moment, and settle once."""
        new = [one for one in self.waiting if one.at <= until]
        del self.waiting[: len(new)]
        if new:
            ledger.lock(self.season.ladder_id)
            since, ids = store_matches(self.season, new, MatchRevision.Verb.RECORD)
            ledger.settle(self.season, since)
            self.entered |= {build_result_key(one.result): match for one, match in zip(new, ids, strict=True)}

    def date_entry(self, result: Result) -> NewMatch:
        """Return a result as it is entered: minutes after the match, or days."""
        late = result.ended + timedelta(days=self.luck.randint(1, 5))
        is_late = self.luck.random() < LATE_SHARE and late < self.now
        return NewMatch(result, late if is_late else min(result.ended + MINUTES, self.now), self.pick_reporter(result))

    def record_by_hand(self, result: Result, at: datetime) -> Match:
        """Record one match at this moment, by the way that a person would."""
        new = Match(season=self.season, reported_by=self.pick_reporter(result), revision=1)
        match = store_new_match(new, result)
        Match.objects.filter(pk=match.pk).update(recorded_at=at)
        date_newest_version(match, at)
        return match

    def pick_reporter(self, result: Result) -> User:
        """Return who enters a result: the organiser a tournament, else a player; the winner, if only winners may."""
        if result.places:
            return self.organiser
        winner = result.scores.index(max(result.scores))
        return self.users[result.players[winner] if self.winner_only else self.luck.choice(result.players)]


def build_result_key(result: Result) -> Key:
    """Return the key of a result."""
    return result.ended, result.players


def date_newest_version(match: Match, at: datetime) -> None:
    """Set the moment of the newest version of a match and of the notices about it, since it happened in the past."""
    Notice.objects.filter(url=match.get_absolute_url(), at__gt=at).update(at=at, read_at=at)
    MatchRevision.objects.filter(match=match, number=match.revision).update(at=at)


def list_repairs(office: Office, fixes: Sequence[PlannedFix]) -> Iterator[Errand]:
    """Yield the errands of the organiser, not always in the order of time."""
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
        changed = correct_match(match=match, by=office.organiser, reason=fix.reason, revision=match.revision, **given)
    else:
        changed = void_match(match=match, by=office.organiser, reason=fix.reason, revision=match.revision)
    date_newest_version(changed, at)


def restore_fixed_match(office: Office, fix: PlannedFix, key: Key, at: datetime) -> None:
    """Restore a match that was voided."""
    match = find_entered_match(office, key)
    date_newest_version(
        restore_match(match=match, by=office.organiser, reason=fix.restored, revision=match.revision), at
    )


def report_match_again(office: Office, key: Key, again: Key, at: datetime) -> None:
    """Record the same match once more, as if it had ended some minutes later."""
    match = find_entered_match(office, key)
    result = load_played_match(match).result
    office.entered[again] = office.record_by_hand(result._replace(ended=again[0]), at).pk


def find_entered_match(office: Office, key: Key) -> Match:
    """Return the stored match with this key."""
    return Match.objects.select_related("season").get(pk=office.entered[key])


def pick_past_moment(office: Office, at: datetime) -> datetime:
    """Return this moment, or now if it lies ahead."""
    return min(at, office.now)
