"""The sheets as docs/house-rules.md has them: which settings run each."""

import re
from pathlib import Path
from typing import Any

from ladder.models import Board, Ladder, Season
from ladder.models.break_rules import BreakRules
from ladder.models.challenge_rules import ChallengeRules
from ladder.ratings import list_options
from ladder.ratings.systems.rungs import Rungs

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "house-rules.md").read_text()
ROW = re.compile(r"^\| (L\d+|Usual) \|(.+)$", re.M)
SETTING = re.compile(r"`(\w+)=(\w+)`")
NAME = re.compile(r"`([a-z]+(?:_[a-z]+)*)(?:=\w+)?`")
COLUMNS = {one.name: one for rules in (ChallengeRules, BreakRules) for one in rules._meta.local_fields}
OPTIONS = {one.name: one for one in list_options(Rungs())}
OF_A_SEASON = {one.name for one in Season._meta.local_fields}


def list_rows() -> dict[str, str]:
    """Return the rows of the table, by the number of the sheet."""
    return dict(ROW.findall(PAGE))


def format_setting(value: Any) -> str:
    """Return a value as the page has it."""
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def check_sheet(number: str) -> None:
    """Check that the one ladder has just the rules that the row of this sheet names; it may name usual ones, too."""
    printed = {name: value for name, value in SETTING.findall(list_rows()[number]) if name not in OF_A_SEASON}
    ladder, system = Ladder.objects.get(), Board.objects.get().rating_system
    values = {name: getattr(ladder, name) for name in COLUMNS} | {name: getattr(system, name) for name in OPTIONS}
    usual = {name: one.get_default() for name, one in COLUMNS.items()}
    usual |= {name: one.default for name, one in OPTIONS.items()}
    set_otherwise = {name for name, value in values.items() if value != usual[name]}
    named = printed.keys() | set_otherwise
    assert printed == {name: format_setting(values[name]) for name in sorted(named)}
