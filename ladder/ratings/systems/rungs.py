"""Rungs: the position ladder of clubs, on which whoever beats somebody above takes their rung.

Units: rungs, kept below zero so that more is better: rung 3 is -3 points. A match moves players who are not in it.
Source: the printed rules of club ladders, named on the page of this system; rules L-1 to L-15.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

from ladder.ratings import (
    DRAWN,
    RATED,
    WALKOVER,
    WON,
    About,
    Column,
    Example,
    Key,
    Kind,
    Message,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    build_sample,
    declare_option,
    format_fixed,
    format_signed,
    register_system,
)
from ladder.ratings.idle_calendar import FORTNIGHT, MONTH, WEEK
from ladder.ratings.idle_table import AFTER_MATCHES, BY_DAYS, SAT_OUT, IdleTable, read_memory, write_memory

TAKE, SWAP, MORNING = "take", "swap", "morning"
STAY, BELOW, UP, PASS = "stay", "below", "up", "pass"
LIKE_A_MATCH = "match"
BOTTOM, LOWER_HALF = "bottom", "half"


ABOUT = About(
    label="Rungs",
    summary="Beat a player above you and take their rung. Nothing is calculated.",
    formula=("The winner takes the loser's rung; the loser and everybody between them move down by one",),
    rules=(
        "Newcomers come in at the bottom, in the order of their first matches, or where an organiser puts them (L-1).",
        "A winner from below takes the loser's rung. The loser and everybody between them move down by one. The "
        "rungs that count are those when the match is played (L-2).",
        "If the player above wins, nobody moves (L-4).",
        "There are no draws, unless a ladder allows them. A draw moves nobody (L-5).",
        "A walkover counts as won and lost and moves nobody. A ladder may choose that it counts like a match (L-6).",
    ),
    choices=(
        "A ladder may choose that the two swap their rungs instead, so that nobody else moves (L-3).",
        "A ladder may choose a number of days. A player without a match for that long moves down one rung, behind the "
        "player just below if that one has played meanwhile; and again after as many days. The ladder looks after each "
        "match, by any players (L-7).",
        "A ladder may choose that days without a match never cost the first the rung (L-12).",
        "A ladder may choose that after a draw the lower player goes directly below the other, or up one (L-8).",
        "A ladder may choose that a player above who wins moves up one (L-9).",
        "Where a walkover counts like a match, a ladder may choose that it moves the player below up one only, and the "
        "one above to just below them (L-10).",
        "A ladder may choose that the rungs of that morning swap: who beats the player who was second in the morning "
        "gets rung 2 by the evening, and the player on rung 2 by then gets the winner’s (L-11).",
        "A ladder may choose that it looks by the calendar, also when nobody plays: at the end of the last of these "
        "days, or of a week, fortnight or calendar month in which a player on the ladder had too few matches. They "
        "move down by one or more rungs, but never past others who move down that day. Days of a break don't count, "
        "and a period with one costs nothing (L-13).",
        "A ladder may choose that a newcomer comes in on a rung of the lower half, drawn by the time of their first "
        "match (L-14).",
        "A ladder may choose that a break of more than so many days costs the rung: the player goes to the bottom "
        "(L-15).",
    ),
    rating_label="Rung",
    columns=(Column.record("Won–lost", draws=None),),
    examples=(
        Example(
            "L-2",
            "The player on rung 8 beats the player on rung 5 and takes rung 5. "
            "The loser moves down to 6, and those who were on 6 and 7 to 7 and 8.",
            build_sample(),
            (Rating(-8), Rating(-5)),
            ("+3", "-1"),
            ("5", "6"),
        ),
        Example(
            "L-3",
            "Where the two swap: the player on rung 4 beats the player on rung 2, and they change places.",
            build_sample(),
            (Rating(-4), Rating(-2)),
            ("+2", "-2"),
            ("2", "4"),
            {"move": SWAP},
        ),
        Example(
            "L-4",
            "The player on rung 1 beats the player on rung 3: nobody moves.",
            build_sample(),
            (Rating(-1), Rating(-3)),
            ("+0", "+0"),
            ("1", "3"),
        ),
    ),
    unit="rung",
    change_units=("rung", "rungs"),
    is_whole=True,
    starts_at="the bottom",
    suits="Squash, tennis and table tennis clubs that want everybody to play the player just above.",
    questions=(
        SelfTestQuestion(
            "L-2", "You are on rung 4 and beat rung 2. How far do you move?", build_sample(), (Rating(-4), Rating(-2))
        ),
        SelfTestQuestion(
            "L-4", "You are on rung 2 and beat rung 4. How far do you move?", build_sample(), (Rating(-2), Rating(-4))
        ),
    ),
)


@register_system
@dataclass(frozen=True)
class Rungs(IdleTable):
    """The position ladder."""

    key: ClassVar[str] = "rungs"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    move: str = declare_option(
        TAKE,
        label="When the player below wins",
        help="With a swap nobody else moves, but one win can carry a newcomer far up, and a loser far down.",
        rule="L-2",
        choices=(
            (TAKE, "they take the rung; those between move down"),
            (SWAP, "the two swap their rungs"),
            (MORNING, "those on the rungs that the two had in the morning swap"),
        ),
    )
    draws: bool = declare_option(False, label="Draws are allowed", rule="L-5", help="What they move is chosen below.")
    draw_move: str = declare_option(
        STAY,
        label="After a draw",
        rule="L-8",
        help="Only where draws are allowed. The upper player stays, unless neighbours swap.",
        choices=(
            (STAY, "nobody moves"),
            (BELOW, "the lower player goes directly below the other"),
            (UP, "the lower player goes up one, unless the other is there"),
            (PASS, "the lower player goes up one; neighbours swap"),
        ),
    )
    defence: str = declare_option(
        STAY,
        label="When the player above wins",
        rule="L-9",
        help="As some chess ladders reward the player who was challenged.",
        choices=((STAY, "nobody moves"), (UP, "they go up one")),
    )
    rates_walkovers: bool = declare_option(
        False,
        label="A walkover counts like a match",
        rule="L-6",
        help="Who does not play against a challenger from below loses the rung.",
    )
    forfeit: str = declare_option(
        LIKE_A_MATCH,
        label="When the player above does not play",
        rule="L-10",
        help="Only where a walkover counts like a match.",
        choices=(
            (LIKE_A_MATCH, "as if the player below had won"),
            (BELOW, "the player below goes up one, the other to just below them"),
        ),
    )
    idle_days: int = declare_option(
        0,
        label="Days without a match that cost a rung",
        rule="L-7",
        low=0,
        high=3650,
        help="0 for never. When the ladder looks for them is chosen below.",
    )
    idle_by: str = declare_option(
        AFTER_MATCHES,
        label="Who plays too little is found",
        rule="L-13",
        help="By the calendar somebody moves down also when nobody plays; days of breaks don't count.",
        choices=(
            (AFTER_MATCHES, "after each match, and falls behind who has played since"),
            (BY_DAYS, "at the end of the last of these days"),
            (WEEK, "at the end of each week, by the number of matches"),
            (FORTNIGHT, "at the end of each fortnight, by the number of matches"),
            (MONTH, "at the end of each calendar month, by the number of matches"),
        ),
    )
    idle_matches: int = declare_option(
        1, label="Least matches in that time", rule="L-13", low=1, high=100, help="Of a week, fortnight or month."
    )
    idle_rungs: int = declare_option(
        1, label="Rungs that too few matches cost", rule="L-13", low=1, high=100, help="By the calendar only."
    )
    idle_spares_first: bool = declare_option(
        False,
        label="The first keeps the rung without a match",
        rule="L-12",
        help="Only where days without a match cost a rung.",
    )
    newcomers: str = declare_option(
        BOTTOM,
        label="Newcomers come in",
        rule="L-14",
        choices=((BOTTOM, "at the bottom"), (LOWER_HALF, "on a rung of the lower half, by lot")),
        help="An organiser can give them any other rung.",
    )
    sitting_days: int = declare_option(
        0, label="Days of a break that keep the rung", rule="L-15", low=0, high=3650, help="0 for any number."
    )

    def enter(self, table: Mapping[Key, Rating]) -> Rating:
        return Rating(min((rating.points for rating in table.values()), default=0.0) - 1)  # L-1

    def arrange(self, carried: Mapping[Key, Rating], given: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the rungs from 1 on without a gap: whoever is given one has it, the others keep their order (L-1)."""
        asked = sorted(given, key=lambda player: -given[player].points)
        others = [player for player in sorted(carried, key=lambda one: -carried[one].points) if player not in given]
        order: list[Key] = []
        while asked or others:
            is_due = asked and (not others or 0 - given[asked[0]].points <= len(order) + 1)
            order.append(asked.pop(0) if is_due else others.pop(0))
        known = {**carried, **given}
        return {player: known[player]._replace(points=-float(rung)) for rung, player in enumerate(order, start=1)}

    def find_clash(self, given: Mapping[Key, Rating]) -> tuple[Key, Key] | None:
        seen: dict[float, Key] = {}
        for player, rating in given.items():
            if rating.points in seen:
                return seen[rating.points], player
            seen[rating.points] = player
        return None

    def seat_newcomer(self, player: Key, result: Result, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the new rungs where a newcomer comes in on a rung of the lower half (L-14)."""
        if self.newcomers == BOTTOM:
            return {}
        lot = sha256(f"{result.ended.timestamp():.6f} {result.players.index(player)}".encode()).digest()
        rungs = range(len(table) // 2 + 1, len(table) + 1)
        return climb(player, -float(rungs[int.from_bytes(lot[:8]) % len(rungs)]), table)

    def rate_table(self, result: Result, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        moved = self.move_players(result, table)
        if not self.keeps_days:
            return moved
        seats = zip(result.players, result.scores, strict=True)
        there = [player for player, score in seats if score or result.kind != WALKOVER]
        now = {player: moved.get(player, table[player]) for player in there}
        return {**moved, **{player: self.note_match(one, result.ended.date()) for player, one in now.items()}}

    def move_players(self, result: Result, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the new rungs of those whom the match moves (L-2 to L-11)."""
        one, other = result.players
        if DRAWN in result.scores:
            lower, upper = sorted((one, other), key=lambda player: table[player].points)
            return self.move_after_draw(lower, upper, table)
        winner, loser = (one, other) if result.scores[0] == WON else (other, one)
        if self.move == MORNING:
            return swap_rungs_of_morning(winner, loser, table, result.ended.date().isoformat())
        below, above = table[winner].points, table[loser].points
        if below >= above:
            is_played = result.kind != WALKOVER
            return climb(winner, min(below + 1, -1.0), table) if self.defence == UP and is_played else {}  # L-4, L-9
        if result.kind == WALKOVER and self.forfeit == BELOW:
            return self.move_after_forfeit(winner, loser, table)
        if self.move == SWAP:
            return {loser: table[loser]._replace(points=below), winner: table[winner]._replace(points=above)}  # L-3
        return climb(winner, above, table)  # L-2

    def move_after_draw(self, lower: Key, upper: Key, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the new rungs after a draw (L-5, L-8)."""
        ahead = table[upper].points - 1  # the rung directly below the other
        reached = {STAY: table[lower].points, BELOW: ahead, UP: min(table[lower].points + 1, ahead)}
        return climb(lower, reached.get(self.draw_move, table[lower].points + 1), table)

    def move_after_forfeit(self, below: Key, above: Key, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
        """Return the new rungs where the player above did not play: the other goes up one, and they behind (L-10)."""
        last, first = table[below].points, table[above].points
        between = {player: old for player, old in table.items() if last < old.points < first}
        up = {player: old._replace(points=old.points + 1) for player, old in between.items()}
        return up | {below: table[below]._replace(points=last + 1), above: table[above]._replace(points=last)}

    def explain_shift(self, before: Rating, after: Rating) -> str:
        old, new = read_memory(before), read_memory(after)
        is_away = new.matches == SAT_OUT != old.matches  # perhaps on the day of a match, from which days are counted
        is_due = is_away or (bool(old.since) and (old.played, old.since) != (new.played, new.since))
        if is_due and (after.points < before.points or not self.has_calendar):
            return self.explain_drop(new)
        if not self.keeps_days or after.points <= before.points:
            return ""
        if self.move == MORNING or (self.rates_walkovers and self.forfeit == BELOW):  # a match lifts others, too
            return "a player above moved down"
        return f"a player above had {self.describe_too_few()}"

    def explain_days(self, since: Rating, before: Rating) -> tuple[Step, ...]:
        change = before.points - since.points
        found = Message("Since the last match: {why}.", {"why": self.explain_shift(since, before)})
        return (Step("L-13", "The calendar", found, self.add_up(since, change), change),)

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rung; in the next season days are counted anew."""
        return super().carry(rating, keep)._replace(memory=None)

    def opening(self, points: float, games: int, experience: int) -> Rating:
        """Return the rating of a player who is given a rung; people write it without a minus."""
        return Rating(0 - abs(points), experience or games)

    def entered(self, points: float) -> float:
        return 0 - points

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        change, mine, theirs = self.change(result, before, seat), before[seat], before[1 - seat]
        rungs = {"mine": self.shown(mine), "theirs": self.shown(theirs)}
        who = {"me": result.players[seat], "other": result.players[1 - seat]}
        rule, words = self.describe_move(result, before, seat, change)
        places = Message("{me} was on rung {mine}, {other} on rung {theirs}.", rungs, who)
        return (
            Step("L-1", "Who stands above?", places, f"{rungs['mine']} and {rungs['theirs']}", mine.points),
            Step(rule, "The rung", Message(words, rungs, who), self.add_up(mine, change), change),
        )

    def add_up(self, before: Rating, change: float) -> str:
        """Return "8 − 3 = 5"."""
        sign, after = "−" if change >= 0 else "+", before._replace(points=before.points + change)
        return f"{self.shown(before)} {sign} {format_fixed(abs(change), 0)} = {self.shown(after)}"

    def describe_move(self, result: Result, before: Ratings, seat: int, change: float) -> tuple[str, str]:
        """Return the rule that decided, and what it did to this player, with placeholders."""
        won, is_above = result.scores[seat] == WON, before[seat].points > before[1 - seat].points
        if result.scores[seat] == DRAWN:
            return self.describe_draw(change, is_above=is_above)
        absent = ""
        if result.kind == WALKOVER:
            absent = "{other} did not play. " if result.scores[seat] else "{me} did not play. "
        if self.move == MORNING:
            morning = find_morning_points(before[seat], result.ended.date().isoformat())
            words = f"{{me}} was on rung {format_fixed(0 - morning, 0)} in the morning. "
            moves = "" if change else "That rung stays as it is, or another player is on it by now."
            return "L-11", f"{absent}{words}{moves or 'Those on the two rungs of the morning swap.'}"
        if won == is_above:
            if self.defence == STAY or absent:
                return "L-4", f"{absent}The player above won, so nobody moves."
            return "L-9", "The player above won and goes up one." if change or won else "{other} won from above."
        if absent and self.forfeit == BELOW:
            return "L-10", f"{absent}The player below goes up one, and the other goes just below them."
        rule = "L-6" if absent else "L-3" if self.move == SWAP else "L-2"
        if result.scores[seat] == WON:
            return rule, f"{absent}{{me}} takes {{other}}'s rung, {{theirs}}."
        if self.move == SWAP:
            return rule, f"{absent}{{other}} takes {{me}}'s rung, and {{me}} goes to {{theirs}}."
        return rule, f"{absent}{{other}} takes {{me}}'s rung, so {{me}} moves down by one."

    def describe_draw(self, change: float, *, is_above: bool) -> tuple[str, str]:
        """Return the rule of a draw, and what it did to this player, with placeholders."""
        if self.draw_move == STAY:
            return "L-5", "A draw moves nobody."
        if change < 0:
            return "L-8", "A draw moves the lower player up one, past {me}."
        if not change:
            stays = "After a draw {me} stays." if is_above else "After a draw {me} stays directly below {other}."
            return "L-8", stays
        where = "goes directly below {other}" if self.draw_move == BELOW else "goes up one"
        return "L-8", f"After a draw {{me}} {where}."

    def shown(self, rating: Rating) -> str:
        return format_fixed(0 - rating.points, 0)

    def gap_shown(self, gap: float) -> str:
        return format_fixed(gap, 0)

    def change_shown(self, change: float) -> str:
        return format_signed(change, 0)


def climb(player: Key, rung: float, table: Mapping[Key, Rating]) -> Mapping[Key, Rating]:
    """Return the new ratings where a player goes up to a rung, and those on it and below down by one (L-2)."""
    old = table[player]
    if rung <= old.points:
        return {}
    down = {one: rating for one, rating in table.items() if old.points < rating.points <= rung}
    return {one: rating._replace(points=rating.points - 1) for one, rating in down.items()} | {
        player: old._replace(points=rung)
    }


def swap_rungs_of_morning(winner: Key, loser: Key, table: Mapping[Key, Rating], day: str) -> Mapping[Key, Rating]:
    """Return the new ratings of those who are on the rungs that the two had in the morning of this day (L-11)."""
    low, high = (find_morning_points(table[player], day) for player in (winner, loser))
    if low >= high:
        return {}
    swapped = {low: high, high: low}
    return {
        player: write_memory(
            old._replace(points=swapped[old.points]),
            read_memory(old)._replace(moved=day, morning=find_morning_points(old, day)),
        )
        for player, old in table.items()
        if old.points in swapped
    }


def find_morning_points(rating: Rating, day: str) -> float:
    """Return the rung that a player had in the morning of a day, below zero."""
    memory = read_memory(rating)
    return rating.points if memory.moved != day or memory.morning is None else memory.morning
