"""How often what was said in the middle of a cycle came true: forecasts of ended cycles compared with their ends.

For each box the rest was played as of the middle day of its cycle, with what was known then. Each player has a chance
of going up, of staying and of going down, or of the first place where nobody moves; those that were certain by then
say nothing and are left out. What followed is 1 where it came so and 0 where not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.core.cache import cache

from ladder.boxes.queries.box_chances import BoxPlays, play_box_on
from ladder.boxes.queries.box_proposal import DOWN, STAYS, UP
from ladder.boxes.queries.box_states import find_place_zones, load_box_rules, load_box_states
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.lab.queries.figures import CalibrationDot, build_calibration
from ladder.models import Ladder, Season

BAND_WIDTH = 0.1
CALIBRATION_PLAYS = 2_000
MOST_CYCLES_COMPARED = 12  # the newest
CALIBRATION_CACHE_SECONDS = 24 * 60 * 60

ForecastPairs = list[tuple[float, float]]
"""A chance, and 1 if it came true or 0."""


def compare_box_forecasts(pairs: Iterable[tuple[float, float]]) -> list[CalibrationDot]:
    """Return for each band of ten per cent how many forecasts there were, and how often they came true."""
    return build_calibration(list(pairs), BAND_WIDTH)


def list_box_forecasts(plays: BoxPlays, zones: Sequence[str], ended: Sequence[int]) -> ForecastPairs:
    """Return the forecasts of a box with what followed; `ended` are its players as it ended, best first."""
    goals = [{place for place, one in enumerate(zones) if one == zone} for zone in (UP, STAYS, DOWN)]
    if UP not in zones and DOWN not in zones:
        goals = [{0}]
    pairs = []
    for player in plays.state.players:
        shares = plays.count_shares(player)
        for places in goals:
            chance = sum(shares[place] for place in places)
            if 0 < round(chance, 9) < 1:
                pairs.append((chance, float(ended.index(player) in places)))
    return pairs


def find_cycle_middle(season: Season) -> date | None:
    """Return the middle day of a cycle; None without its first or last day."""
    if season.starts_on is None or season.ends_on is None:
        return None
    return season.starts_on + (season.ends_on - season.starts_on) / 2


def load_cycle_forecasts(season: Season) -> ForecastPairs:
    """Return the forecasts of the middle of an ended cycle with what followed; a dozen queries."""
    boxes, day = load_boxes(season), find_cycle_middle(season)
    if not boxes or day is None:
        return []
    zones = find_place_zones(season.ladder, boxes)
    states = load_box_states(season, boxes, load_box_rules(season), day)
    pairs: ForecastPairs = []
    for box, state in zip(boxes, states, strict=True):
        plays = play_box_on(state, (day.toordinal(), box.box.pk), CALIBRATION_PLAYS)
        pairs += list_box_forecasts(plays, zones[box.box.pk], [row.player for row in box.rows])
    return pairs


def load_box_calibration(ladder: Ladder) -> list[CalibrationDot]:
    """Return how often forecasts of the newest ended cycles came true; kept for a day while no past match changes."""
    ended = list(
        Season.objects.filter(ladder=ladder, closed_at__isnull=False, boxes__isnull=False)
        .prefetch_related("boards")
        .distinct()
        .order_by("-ends_on", "-pk")[:MOST_CYCLES_COMPARED]
    )
    key = f"box-calibration-{ladder.pk}-{ladder.past_version}-{'-'.join(str(one.pk) for one in ended)}"
    found: list[CalibrationDot] | None = cache.get(key) if ended else []
    if found is None:
        for one in ended:
            one.ladder = ladder
        found = compare_box_forecasts([pair for one in ended for pair in load_cycle_forecasts(one)])
        cache.set(key, found, CALIBRATION_CACHE_SECONDS)
    return found
