"""What may come of a box: the rest of it played many times by the chances of its matches. Plain Python and numpy.

Each open match has its possible results, each with its chance (`possible_results.py`). Every play draws one for each
open match, adds it to what was played, and ranks the box as `rank_box` does, all plays at once. A match is drawn by a
seed of its own, from the box, the day and its two players: two looks on one day agree, and a result that comes in
changes nothing of the other matches. What is "sure" is not what happened in all plays: it is looked up in all ends
that there are, also those in which a match is not played, or where these are too many, from the least and the most
that everybody can still have.

numpy is an optional extra and imported when it is first needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from ladder.boxes.queries.box_table import LEVEL_MEASURES, BoxMatch, BoxRow, build_box_rows
from ladder.lab.queries.figures import CalibrationDot, build_calibration
from ladder.ratings import WON
from ladder.ratings.systems.match_points import DIRECT, START

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOX_PLAYS = 10_000
MOST_ENDS_LOOKED_AT = 15_000
FORECAST_BAND_WIDTH = 0.1
DECIMALS_COMPARED = 9  # as `rank_box` compares
SMALLEST_DIFFERENCE = 1e-9

ForecastPairs = list[tuple[float, float]]
"""A chance, and 1 if it came true or 0."""


class PossibleResult(NamedTuple):
    """A result that an open match may have; without a chance it is never drawn, but possible."""

    chance: float
    match: BoxMatch


class OpenBoxMatch(NamedTuple):
    """A match of a box that is still to be played, with its possible results; their chances add up to 1.

    All results have the players in this order, and those without a chance come last.
    """

    players: tuple[int, int]
    results: tuple[PossibleResult, ...]

    def list_wins(self, winner: int) -> list[int]:
        """Return the numbers of the results in which this player wins."""
        seat = self.players.index(winner)
        return [number for number, one in enumerate(self.results) if one.match.scores[seat] == WON]


@dataclass(frozen=True)
class BoxState:
    """A box as it stands; `levels` is how it is ranked, and `away` are those who withdrew and stand last."""

    positions: dict[int, int]  # the starting order, by player
    played: Sequence[BoxMatch]
    open: Sequence[OpenBoxMatch]
    levels: Sequence[str]
    away: frozenset[int] = frozenset()

    @cached_property
    def players(self) -> list[int]:
        """The players, in the order of the columns of all arrays."""
        return list(self.positions)

    @cached_property
    def rows(self) -> dict[int, BoxRow]:
        """The sums of each player as it stands."""
        return {row.player: row for row in build_box_rows(self.positions, self.played)}

    @cached_property
    def added(self) -> list[list[dict[int, BoxRow]]]:
        """What each result of each open match adds to the sums of its two players."""
        return [
            [
                {row.player: row for row in build_box_rows(dict.fromkeys(one.players, 0), [result.match])}
                for result in one.results
            ]
            for one in self.open
        ]

    def fix_winner(self, number: int, winner: int) -> BoxState:
        """Return the box in which this player wins the open match of this number."""
        match, known = self.open[number], list(self.open)
        known[number] = match._replace(results=tuple(match.results[one] for one in match.list_wins(winner)))
        return replace(self, open=known)


@dataclass(frozen=True)
class BoxPlays:
    """A box whose rest was played: for each play the result of each open match, and the place of each player from 0."""

    state: BoxState
    results: NDArray[Any]  # open matches x plays
    places: NDArray[Any]  # players x plays

    def count_shares(self, player: int, given: tuple[int, int] | None = None) -> list[float]:
        """Return in which share of the plays a player comes to each place, first to last.

        With `given`, a number of an open match and its winner, only of the plays in which that player wins it.
        """
        import numpy as np

        places = self.places[self.state.players.index(player)]
        if given is not None:
            number, winner = given
            wins = np.zeros(len(self.state.open[number].results), bool)
            wins[self.state.open[number].list_wins(winner)] = True
            places = places[wins[self.results[number]]]
        counts = np.bincount(places, minlength=len(self.state.players))
        return [float(count) / max(len(places), 1) for count in counts]


def has_box_chances() -> bool:
    """Return whether the rest of a box can be played here: whether numpy is installed."""
    return find_spec("numpy") is not None


def play_box_on(state: BoxState, seed: Sequence[int], plays: int = BOX_PLAYS) -> BoxPlays:
    """Return the rest of a box played so many times; `seed` are whole numbers, such as the day and the box."""
    import numpy as np

    drawn = np.zeros((len(state.open), plays), np.uint8)
    for number, match in enumerate(state.open):
        random = np.random.default_rng([*seed, *sorted(match.players)])
        until = np.cumsum([one.chance for one in match.results if one.chance])[:-1]
        drawn[number] = np.searchsorted(until, random.random(plays), side="right")
    return BoxPlays(state, drawn, rank_plays(state, drawn))


def rank_plays(state: BoxState, results: NDArray[Any]) -> NDArray[Any]:
    """Return the place of each player, from 0, for each column of results, as `rank_box` has it.

    Everybody begins level. Each level counts, for each player, those who are level so far and have more; where that is
    the points in the matches between them, it is asked again until nothing changes.
    """
    import numpy as np

    ahead = np.zeros((len(state.players), results.shape[1]), np.int8)
    for level in (*state.levels, START):
        tied = find_tied_plays(ahead)
        if level == DIRECT:
            split_by_direct(state, results, ahead, tied)
        elif tied.size:
            ahead[:, tied] = split_level(ahead[:, tied], sum_level(state, level, results[:, tied]))
    gone = np.array([player in state.away for player in state.players])
    ahead[gone] += len(state.players)  # who withdrew stands behind all others
    return np.argsort(np.argsort(ahead, axis=0), axis=0).astype(np.int8) if gone.any() else ahead


def find_tied_plays(ahead: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers of the plays in which two are level."""
    import numpy as np

    seen, level = np.zeros(ahead.shape[1], np.int64), np.zeros(ahead.shape[1], bool)
    for column in ahead:
        bit = np.left_shift(1, column, dtype=np.int64)
        level |= (seen & bit) != 0
        seen |= bit
    return np.flatnonzero(level)


def split_level(ahead: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
    """Return how many are ahead of each player when those who are level so far are told apart; more is better."""
    import numpy as np

    values, after = np.round(values, DECIMALS_COMPARED), ahead.copy()
    for one, other in combinations(range(len(ahead)), 2):
        level = ahead[one] == ahead[other]
        after[one] += level & (values[other] > values[one])
        after[other] += level & (values[one] > values[other])
    return after


def split_by_direct(state: BoxState, results: NDArray[Any], ahead: NDArray[Any], tied: NDArray[Any]) -> None:
    """Tell those who are level apart by the matches between them, in place, again and again until nothing changes."""
    import numpy as np

    while tied.size:
        before, drawn = ahead[:, tied], results[:, tied]
        among = np.zeros(before.shape)
        for first, second, points in list_pair_points(state, drawn):
            level = before[first] == before[second]
            among[first] += level * points[0]
            among[second] += level * points[1]
        after = split_level(before, among)
        ahead[:, tied] = after
        tied = tied[(after != before).any(axis=0)]


def list_pair_points(state: BoxState, results: NDArray[Any]) -> Iterator[tuple[int, int, Any]]:
    """Yield for each match, played or open, the rows of its players and what it gives each of them in each play."""
    import numpy as np

    row = {player: number for number, player in enumerate(state.players)}
    for match in state.played:
        yield row[match.players[0]], row[match.players[1]], match.points
    for one, drawn in zip(state.open, results, strict=True):
        points = np.array([result.match.points for result in one.results]).T
        yield row[one.players[0]], row[one.players[1]], points[:, drawn]


def sum_level(state: BoxState, level: str, results: NDArray[Any]) -> NDArray[Any]:
    """Return what each player has of a level that is a sum over matches, for each column of results; more is better."""
    import numpy as np

    now = [[float(LEVEL_MEASURES[level](state.rows[player], ()))] for player in state.players]
    total = np.repeat(np.array(now), results.shape[1], axis=1)
    if level != START:
        for one, added, drawn in zip(state.open, state.added, results, strict=True):
            for player in one.players:
                each = np.array([LEVEL_MEASURES[level](rows[player], ()) for rows in added], float)
                total[state.players.index(player)] += each[drawn]
    return total


def find_possible_places(state: BoxState) -> dict[int, set[int]]:
    """Return which places, from 0, each player can come to: from all ends, or from sums where these are too many.

    Then a place may be among them that nobody can come to, but never the other way round.
    """
    import numpy as np

    sizes = [len(one.results) for one in state.open]
    if prod(sizes) > MOST_ENDS_LOOKED_AT:
        return bound_possible_places(state)
    places = rank_plays(state, list_all_ends(sizes))
    return {player: {int(one) for one in np.unique(places[n])} for n, player in enumerate(state.players)}


def list_all_ends(sizes: Sequence[int]) -> NDArray[Any]:
    """Return every way in which matches with so many possible results can end, a column each."""
    import numpy as np

    return np.indices(sizes, np.uint8).reshape(len(sizes), -1) if sizes else np.zeros((0, 1), np.uint8)


def bound_possible_places(state: BoxState) -> dict[int, set[int]]:
    """Return the places that the least and the most of the first level leave to each player."""
    measure, least, most = LEVEL_MEASURES[state.levels[0]], {}, {}
    for player in state.players:
        now = measure(state.rows[player], ())
        own = [
            [measure(rows[player], ()) for rows in added]
            for one, added in zip(state.open, state.added, strict=True)
            if player in one.players
        ]
        least[player], most[player] = now + sum(map(min, own)), now + sum(map(max, own))
    staying = [player for player in state.players if player not in state.away]
    found = {player: set(range(len(staying), len(state.players))) for player in state.away}
    for player in staying:
        above = sum(least[one] - most[player] > SMALLEST_DIFFERENCE for one in staying)
        below = sum(least[player] - most[one] > SMALLEST_DIFFERENCE for one in staying)
        found[player] = set(range(above, len(staying) - below))
    return found


def compare_box_forecasts(pairs: Iterable[tuple[float, float]]) -> list[CalibrationDot]:
    """Return for each band of ten per cent how many forecasts there were, and how often they came true."""
    return build_calibration(list(pairs), FORECAST_BAND_WIDTH)


def list_box_forecasts(plays: BoxPlays, zones: Sequence[str], ended: Sequence[int]) -> ForecastPairs:
    """Return the forecasts of a box with what followed; `ended` are its players as it ended, best first.

    A forecast is that a player comes to a zone of places, such as those that go up; of the first place where all
    places are of one zone. What is certain is none.
    """
    found = sorted(set(zones))
    goals = [{place for place, one in enumerate(zones) if one == zone} for zone in found] if len(found) > 1 else [{0}]
    pairs = []
    for player in plays.state.players:
        shares = plays.count_shares(player)
        for places in goals:
            chance = sum(shares[place] for place in places)
            if 0 < round(chance, 9) < 1:
                pairs.append((chance, float(ended.index(player) in places)))
    return pairs
