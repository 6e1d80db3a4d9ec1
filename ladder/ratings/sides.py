"""Sides as players: how a system for two players rates a match of teams.

A side counts as one player with the mean of its players' ratings (S-1). The system rates the match between these two,
and each player moves by what the side would, or by an equal share of it (S-2).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ladder.formats import Key, Kind

from .about import Message, Step
from .rounding import format_fixed, format_signed
from .values import Rating, Ratings, Result

WHOLE, SHARED = "whole", "shared"
SINGLES, TEAMS_ONLY, BOTH = "singles", "teams", "both"
TAKES_CHOICES = ((SINGLES, "singles"), (TEAMS_ONLY, "doubles and teams"), (BOTH, "both"))
PLACEHOLDER_WORD = re.compile(r"(^|[.!?] )?\{(\w+)\}")

Seats = tuple[int, ...]


def choose_kinds(takes: str, singles: tuple[Kind, ...], teams: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return the kinds that a board takes with this choice."""
    return (*(() if takes == TEAMS_ONLY else singles), *(() if takes == SINGLES else teams))


class SideMatch(NamedTuple):
    """A match of teams as one between two players, 0 and 1, who are the sides 1 and 2."""

    result: Result
    before: tuple[Rating, Rating]
    members: tuple[Seats, Seats]  # the seats of each side

    def side_of(self, seat: int) -> int:
        """Return 0 or 1, the side on which the player of a seat played."""
        return int(seat in self.members[1])


def find_seats(result: Result, side: int) -> Seats:
    """Return the seats of those who played on a side."""
    return tuple(seat for seat, one in enumerate(result.sides) if one == side)


def explain_mean(played: SideMatch, result: Result, before: Ratings, side: int) -> tuple[Step, ...]:
    """Return the step with what a side counts as; none for a side of one player (S-1)."""
    seats = played.members[side]
    if len(seats) == 1:
        return ()
    mean = played.before[side].points
    listed = " + ".join(format_short(before[seat].points) for seat in seats)
    sentence = Message("{side} counts as one player with the mean of its ratings.", {}, {"side": side})
    total = f"({listed}) ÷ {len(seats)} = {format_short(mean)}".replace("-", "−")
    return (Step("S-1", "A side counts as one player", name_sides(sentence, played, result), total, mean),)


def format_short(points: float) -> str:
    """Return points with a decimal only where there is one."""
    return format_fixed(points).removesuffix(".0")


def explain_member(change: float, whole: float, count: int, player: Key, *, is_shared: bool) -> Step:
    """Return the last step: what a player moves by, of the side's change (S-2)."""
    if is_shared and count > 1:
        text = "{me} moves by an equal share of what the side would."
        total = f"{format_signed(whole, 2)} ÷ {count} = {format_signed(change, 2)}"
    else:
        text, total = "{me} moves by what the side would.", format_signed(change, 2)
    return Step("S-2", "Each player moves", Message(text, {}, {"me": player}), total.replace("-", "−"), change)


def name_step_sides(step: Step, played: SideMatch, result: Result) -> Step:
    """Return a step about the sides 0 and 1 as one about their players."""
    return step._replace(sentence=name_sides(step.sentence, played, result))


def name_sides(message: Message, played: SideMatch, result: Result) -> Message:
    """Return a sentence about the sides 0 and 1 with the players of each: "the side of Ann and Bo"."""
    seats = {word: played.members[side] for word, side in message.players.items()}
    players = {f"{word}_{nth}": result.players[seat] for word, own in seats.items() for nth, seat in enumerate(own)}

    def say(found: re.Match[str]) -> str:
        begin, word = found[1], found[2]
        if word not in seats:
            return found[0]
        names = [f"{{{word}_{nth}}}" for nth in range(len(seats[word]))]
        if len(names) == 1:
            return (begin or "") + names[0]
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        return f"the side of {listed}" if begin is None else f"{begin}The side of {listed}"

    return Message(PLACEHOLDER_WORD.sub(say, message.template), message.params, players)
