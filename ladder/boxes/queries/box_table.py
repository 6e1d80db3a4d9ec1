"""The table of a box: the points of its matches, and who stands higher where players are level. Plain Python.

Sources: box leagues B1 to B7 of the house rules; rules M-1 and following.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ladder.formats import RETIRED, format_games
from ladder.formats.games import count_games_won, parse_games, tells_games_won
from ladder.ratings import WALKOVER, Rating, Result
from ladder.ratings.systems import match_points


class BoxMatch(NamedTuple):
    """A match of two players of a box, with what it gave each; the tuples are in the order of the players."""

    players: tuple[int, int]
    points: tuple[float, float]
    scores: tuple[float, float]  # 1, 1/2, 0
    games: tuple[int, int] = (0, 0)  # won by each
    rallies: tuple[int, int] = (0, 0)  # points of the score
    is_forfeit: bool = False
    match: int = 0  # its key


class BoxRow(NamedTuple):
    """What a player has in a box: all are sums over the matches that count there."""

    player: int
    position: int  # in the starting order, from 1
    points: float = 0.0
    played: int = 0  # without forfeits of their own
    won: int = 0
    games_won: int = 0
    games_lost: int = 0
    conceded: int = 0  # points of the score that others made
    forfeit_points: float = 0.0


Seat = tuple[int, float, float, str, str, str]
"""A player of a match: the key, what the match gave, the score, and the kind, the games and the ending of the match."""

Matches = Sequence[BoxMatch]
Measure = Callable[[BoxRow, Matches], float]


def measure_between(row: BoxRow, among: Matches) -> float:
    """Return a player's points in the matches among those who are level."""
    return sum(match.points[match.players.index(row.player)] for match in among if row.player in match.players)


LEVEL_MEASURES: dict[str, Measure] = {  # more is better
    match_points.DIRECT: measure_between,
    match_points.POINTS: lambda row, _: row.points,
    match_points.WINS: lambda row, _: row.won,
    match_points.GAMES_LOST: lambda row, _: -row.games_lost,
    match_points.GAMES_DIFFERENCE: lambda row, _: row.games_won - row.games_lost,
    match_points.FORFEIT_POINTS: lambda row, _: -row.forfeit_points,
    match_points.CONCEDED: lambda row, _: -row.conceded,
    match_points.START: lambda row, _: -row.position,
}


def build_box_match(match: int, system: match_points.MatchPoints | None, first: Seat, second: Seat) -> BoxMatch:
    """Return a match from the rows of its two players, whose score is that of the first, as the board counts it."""
    (one, gained, score, kind, text, ending), (other, other_gained, other_score, *_) = first, second
    games, is_forfeit = parse_games(text), kind == WALKOVER.key
    rallies = (0, 0) if tells_games_won(games) else (sum(one.first for one in games), sum(one.second for one in games))
    if system and is_forfeit:
        rallies = (system.forfeit_conceded, 0) if score > other_score else (0, system.forfeit_conceded)
    return BoxMatch(
        (one, other),
        (gained, other_gained),
        (score, other_score),
        system.count_games(games, ending) if system else count_games_won(games),
        rallies,
        is_forfeit or bool(system and ending == RETIRED and system.retired == match_points.AS_A_FORFEIT),
        match,
    )


def count_box_result(
    key: int, result: Result, system: match_points.MatchPoints | None, gained: Sequence[float] = ()
) -> BoxMatch:
    """Return a match of a box from its result and what it gave each, by default to players who had no points yet."""
    if not gained:
        gained = [one.points for one in system.rate(result, (Rating(0), Rating(0)))] if system else result.scores
    seats = [
        (player, gained[seat], result.scores[seat], result.kind.key, format_games(result.games), result.ending)
        for seat, player in enumerate(result.players)
    ]
    return build_box_match(key, system, *seats)


def build_box_rows(positions: dict[int, int], matches: Iterable[BoxMatch]) -> list[BoxRow]:
    """Return the row of each player with what the matches gave them, in the starting order."""
    rows = {player: BoxRow(player, position) for player, position in positions.items()}
    for match in matches:
        for seat, player in enumerate(match.players):
            old, won = rows[player], match.scores[seat] == 1
            rows[player] = old._replace(
                points=old.points + match.points[seat],
                played=old.played + (not match.is_forfeit or won),
                won=old.won + won,
                games_won=old.games_won + match.games[seat],
                games_lost=old.games_lost + match.games[1 - seat],
                conceded=old.conceded + match.rallies[1 - seat],
                forfeit_points=old.forfeit_points + (match.points[seat] if match.is_forfeit else 0),
            )
    return sorted(rows.values(), key=lambda row: row.position)


def rank_box(rows: Sequence[BoxRow], matches: Matches, levels: Sequence[str]) -> list[BoxRow]:
    """Return the rows, best first: by the first of these levels, where that is the same by the next, and so on.

    Who is level in all stands in the starting order.
    """
    group = sorted(rows, key=lambda row: row.position)
    if len(group) < 2 or not levels:
        return group
    here = {row.player for row in group}
    among = [match for match in matches if {*match.players} <= here]
    measure = LEVEL_MEASURES[levels[0]]
    parts: dict[float, list[BoxRow]] = {}
    for row in group:
        parts.setdefault(round(measure(row, among), 9), []).append(row)
    # where the matches among three leave two level, the one between those two is looked at next
    rest = levels if levels[0] == match_points.DIRECT and len(parts) > 1 else levels[1:]
    return [row for value in sorted(parts, reverse=True) for row in rank_box(parts[value], matches, rest)]
