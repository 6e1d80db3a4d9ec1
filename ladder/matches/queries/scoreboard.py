"""The score of a match of two sides as a board: a line for each side, a column for each game."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.formats import RETIRED, STOPPED, Game, ParticipantResult, choose_format
from ladder.ratings import Result
from players.models import Player


class ScoreLine(NamedTuple):
    """A side of the board: who played, how it ended for them, and their points or games won in each column."""

    players: list[Player]
    finish: str
    numbers: list[str]


class Scoreboard(NamedTuple):
    """The headings of the columns, and both sides, the better one first."""

    headings: list[str]
    lines: list[ScoreLine]


def build_scoreboard(result: Result, best_first: Sequence[ParticipantResult]) -> Scoreboard | None:
    """Return the board of a match of two sides, whose players come with the best first; None for any other match."""
    sides = list(dict.fromkeys(one.side for one in best_first))
    if len(sides) != 2 or 0 in sides:
        return None
    games = result.games
    headings = [f"{game.unit}s".capitalize() if game.unit else str(number) for number, game in enumerate(games, 1)]
    by_side = [[one for one in best_first if one.side == side] for side in sides]
    finishes = [choose_format(best_first).describe_finish(people[0]) for people in by_side]
    if result.ending == RETIRED:
        finishes[1] = "retired"
    elif result.ending == STOPPED:
        finishes = ["stopped", "stopped"]
    return Scoreboard(
        headings,
        [
            ScoreLine(
                [one.player for one in people],
                finish,
                [print_side_points(game, is_first=side == 1) for game in games],
            )
            for side, people, finish in zip(sides, by_side, finishes, strict=True)
        ],
    )


def print_side_points(game: Game, *, is_first: bool) -> str:
    """Return the points of one side in a game, with those of a lost tie-break: "6(4)"."""
    own, other = (game.first, game.second) if is_first else (game.second, game.first)
    return f"{own}({game.tie_break})" if game.tie_break is not None and own < other else str(own)
