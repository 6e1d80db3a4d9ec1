"""How results come in: most within minutes, some days late, and a few long after, one by one."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.models import Ladder, Match, MatchRevision, Season
from ladder.ratings import Result
from ladder.services import ledger
from ladder.services.demo.people import ORGANISER, USERNAMES
from ladder.services.matches.batches import NewMatch, store_matches
from ladder.services.matches.new import store_new_match
from players.models import Notice

LATE = 0.04
FORGOTTEN = 3  # how many a season are recorded by hand, a good week after they were played
MINUTES, WEEK = timedelta(minutes=2), timedelta(days=9)

Key = tuple[datetime, Sequence[int]]
"""What tells a season's results apart: when it ended, and who played."""


class Errand(NamedTuple):
    """Something that is done by hand, and when."""

    at: datetime
    run: Callable[[datetime], object]


class Office:
    """Where the results of one season are entered, in the order in which they came in."""

    def __init__(
        self, luck: random.Random, season: Season, users: Mapping[int, User], results: Sequence[Result], now: datetime
    ) -> None:
        self.luck, self.season, self.users, self.now = luck, season, users, now
        self.organiser = next(user for user in users.values() if user.username == USERNAMES[ORGANISER])
        self.winner_only = season.ladder.reporters == Ladder.Reporters.WINNER
        forgotten = set(luck.sample(range(len(results) // 3, len(results) * 4 // 5), FORGOTTEN))
        self.forgotten = [result for number, result in enumerate(results) if number in forgotten]
        rest = (result for number, result in enumerate(results) if number not in forgotten)
        self.waiting = sorted(map(self.entry, rest), key=lambda one: one.at)
        self.entered: dict[Key, int] = {}

    def work(self, errands: Iterable[Errand]) -> None:
        """Enter everything; each errand is run when what came in before it is entered and settled."""
        forgotten = [Errand(one.ended + WEEK, partial(self.by_hand, one)) for one in self.forgotten]
        for errand in sorted([*errands, *forgotten], key=lambda one: one.at):
            self.enter(errand.at)
            errand.run(errand.at)
        self.enter(self.now)

    def enter(self, until: datetime) -> None:
        """Store in bulk what came in up to this moment, and settle once."""
        new = [one for one in self.waiting if one.at <= until]
        del self.waiting[: len(new)]
        if new:
            ledger.lock(self.season.ladder_id)
            since, ids = store_matches(self.season, new, MatchRevision.Verb.RECORD)
            ledger.settle(self.season, since)
            self.entered |= {build_result_key(one.result): match for one, match in zip(new, ids, strict=True)}

    def entry(self, result: Result) -> NewMatch:
        """Return a result as it was entered: minutes after the match, or days."""
        late = result.ended + timedelta(days=self.luck.randint(1, 5))
        is_late = self.luck.random() < LATE and late < self.now
        return NewMatch(result, late if is_late else min(result.ended + MINUTES, self.now), self.reporter(result))

    def by_hand(self, result: Result, at: datetime) -> Match:
        """Record one match as a person would, at that moment."""
        new = Match(season=self.season, reported_by=self.reporter(result), revision=1)
        match = store_new_match(new, result)
        Match.objects.filter(pk=match.pk).update(recorded_at=at)
        date_newest_version(match, at)
        return match

    def reporter(self, result: Result) -> User:
        """Return who enters a result: the organiser a tournament, else a player, where only that counts the winner."""
        if result.places:
            return self.organiser
        winner = result.scores.index(max(result.scores))
        return self.users[result.players[winner] if self.winner_only else self.luck.choice(result.players)]


def build_result_key(result: Result) -> Key:
    return result.ended, result.players


def date_newest_version(match: Match, at: datetime) -> None:
    """Let the newest version of a match, and what was told of it, be of that moment: the past is told."""
    Notice.objects.filter(url=match.get_absolute_url(), at__gt=at).update(at=at, read_at=at)
    MatchRevision.objects.filter(match=match, number=match.revision).update(at=at)
