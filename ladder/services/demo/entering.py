"""How results come in: most within minutes, some days late and so out of order."""

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User

from ladder.models import Ladder, Match, MatchRevision, Season
from ladder.ratings import Result

from .. import batches, ledger
from ..matches import record_result
from .people import ORGANISER

LATE = 0.04
BY_HAND = 3  # how many a season are recorded one by one, long after the others


class Office:
    """Where the results of one season are entered, by whoever enters them on this ladder."""

    def __init__(self, luck: random.Random, season: Season, users: Mapping[int, User], now: datetime) -> None:
        self.luck, self.season, self.users, self.now = luck, season, users, now
        self.organiser = next(user for user in users.values() if user.username == ORGANISER)
        self.winner_only = season.ladder.reporters == Ladder.Reporters.WINNER

    def enter(self, results: Sequence[Result]) -> None:
        """Store the results in bulk and settle once; then record a few by hand that were forgotten."""
        middle = range(len(results) // 3, len(results) * 4 // 5)
        forgotten = sorted(self.luck.sample(middle, BY_HAND))
        rest = [one for number, one in enumerate(results) if number not in forgotten]
        new = sorted(map(self.entry, rest), key=lambda one: one.at)
        ledger.lock(self.season.ladder_id)
        since, _ = batches.store(self.season, new, MatchRevision.Verb.RECORD)
        ledger.settle(self.season, since)
        for number in forgotten:
            self.by_hand(results[number], timedelta(days=self.luck.randint(6, 13), minutes=self.luck.randint(5, 90)))

    def entry(self, result: Result) -> batches.New:
        """Return a result as it was entered: minutes after the match, or days."""
        late = timedelta(days=self.luck.randint(1, 5)) if self.luck.random() < LATE else timedelta(minutes=2)
        return batches.New(result, min(result.ended + late, self.now), self.reporter(result))

    def by_hand(self, result: Result, later: timedelta) -> Match:
        """Record one match as a person would, that long after it was played."""
        match = record_result(self.season, result, self.reporter(result), None)
        match.recorded_at = min(result.ended + later, self.now)
        Match.objects.filter(pk=match.pk).update(recorded_at=match.recorded_at)
        dated(match, match.recorded_at)
        return match

    def reporter(self, result: Result) -> User:
        """Return who enters a result: the organiser a tournament, else a player, where only that counts the winner."""
        if result.places:
            return self.organiser
        winner = result.scores.index(max(result.scores))
        return self.users[result.players[winner] if self.winner_only else self.luck.choice(result.players)]


def dated(match: Match, at: datetime) -> None:
    """Let the newest version of a match be of that moment: the demonstration tells of the past."""
    MatchRevision.objects.filter(match=match, number=match.revision).update(at=at)
