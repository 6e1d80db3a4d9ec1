"""The five ladders of the fictional club: what is played, how often, and by which systems it is rated."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ladder.models import Ladder, Season
from ladder.ratings import Result

from . import fixes
from .battles import battles
from .duels import backgammon, chess, duels, table_tennis
from .nights import Night
from .people import Member
from .tournaments import site

WEEKLY, TWICE, DAILY = (7,), (3, 4), (1,)
FRESH, CARRY, SHRINK = Season.Rule.FRESH, Season.Rule.CARRY, Season.Rule.SHRINK
Boards = Sequence[tuple[str, Mapping[str, Any]]]


class Turn(NamedTuple):
    """When the second season began, as a share of the year, and what was brought into it."""

    passed: float
    rule: str
    factor: float = 0.5


class Plan(NamedTuple):
    """A ladder to be made; without a turn it has one season."""

    slug: str
    name: str
    size: int  # players
    step: tuple[int, ...]  # days between nights
    boards: Boards
    play: Callable[[random.Random, Sequence[Night], list[Member]], Iterable[Result]]
    fixes: Sequence[fixes.Fix]
    turn: Turn | None = None
    reporters: str = Ladder.Reporters.PLAYERS
    asks: bool = False  # counts only what is confirmed


def boards(*systems: str) -> Boards:
    return [(system, {}) for system in systems]


LISTED = [("match-length-elo", {"provisional_until": 50})]
AVERAGED = boards("provisional-elo")
EXCHANGED = boards("points-exchange")
WARLOCKS = boards("warlocks-score", "warlocks-elo")
SITE = boards("tournament-points", "chips-total", "chips-daily", "nardgammon-elo")
BACKGAMMON = partial(duels, play=backgammon, many=(5, 7), gap=(8, 25))
CHESS = partial(duels, play=chess, many=(11, 15), gap=(4, 14))
TENNIS = partial(duels, play=table_tennis, many=(6, 10), gap=(6, 16))
WINNER = Ladder.Reporters.WINNER  # B-12
PLANS = (
    Plan("backgammon", "Backgammon ladder", 24, TWICE, LISTED, BACKGAMMON, fixes.BACKGAMMON, reporters=WINNER),
    Plan("chess", "Chess ladder", 28, WEEKLY, AVERAGED, CHESS, fixes.CHESS, Turn(0.5, SHRINK, 0.75)),
    Plan(
        "table-tennis",
        "Table tennis ladder",
        32,
        TWICE,
        EXCHANGED,
        TENNIS,
        fixes.TABLE_TENNIS,
        Turn(0.4, CARRY),
        asks=True,
    ),
    Plan("warlocks", "Warlocks", 22, DAILY, WARLOCKS, battles, fixes.WARLOCKS, Turn(0.35, FRESH)),
    Plan("backgammon-online", "Backgammon online", 44, TWICE, SITE, site, fixes.SITE, Turn(0.5, CARRY)),
)
