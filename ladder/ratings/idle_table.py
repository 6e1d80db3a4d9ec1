"""Tables of places on which whoever plays too little moves down: after matches of others, or by the calendar.

A system of places inherits it, and declares the options that it asks for. Rules L-7, L-12, L-13 and L-15 of rungs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from ladder.formats import format_count

from .idle_calendar import (
    FORTNIGHT,
    MONTH,
    ONE_DAY,
    WEEK,
    Break,
    Breaks,
    count_days_off,
    cut_breaks,
    drop_players,
    find_period,
    is_free_of_breaks,
)
from .table_system import TableSystem
from .values import Key, Rating, Result

AFTER_MATCHES, BY_DAYS = "matches", "days"
PERIOD_WORDS = {WEEK: "week", FORTNIGHT: "fortnight", MONTH: "calendar month"}
SAT_OUT = -1  # in place of a number of matches: moved down for a break


class Memory(NamedTuple):
    """What is kept of a player beside the rung; days as 2026-11-28.

    `played` is the day of the last match, `since` that since which days without one are counted (L-7, L-13), `moved`
    the last day on which the places of the morning moved the player, who was on `morning` then (L-11), and `matches`
    are those in the week, fortnight or month of the last one.
    """

    played: str = ""
    since: str = ""
    moved: str | None = None
    morning: float | None = None
    matches: int | None = None


class IdleTable(TableSystem):
    """A table of places with these options: how it is found who plays too little, and what that costs."""

    idle_days: int
    idle_by: str
    idle_matches: int
    idle_rungs: int
    idle_spares_first: bool
    sitting_days: int

    @property
    def has_calendar(self) -> bool:
        looks_by_days = self.idle_by == BY_DAYS and self.idle_days > 0
        return looks_by_days or self.idle_by in PERIOD_WORDS or self.sitting_days > 0

    @property
    def keeps_days(self) -> bool:
        return self.has_calendar or bool(self.idle_days)

    def note_match(self, rating: Rating, day: date) -> Rating:
        """Return the rating of somebody who played on this day."""
        old, today = read_memory(rating), day.isoformat()
        if self.idle_by not in PERIOD_WORDS:
            return write_memory(rating, old._replace(played=today, since=today, matches=None))
        is_new = old.played < find_period(self.idle_by, day)[0].isoformat()
        matches = 1 if is_new else max(old.matches or 0, 0) + 1
        return write_memory(rating, old._replace(played=today, since=old.since or today, matches=matches))

    def pass_time(self, result: Result, table: Mapping[Key, Rating], breaks: Breaks) -> Mapping[Key, Rating]:
        """Return the rungs of those who had no match for too long, and of those who move up past them (L-7).

        Two days are kept of a player: that of the last match, and that since which days are counted. It begins with the
        first match that is played with the player on the ladder.
        """
        if not self.keeps_days:
            return {}
        today = result.ended.date()
        limit, day = (today - timedelta(self.idle_days)).isoformat(), today.isoformat()
        moved = {
            player: write_memory(old, read_memory(old)._replace(played=day, since=day))
            for player, old in table.items()
            if not (old.memory and old.memory[1])  # no `since`; all players are asked after each match
        }
        if self.idle_by != AFTER_MATCHES or not self.idle_days:
            return moved
        now = {**table, **moved}
        order = sorted(now, key=lambda player: now[player].points)  # from the lowest rung up
        for place in range(1, len(order)):
            player, below = order[place], order[place - 1]
            mine, theirs = read_memory(now[player]), read_memory(now[below])
            is_spared = self.idle_spares_first and place == len(order) - 1  # L-12
            is_due = mine.since <= limit < theirs.played and not is_spared
            if is_due and not self.is_excused(mine, today, breaks.get(player, ())):
                falls = write_memory(now[player]._replace(points=now[below].points), mine._replace(since=day))
                rises = now[below]._replace(points=now[player].points)
                now |= {player: falls, below: rises}
                moved |= {player: falls, below: rises}
                order[place - 1 : place + 1] = player, below
        return moved

    def is_excused(self, memory: Memory, today: date, breaks: Sequence[Break]) -> bool:
        """Return whether breaks before a day leave somebody some of the days without a match, or ended on it."""
        over = cut_breaks(breaks, today)
        last = count_days_off(date.fromisoformat(memory.since), self.idle_days, over)
        return last > today or not is_free_of_breaks(today - ONE_DAY, today - ONE_DAY, over)

    def advance_table(self, table: Mapping[Key, Rating], day: date, breaks: Breaks) -> Mapping[Key, Rating]:
        """Return the rungs of all whom the days moved that are over since the last match (L-13, L-15)."""
        last = max((read_memory(rating).played for rating in table.values()), default="")
        if not self.has_calendar or not last:
            return {}
        now, over = dict(table), date.fromisoformat(last)
        while (over := self.find_day_to_look(now, over, breaks)) < day:
            now |= self.move_idle_players(now, over, breaks)
            over += ONE_DAY
        return {player: rating for player, rating in now.items() if rating != table[player]}

    def find_day_to_look(self, table: Mapping[Key, Rating], first: date, breaks: Breaks) -> date:
        """Return the first day from this one on at whose end somebody may have to move; the last of all if none is."""
        days = [last for _, last in self.list_long_breaks(table, breaks) if last >= first]
        if self.idle_by in PERIOD_WORDS:
            days.append(find_period(self.idle_by, first)[1])
        if self.idle_by == BY_DAYS and self.idle_days:
            ends = (self.find_last_day(rating, breaks.get(player, ())) for player, rating in table.items())
            days += [max(day, first) for day in ends]
        return min(days, default=date.max)

    def list_long_breaks(self, table: Mapping[Key, Rating], breaks: Breaks) -> list[tuple[Key, date]]:
        """Return whose break costs the rung and has not yet, and the first of its days that is too many (L-15).

        Days may be looked at again after a walkover that counts as no match.
        """
        days = self.sitting_days * ONE_DAY
        taken = ((player, one) for player in (table if days else ()) for one in breaks.get(player, ()))
        ends = ((player, begun + days) for player, (begun, back) in taken if back - begun > days)
        return [(player, last) for player, last in ends if not is_moved_for_break(table[player], last)]

    def move_idle_players(self, table: Mapping[Key, Rating], over: date, breaks: Breaks) -> Mapping[Key, Rating]:
        """Return the new ratings of those who move down at the end of a day, and of those who move up past them."""
        order = sorted(table, key=lambda player: table[player].points)  # from the lowest rung up
        away = [player for player, last in self.list_long_breaks(table, breaks) if last == over]
        idle = [player for player in order if self.is_idle(table[player], over, breaks.get(player, ()))]
        spared = order[-1:] if self.idle_spares_first else []  # L-12
        after = drop_players(order, {*idle} - {*spared}, self.idle_rungs)
        after.sort(key=lambda player: player not in away)
        rungs = zip(after, sorted(rating.points for rating in table.values()), strict=True)
        moved = {player: table[player]._replace(points=points) for player, points in rungs}
        marks = dict.fromkeys(idle, 0) | dict.fromkeys(away, SAT_OUT)
        for player, mark in marks.items():
            memory = read_memory(moved[player])._replace(since=over.isoformat(), matches=mark)
            moved[player] = write_memory(moved[player], memory)
        return moved

    def is_idle(self, rating: Rating, over: date, breaks: Sequence[Break]) -> bool:
        """Return whether somebody had too few matches, seen at the end of a day (L-13)."""
        memory = read_memory(rating)
        if self.idle_by not in PERIOD_WORDS:
            return self.idle_by == BY_DAYS and self.find_last_day(rating, breaks) <= over
        first, last = find_period(self.idle_by, over)
        matches = (memory.matches or 0) if memory.played >= first.isoformat() else 0
        is_whole = last == over and "" < memory.since < first.isoformat()
        return is_whole and matches < self.idle_matches and is_free_of_breaks(first, last, breaks)

    def find_last_day(self, rating: Rating, breaks: Sequence[Break]) -> date:
        """Return the day at whose end somebody has gone without a match for too long; the last of all if never."""
        since = read_memory(rating).since
        if not since or not self.idle_days:
            return date.max
        return count_days_off(date.fromisoformat(since), self.idle_days, breaks)

    def explain_drop(self, memory: Memory) -> str:
        """Return why somebody moved down, of whom this is kept since."""
        if memory.matches == SAT_OUT:
            return f"sat out for more than {format_count(self.sitting_days, 'day')}"
        if self.idle_by not in PERIOD_WORDS or not memory.since:
            return self.describe_too_few()
        last = date.fromisoformat(memory.since)
        return f"{self.describe_too_few()}, up to {last.day} {last:%B %Y}"

    def describe_too_few(self) -> str:
        """Return "no match for 14 days", or "fewer than 2 matches in a calendar month"."""
        if self.idle_by in PERIOD_WORDS:
            return f"fewer than {format_count(self.idle_matches, 'match', 'matches')} in a {PERIOD_WORDS[self.idle_by]}"
        if not self.idle_days:
            return "a long break"
        return f"no match for {format_count(self.idle_days, 'day')}"


def is_moved_for_break(rating: Rating, last: date) -> bool:
    """Return whether a break that is too long from this day on has cost the rung already (L-15)."""
    memory, day = read_memory(rating), last.isoformat()
    return memory.since > day or (memory.since == day and memory.matches == SAT_OUT)


def read_memory(rating: Rating) -> Memory:
    """Return what is kept of a player."""
    played, since, *rest = rating.memory or ("", "")
    return Memory(played or "", since or "", *rest)


def write_memory(rating: Rating, memory: Memory) -> Rating:
    """Return the rating with this memory; what is empty at its end is not stored."""
    kept = [memory.played or None, memory.since or None, *memory[2:]]
    while kept and kept[-1] is None:
        kept.pop()
    return rating._replace(memory=kept or None)
