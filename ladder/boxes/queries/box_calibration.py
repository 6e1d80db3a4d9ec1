"""How often what was said in the middle of a cycle came true: forecasts of ended cycles compared with their ends.

For each box the rest was played as of the middle day of its cycle, with what was known then. Each player has a chance
of going up, of staying and of going down, or of the first place where nobody moves; those that were certain by then
say nothing and are left out. What followed is 1 where it came so and 0 where not.
"""

from __future__ import annotations

from datetime import date

from django.core.cache import caches

from ladder.boxes.queries.box_chances import ForecastPairs, compare_box_forecasts, list_box_forecasts, play_box_on
from ladder.boxes.queries.box_states import find_place_zones, load_box_rules, load_box_states
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.lab.queries.figures import CalibrationDot
from ladder.models import Ladder, Season

CALIBRATION_PLAYS = 2_000
MOST_CYCLES_COMPARED = 12  # the newest
CALIBRATION_CACHE_SECONDS = 24 * 60 * 60


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
    """Return how often forecasts of the newest ended cycles came true; kept for a day while no past match changes.

    A look works out one cycle that is not kept yet, so that nobody waits for all of them.
    """
    known = Season.objects.filter(ladder=ladder, closed_at__isnull=False, boxes__isnull=False).distinct()
    cycles = list(known.prefetch_related("boards").order_by("-ends_on", "-pk")[:MOST_CYCLES_COMPARED])
    keys = {f"box-forecasts-{one.pk}-{ladder.past_version}": one for one in cycles}
    kept: dict[str, ForecastPairs] = caches["lab"].get_many(keys)
    if missing := next((key for key in keys if key not in kept), ""):
        keys[missing].ladder = ladder
        kept[missing] = load_cycle_forecasts(keys[missing])
        caches["lab"].set(missing, kept[missing], CALIBRATION_CACHE_SECONDS)
    return compare_box_forecasts([pair for pairs in kept.values() for pair in pairs])
