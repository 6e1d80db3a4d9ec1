"""The battles being fought, and everybody's score after each that has ended."""

import heapq
from collections.abc import Sequence
from datetime import datetime
from itertools import count

from ladder.ratings import Exit, Rating, RatingSystem, Result, build_battle, load_kinds
from ladder.services.demo.people import ClubMember


class Arena:
    """What has been fought and what is going on; time only runs forward."""

    def __init__(self, system: RatingSystem) -> None:
        self.system = system
        self.fought: list[Result] = []
        self.running: list[tuple[datetime, int, Result]] = []
        self.past: dict[int, list[tuple[datetime, Rating]]] = {}
        self.number = count()

    def begin(
        self,
        kind: str,
        fighters: Sequence[ClubMember],
        exits: Sequence[Exit],
        ended: datetime,
        started: datetime | None,
    ) -> None:
        """Let a battle begin that will end like this; without a start it was entered at the end only."""
        players = [one.player for one in fighters]
        result = build_battle(players, exits, ended=ended, kind=load_kinds()[kind], started=started)
        heapq.heappush(self.running, (ended, next(self.number), result))

    def finish_before(self, moment: datetime) -> None:
        """Let the battles end that end before this moment."""
        while self.running and self.running[0][0] < moment:
            self.finish(heapq.heappop(self.running)[2])

    def finish_next(self, moment: datetime) -> None:
        """Let the next battle end at this moment instead of its own."""
        if self.running:
            self.finish(heapq.heappop(self.running)[2]._replace(ended=moment))

    def finish(self, result: Result) -> None:
        """Write down a battle and the scores after it."""
        started = result.started
        at_start = tuple(self.rating(one, started) for one in result.players) if started else ()
        before = [self.rating(one) for one in result.players]
        if self.system.concerns(result):
            after = self.system.rate(result._replace(at_start=at_start), before)
            for player, rating in zip(result.players, after, strict=True):
                self.past.setdefault(player, []).append((result.ended, rating))
        self.fought.append(result)

    def rating(self, player: int, moment: datetime | None = None) -> Rating:
        """Return a player's rating now, or after the last battle that ended before a moment."""
        for ended, rating in reversed(self.past.get(player, [])):
            if moment is None or ended < moment:
                return rating
        return self.system.initial()

    def lead(self, one: ClubMember, other: ClubMember) -> float:
        """Return by how many points one is ahead of the other."""
        return self.rating(one.player).points - self.rating(other.player).points

    def is_fighting(self, one: ClubMember) -> bool:
        return any(one.player in result.players for _, _, result in self.running)
