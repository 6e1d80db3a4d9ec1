"""The ladders that the simulated club can have: one or more for each format, and for each system a board with scores,
handicaps, limits and sides where it takes them.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple

from django.db.models import Count
from django.utils import timezone

from ladder.club.actions import create_ladder
from ladder.models import Ladder, Season

PAST = timedelta(days=700)
HOURS = 24  # until silence confirms
SPAN = 20  # days of a season in which matches are played

TABLE_TENNIS = "best of 5 games to 11, 2 clear"
TENNIS = "best of 3 sets to 6, 2 clear, at most 7, last to 10"
TO_CONFIRM = {"confirm_hours": HOURS, "counts_when_confirmed": True}
TWO_SIDES = {"takes": "teams"}

Boards = Sequence[tuple[str, Mapping[str, Any]]]


class LadderPlan(NamedTuple):
    """A ladder that is to be made: the systems of its boards with their options, and its settings."""

    boards: Boards
    settings: Mapping[str, Any] = {}


def plan_boards(*keys: str) -> Boards:
    """Return boards of these systems with their usual options."""
    return [(key, {}) for key in keys]


LADDERS: dict[str, LadderPlan] = {
    "rated": LadderPlan(
        plan_boards("match-length-elo", "points-exchange", "nardgammon-elo", "chips-total", "chips-daily")
    ),
    "drawn": LadderPlan(plan_boards("provisional-elo", "elo")),
    "battles": LadderPlan(plan_boards("warlocks-score", "warlocks-elo", "openskill")),
    "evenings": LadderPlan(plan_boards("tournament-points", "points-exchange")),
    "asked": LadderPlan(plan_boards("points-exchange"), TO_CONFIRM),
    "elo": LadderPlan(
        [("elo", {"k_factor": "fide", "chance": "table", "margin": True})],
        {"scores": "allowed", "score_rule": "one score, draws", "takes_handicaps": True, "pair_day_limit": 1},
    ),
    "glicko-2": LadderPlan(
        [("glicko-2", {"every": "day", "draws": False})],
        {"scores": "required", "score_rule": TABLE_TENNIS, "takes_handicaps": True, "player_week_limit": 3},
    ),
    "openskill": LadderPlan(plan_boards("openskill"), {"fewest_a_side": 1, "most_a_side": 3}),
    "rungs": LadderPlan(
        [("rungs", {"idle_days": 5, "rates_walkovers": True})],
        {"scores": "allowed", "score_rule": TABLE_TENNIS, "challenge_reach": 4, **TO_CONFIRM},
    ),
    "calendar": LadderPlan(
        [("rungs", {"idle_by": "days", "idle_days": 3, "idle_rungs": 2, "newcomers": "half", "sitting_days": 2})],
        {"challenge_reach": 4, **TO_CONFIRM},
    ),
    "fibs": LadderPlan(plan_boards("fibs"), {"takes_handicaps": True, "pair_week_limit": 2}),
    "doubles": LadderPlan(
        [("elo", TWO_SIDES | {"draws": False, "member_change": "shared"}), ("glicko-2", TWO_SIDES | {"draws": False})],
        {"scores": "allowed", "score_rule": TENNIS, "takes_handicaps": True, "player_day_limit": 2},
    ),
    "teams": LadderPlan(
        [("provisional-elo", {"takes": "both"}), ("points-exchange", TWO_SIDES), ("openskill", TWO_SIDES)],
        {"fewest_a_side": 1, "most_a_side": 3, "scores": "allowed"},
    ),
}


def create_ladders(names: Sequence[str]) -> None:
    """Create the ladders with these names."""
    for name in names:
        plan = LADDERS[name]
        create_ladder(slug=name, name=name.capitalize(), boards=plan.boards, **plan.settings)


def pick_open_season(luck: Random) -> Season:
    """Return the newest season of the ladder with the fewest matches, so that all are played."""
    played = list(Ladder.objects.annotate(matches=Count("seasons__matches")).order_by("pk"))
    ladder = min(luck.sample(played, len(played)), key=lambda one: one.matches)
    return Season.objects.select_related("ladder").prefetch_related("boards").filter(ladder=ladder).order_by("-pk")[0]


def pick_day_in_season(season: Season, luck: Random) -> date:
    """Return a random day of a season up to today; a season without dates begins long ago."""
    first = season.starts_on or timezone.localdate() - PAST
    return min(first + timedelta(days=luck.randrange(SPAN)), timezone.localdate())
