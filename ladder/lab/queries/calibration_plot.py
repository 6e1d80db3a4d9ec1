"""The calibration plot of a system: where its dots are drawn, and the table that says the same."""

from __future__ import annotations

import math
from typing import NamedTuple

from ladder.lab.queries.comparison import CandidateReplay
from ladder.lab.queries.figure_rows import RangeScale, format_share
from ladder.lab.queries.figures import CalibrationDot

AXIS_LOW, AXIS_HIGH = 9.0, 96.0  # per cent of the plot's width
AXIS_TOP, AXIS_BOTTOM = 5.0, 90.0  # and of its height
FEWEST_DRAWN = 5  # matches of a dot
LARGEST, SMALLEST = 9.0, 3.0  # radius of a dot in pixels


class CalibrationPlot(NamedTuple):
    """The dots of a calibration plot, each with where it is drawn, and the table that says the same."""

    label: str
    dots: list[dict[str, str]]
    rows: list[dict[str, str]]
    across: list[tuple[str, str]]  # the labels of each axis, with their places
    up: list[tuple[str, str]]
    ends: tuple[str, str, str, str]


def draw_calibration(replay: CandidateReplay) -> CalibrationPlot:
    """Return the calibration plot of a system; dots of very few matches are in its table only."""
    drawn = [dot for dot in replay.calibration if dot.matches >= FEWEST_DRAWN]
    left = floor_share(min((dot.low for dot in replay.calibration), default=0.5))
    across, up = RangeScale(left, 1.0), RangeScale(floor_share(min([left, *(dot.share for dot in drawn)])), 1.0)
    most = max((dot.matches for dot in drawn), default=1)
    return CalibrationPlot(
        replay.candidate.label,
        [
            {
                "x": place_across(across, dot.chance),
                "y": place_up(up, dot.share),
                "r": f"{SMALLEST + (LARGEST - SMALLEST) * (dot.matches / most) ** 0.5:.1f}",
            }
            for dot in drawn
        ],
        [describe_dot(dot) for dot in replay.calibration],
        [(f"{share * 100:.0f}%", place_across(across, share)) for share in list_ticks(across)],
        [(f"{share * 100:.0f}%", place_up(up, share)) for share in list_ticks(up)],
        (place_across(across, left), place_up(up, left), place_across(across, 1.0), place_up(up, 1.0)),
    )


def floor_share(share: float) -> float:
    """Return a share rounded down to tenths."""
    return math.floor(share * 10 + 1e-9) / 10


def list_ticks(scale: RangeScale) -> list[float]:
    """Return the shares at which a scale is labelled: every tenth, or every second one of a long scale."""
    step = 1 if scale.high - scale.low < 0.65 else 2
    return [tenth / 10 for tenth in range(round(scale.low * 10), round(scale.high * 10), step)]


def describe_dot(dot: CalibrationDot) -> dict[str, str]:
    """Return what a dot says, for the table below the plot."""
    return {
        "chances": f"{dot.low * 100:.0f}–{dot.high * 100:.0f}",
        "matches": f"{dot.matches:,}",
        "chance": format_share(dot.chance),
        "share": format_share(dot.share),
    }


def place_across(axis: RangeScale, share: float) -> str:
    return f"{AXIS_LOW + (share - axis.low) / (axis.high - axis.low) * (AXIS_HIGH - AXIS_LOW):.1f}%"


def place_up(axis: RangeScale, share: float) -> str:
    return f"{AXIS_BOTTOM - (share - axis.low) / (axis.high - axis.low) * (AXIS_BOTTOM - AXIS_TOP):.1f}%"
