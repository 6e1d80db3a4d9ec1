"""Rows that a workbook hides, by hand or by a filter, and rows that are struck out: left out, unless they are kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ladder.files.interpretation.doubts import LEAVE, LEAVE_OR_KEEP, Doubt, DoubtWeight, FilterStep, SheetRows
from ladder.files.interpretation.row_numbers import begin_with_rows

HIDDEN_MARK, STRUCK_MARK = "hidden", "struck"
MARK_WORDS = {
    HIDDEN_MARK: ("is hidden or filtered away.", "are hidden or filtered away."),
    STRUCK_MARK: ("is struck out.", "are struck out."),
}


def make_marks_step(marked: Mapping[str, Collection[int]]) -> FilterStep:
    """Return the step that drops rows which are hidden or struck out in the workbook; `marked` has their numbers."""

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        for mark, words in MARK_WORDS.items():
            marks = {*marked.get(mark, ())}
            if rows := [number for number in found if number in marks]:
                title = f"{begin_with_rows(rows)} {words[len(rows) > 1]}"
                doubt = Doubt(mark, DoubtWeight.BLANK, title, LEAVE_OR_KEEP, LEAVE)
                doubts.append(doubt)
                left = marks if doubt.answer(answers) == LEAVE else set()
                found = {number: cells for number, cells in found.items() if number not in left}
        return found

    return step
