"""How clearly a match was won, as a factor of its rating change: the goal difference index of the World Football Elo.

A `GainsSystem` lets it count by declaring the option: `margin: bool = declare_margin()`.

The index is 1 for a draw or a win by one, 1.5 for a win by two, and (11 + N) ÷ 8 for a win by N of three or more. N is
the difference of the games or sets won, and of the points where a match is one game. A match without a score, one that
somebody gave up, and a win by fewer games than the loser won count as won by one.
Source: https://www.eloratings.net/about
"""

from __future__ import annotations

from typing import Any

from ladder.formats import WALKOVER
from ladder.formats.games import PLAYED, count_lead, tells_games_won

from .about import Message, Step, declare_option
from .rounding import format_fixed, format_signed
from .values import Result

MARGIN_SOURCE = "https://www.eloratings.net/about"
MARGIN_RULE_NUMBER = "A-11"
MARGIN_RULE = (
    "A clear win may count more, by the goal difference index of the World Football Elo Ratings: by two 1.5 times, "
    "by N of three or more (11 + N) ÷ 8 times. N is the difference of the games, or of the points of one"
    f" ({MARGIN_RULE_NUMBER})."
)


def declare_margin() -> Any:
    """Return the option by which a board lets the margin of a win count."""
    option: bool = declare_option(
        False,
        label="A clear win counts more",
        rule=MARGIN_RULE_NUMBER,
        help="Won by two games more than the other: half more. By three: three quarters more, and so on. In a match "
        "of one game its points count. Without a score nothing changes.",
    )
    return option


def find_margin(result: Result) -> int:
    """Return by how much a match was won: by games, or by points where it was one game; 0 for a draw or no score."""
    if result.ending != PLAYED or result.kind == WALKOVER or not result.games:
        return 0
    if counts_points(result):
        (one,) = result.games
        return abs(one.first - one.second)
    return abs(count_lead(result.games))


def counts_points(result: Result) -> bool:
    """Return whether a match was one game, whose points count."""
    return len(result.games) == 1 and not tells_games_won(result.games)


def find_margin_index(margin: int) -> float:
    """Return the goal difference index of a win by so much."""
    return 1.0 if margin <= 1 else 1.5 if margin == 2 else (11 + margin) / 8


def explain_margin(result: Result, plain: float, change: float, seat: int) -> Step:
    """Return the last step: the change as the margin multiplies it."""
    margin = find_margin(result)
    index = find_margin_index(margin)
    unit = "points" if counts_points(result) else "games"
    how = f"(11 + {margin}) ÷ 8 = {format_fixed(index, 3)}" if margin > 2 else "1.5"
    sentence = Message(
        "The match was won by {margin} {unit}, so the change counts {index} times.",
        {"margin": str(margin), "unit": unit, "index": how},
        {"me": result.players[seat]},
    )
    total = f"{format_fixed(index, 3).rstrip('0').rstrip('.')} × {format_signed(plain, 2)} = {format_signed(change, 2)}"
    return Step(MARGIN_RULE_NUMBER, "How clear was it?", sentence, total.replace("-", "−"), change)
