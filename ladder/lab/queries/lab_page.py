"""What the page of the lab prints: the figures, sentences about them, and two standings side by side."""

from typing import NamedTuple

from ladder.lab.queries.calibration_plot import CalibrationPlot, draw_calibration
from ladder.lab.queries.figure_rows import (
    COIN_CHANCE,
    FigureRow,
    UnableSystem,
    build_figure_row,
    build_range_scale,
    explain_inability,
    list_verdicts,
)
from ladder.lab.queries.progress import FinishedLab
from ladder.lab.queries.season_results import LabSpan, SpanSummary, find_span_absences
from ladder.lab.queries.side_by_side import SideBySide, compare_standings
from players.people.queries import load_player_names


class LabPage(NamedTuple):
    """All that the page prints of a finished lab."""

    lab: FinishedLab
    rows: list[FigureRow]
    coin: str
    verdicts: list[str]
    unable: list[UnableSystem]
    others: list[tuple[str, str]]
    beside: SideBySide | None
    plots: list[CalibrationPlot]

    @property
    def summary(self) -> SpanSummary:
        return self.lab.summary


def build_lab_page(span: LabSpan, lab: FinishedLab, asked: str) -> LabPage:
    """Return the page, with the system that was asked for beside the one in use; two queries."""
    systems = lab.comparison.systems
    in_use = [board.rating_system for board in span.boards]
    scale = build_range_scale(systems)
    main = next((one for one in systems if in_use and one.candidate.system == in_use[0]), None)
    others = [one for one in systems if one is not main]
    other = next((one for one in others if one.candidate.key == asked), others[0] if others else None)
    absent = find_span_absences(span, lab.summary)
    names = load_player_names(lab.summary.last_played.keys())
    return LabPage(
        lab,
        [build_figure_row(one, scale, is_in_use=one.candidate.system in in_use) for one in systems],
        scale.x(COIN_CHANCE),
        list(list_verdicts(lab.comparison, in_use[0] if in_use else None)),
        [UnableSystem(one.candidate.label, explain_inability(one)) for one in lab.comparison.unable],
        [(one.candidate.key, one.candidate.label) for one in others],
        compare_standings(main.replay, other.replay, absent, names) if main and other else None,
        [draw_calibration(one.replay) for one in (main, other) if one and one.replay.has_chances],
    )
