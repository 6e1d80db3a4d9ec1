"""The sheets as docs/house-rules.md has them: which settings run each."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ladder.models import Board, Ladder, Season
from ladder.models.box_rules import BoxRules
from ladder.models.break_rules import BreakRules
from ladder.models.challenge_rules import ChallengeRules
from ladder.ratings import list_options
from ladder.ratings.systems.match_points import MatchPoints
from ladder.ratings.systems.rungs import Rungs

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "house-rules.md").read_text()
ROW = re.compile(r"^\| (L\d+|B\d|Usual) \|(.+)$", re.M)
SETTING = re.compile(r"`(\w+)=(\w+)`")
NAME = re.compile(r"`([a-z]+(?:_[a-z0-9]+)*)(?:=\w+)?`")
COLUMNS = {one.name: one for rules in (ChallengeRules, BreakRules) for one in rules._meta.local_fields}
OPTIONS = {one.name: one for one in list_options(Rungs())}
COLUMNS_OF_BOXES = {one.name: one for one in BoxRules._meta.local_fields} | {"break_days": COLUMNS["break_days"]}
OPTIONS_OF_BOXES = {one.name: one for one in list_options(MatchPoints())}
OF_A_SEASON = {one.name for one in Season._meta.local_fields}


def list_rows() -> dict[str, str]:
    """Return the rows of the table, by the number of the sheet."""
    return dict(ROW.findall(PAGE))


def format_setting(value: Any) -> str:
    """Return a value as the page has it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def check_sheet(number: str) -> None:
    """Check that the one ladder has just the rules that the row of this sheet names; it may name usual ones, too."""
    compare_sheet(number, Board.objects.get(), COLUMNS, OPTIONS)


def check_sheet_of_boxes(number: str) -> None:
    """Check the same of a ladder with boxes and a board of match points; how many are in a box few sheets say."""
    found = Board.objects.select_related("season__ladder").get(system=MatchPoints.key)
    compare_sheet(number, found, COLUMNS_OF_BOXES, OPTIONS_OF_BOXES, unsaid={"box_size"})


def compare_sheet(
    number: str, board: Board, columns: dict[str, Any], options: dict[str, Any], unsaid: Collection[str] = ()
) -> None:
    printed = {name: value for name, value in SETTING.findall(list_rows()[number]) if name not in OF_A_SEASON}
    ladder, system = Ladder.objects.get(), board.rating_system
    values = {name: getattr(ladder, name) for name in columns} | {name: getattr(system, name) for name in options}
    usual = {name: one.get_default() for name, one in columns.items()}
    usual |= {name: one.default for name, one in options.items()}
    set_otherwise = {name for name, value in values.items() if value != usual[name] and name not in unsaid}
    named = printed.keys() | set_otherwise
    assert printed == {name: format_setting(values[name]) for name in sorted(named)}
