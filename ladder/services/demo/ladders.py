"""The five ladders of the fictional club: what is played, how often, and by which systems it is rated."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ladder.models import Ladder, Season
from ladder.ratings import Result
from ladder.services.demo.battles import play_battles
from ladder.services.demo.duels import play_backgammon, play_chess, play_duels, play_table_tennis
from ladder.services.demo.fixes import (
    BACKGAMMON_FIXES,
    CHESS_FIXES,
    SITE_FIXES,
    TABLE_TENNIS_FIXES,
    WARLOCKS_FIXES,
    PlannedFix,
)
from ladder.services.demo.nights import ClubNight
from ladder.services.demo.people import ClubMember
from ladder.services.demo.tournaments import play_online_site

WEEKLY, TWICE, DAILY = (7,), (3, 4), (1,)
FRESH, CARRY, SHRINK = Season.Rule.FRESH, Season.Rule.CARRY, Season.Rule.SHRINK
Boards = Sequence[tuple[str, Mapping[str, Any]]]


class SeasonTurn(NamedTuple):
    """When the second season began, as a share of the year, and what was brought into it."""

    passed: float
    rule: str
    factor: float = 0.5


class LadderPlan(NamedTuple):
    """A ladder to be made; without a turn it has one season."""

    slug: str
    name: str
    size: int  # players
    step: tuple[int, ...]  # days between nights
    boards: Boards
    play: Callable[[random.Random, Sequence[ClubNight], list[ClubMember]], Iterable[Result]]
    fixes: Sequence[PlannedFix]
    turn: SeasonTurn | None = None
    reporters: str = Ladder.Reporters.PLAYERS
    asks: bool = False  # counts only what is confirmed


def list_default_boards(*systems: str) -> Boards:
    return [(system, {}) for system in systems]


LISTED = [("match-length-elo", {"provisional_until": 50})]
AVERAGED = list_default_boards("provisional-elo")
EXCHANGED = list_default_boards("points-exchange")
WARLOCKS = list_default_boards("warlocks-score", "warlocks-elo")
SITE = list_default_boards("tournament-points", "chips-total", "chips-daily", "nardgammon-elo")
BACKGAMMON = partial(play_duels, play=play_backgammon, many=(5, 7), gap=(8, 25))
CHESS = partial(play_duels, play=play_chess, many=(11, 15), gap=(4, 14))
TENNIS = partial(play_duels, play=play_table_tennis, many=(6, 10), gap=(6, 16))
WINNER = Ladder.Reporters.WINNER  # B-12
PLANS = (
    LadderPlan("backgammon", "Backgammon ladder", 24, TWICE, LISTED, BACKGAMMON, BACKGAMMON_FIXES, reporters=WINNER),
    LadderPlan("chess", "Chess ladder", 28, WEEKLY, AVERAGED, CHESS, CHESS_FIXES, SeasonTurn(0.5, SHRINK, 0.75)),
    LadderPlan(
        "table-tennis",
        "Table tennis ladder",
        32,
        TWICE,
        EXCHANGED,
        TENNIS,
        TABLE_TENNIS_FIXES,
        SeasonTurn(0.4, CARRY),
        asks=True,
    ),
    LadderPlan("warlocks", "Warlocks", 22, DAILY, WARLOCKS, play_battles, WARLOCKS_FIXES, SeasonTurn(0.35, FRESH)),
    LadderPlan(
        "backgammon-online", "Backgammon online", 44, TWICE, SITE, play_online_site, SITE_FIXES, SeasonTurn(0.5, CARRY)
    ),
)
