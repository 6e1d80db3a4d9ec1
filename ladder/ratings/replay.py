"""The replay: carry one table of ratings through the matches in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from ladder.formats import DEAD, DRAWN, LOST, WON

from .base import RatingSystem, advance_rating
from .board_rules import BoardRules
from .fast_replay import collect_duels, has_plain_ratings, is_plain, replay_duels
from .history import Fold, History, HistoryShift
from .idle_calendar import Breaks
from .table_system import TableSystem
from .values import Counts, Key, Rating, Result

Tally = list[int]  # played, won, drawn, lost, died: Counts in the making


def replay_results(
    system: RatingSystem,
    results: Iterable[Result],
    opening: Mapping[Key, Rating] | None = None,
    counts: Mapping[Key, Counts] | None = None,
    breaks: Breaks | None = None,
) -> Fold:
    """Rate the results in the order given, which is the order of play (G-1, G-3).

    Results that don't concern the system are passed over. Opening ratings without a day begin to
    advance from the first match's day on. The days of breaks count in no calendar of a ladder of places.
    """
    opening, counts = opening or {}, counts or {}
    if has_plain_ratings(system) and is_plain(opening.values()):
        return replay_duels(system, collect_duels(system, results), opening, counts)
    run = GeneralReplay(system, opening, counts, breaks)
    run.run(results)
    final = {player: Counts(*tally) for player, tally in run.tallies.items()}
    return Fold(run.table, final, run.history, run.last, run.shifts, run.breaks)


class GeneralReplay:
    """The general replay: one table that is carried through the matches."""

    def __init__(
        self,
        system: RatingSystem,
        opening: Mapping[Key, Rating],
        counts: Mapping[Key, Counts],
        breaks: Breaks | None = None,
    ) -> None:
        self.system, self.rules, self.breaks = system, BoardRules(system), breaks or {}
        self.table = dict(opening)
        self.tallies: dict[Key, Tally] = {player: list(counts.get(player, Counts())) for player in opening}
        self.history = History()
        self.last: dict[Key, int] = {}
        self.shifts: list[HistoryShift] = []
        self.opening = dict(opening)
        self.dated = system.period is None
        self.day: date | None = None  # up to which the calendar of a table has been looked at
        self.ended: list[datetime] = []  # of each row, for the ratings when a later match began
        self.previous: list[int | None] = []  # each row's row before it of the same player

    def run(self, results: Iterable[Result]) -> None:
        for match, result in enumerate(results):
            self.step(match, result)

    def step(self, match: int, result: Result) -> None:
        """Rate one match, and add its changes to the history."""
        if not self.rules.counts(result):
            return
        if not self.dated:
            self.date_openings(result)
        if result.started is not None and self.system.looks_back:
            result = result._replace(at_start=self.at_start(result, result.started))
        held = [self.table.get(player) for player in result.players]
        before, after = self.rate(match, result)
        if isinstance(self.system, TableSystem) and has_moved(held, before):
            result = result._replace(at_start=tuple(old or new for old, new in zip(held, before, strict=True)))
        first = len(self.history)
        for player, old, new in zip(result.players, before, after, strict=True):
            self.previous.append(self.last.get(player))
            self.ended.append(result.ended)
            self.last[player] = self.history.append(match, player, old, new)
            self.table[player] = new
        self.history.started_with(first, result.at_start)
        count_result(self.tallies, result)
        if isinstance(self.system, TableSystem):
            self.pass_time(match, self.system.pass_time(result, self.table, self.breaks))

    def rate(self, match: int, result: Result) -> tuple[Sequence[Rating], Sequence[Rating]]:
        """Return the ratings of the match's players before and after it; move others whom the match moves."""
        if not isinstance(self.system, TableSystem):
            before = [self.current(player, result) for player in result.players]
            return before, self.rules.rate(result, before)
        if result.ended.date() != self.day:
            self.day = result.ended.date()
            self.move_others(match, result, self.system.advance_table(self.table, self.day, self.breaks))
        for player in result.players:
            if player not in self.table:
                self.table[player] = self.system.enter(self.table)
                self.move_others(match, result, self.system.seat_newcomer(player, result, self.table))
        before = [self.table[player] for player in result.players]
        if not self.rules.rates(result):
            return before, before
        moved = self.system.rate_table(result, self.table)
        others = {player: rating for player, rating in moved.items() if player not in result.players}
        self.move_others(match, result, others)
        return before, [moved.get(player, old) for player, old in zip(result.players, before, strict=True)]

    def move_others(self, match: int, result: Result, moved: Mapping[Key, Rating]) -> None:
        """Move players before a match or by it; its own players have what it did and no shift beside it."""
        for player, rating in moved.items():
            if player not in result.players and rating != self.table[player]:
                self.shifts.append(HistoryShift(match, player, self.table[player], rating))
            self.table[player] = rating

    def pass_time(self, match: int, moved: Mapping[Key, Rating]) -> None:
        """Move players by what time did up to this match; whoever is moved twice on the way has one shift for both."""
        earlier = {}
        while self.shifts and self.shifts[-1].match == match:
            shift = self.shifts.pop()
            earlier[shift.player] = shift
        for player in dict.fromkeys([*reversed(earlier), *moved]):
            before = earlier[player].before if player in earlier else self.table[player]
            self.table[player] = moved.get(player, self.table[player])
            if self.table[player] != before:
                self.shifts.append(HistoryShift(match, player, before, self.table[player]))

    def date_openings(self, result: Result) -> None:
        """Date starting ratings without a day on the first match's day, so that they advance from then on."""
        day = result.ended.date()
        for player, rating in self.table.items():
            self.table[player] = rating if rating.as_of else rating._replace(as_of=day)
        self.dated = True

    def current(self, player: Key, result: Result) -> Rating:
        rating = self.table.get(player) or self.system.initial()
        return advance_rating(self.system, rating, result.ended.date())

    def at_start(self, result: Result, started: datetime) -> Sequence[Rating]:
        """Return the ratings after the last match that ended before this one began (W-8, W-9)."""
        return tuple(self.when(player, started) for player in result.players)

    def when(self, player: Key, started: datetime) -> Rating:
        row, began = self.last.get(player), started.timestamp()  # two times of one zone compare by its clock
        while row is not None and self.ended[row].timestamp() >= began:
            row = self.previous[row]
        if row is not None:
            return advance_rating(self.system, self.history.after(row), started.date())
        return advance_rating(self.system, self.opening.get(player) or self.system.initial(), started.date())


def has_moved(held: Sequence[Rating | None], before: Sequence[Rating]) -> bool:
    """Return whether the calendar moved a player of a match since the one before it."""
    return any(old and old.points != new.points for old, new in zip(held, before, strict=True))


def count_result(tallies: dict[Key, Tally], result: Result) -> None:
    """Count a match for each player in it (W-11)."""
    for seat, player in enumerate(result.players):
        mine = tallies.setdefault(player, [0, 0, 0, 0, 0])
        mine[0] += 1
        score = result.scores[seat]
        mine[1] += score == WON
        mine[2] += score == DRAWN
        mine[3] += score == LOST
        mine[4] += bool(result.exits) and result.exits[seat].how == DEAD
