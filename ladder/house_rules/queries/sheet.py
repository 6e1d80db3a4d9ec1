"""The rules of a ladder, a section for each question that clubs ask, in the order of their sheets."""

from typing import NamedTuple

from ladder.challenges.queries.rule_sentences import (
    RulesReader,
    list_break_rules,
    list_deadline_rules,
    list_pace_rules,
    list_range_rules,
    list_repeat_rules,
)
from ladder.house_rules.queries.box_sentences import list_box_rules, list_point_rules
from ladder.house_rules.queries.rung_sentences import (
    USUAL_NAMES,
    RuleLine,
    describe_newcomers,
    list_defence_lines,
    list_draw_lines,
    list_idle_lines,
    list_win_lines,
)
from ladder.models import Board, Ladder, Standing
from ladder.pages.seasons import list_reporting_rules
from ladder.ratings.systems.rungs import Rungs


class RuleSection(NamedTuple):
    """A heading of the sheet with its sentences; `start` is the number of the first, counted through the sheet."""

    title: str
    lines: list[RuleLine]
    start: int = 1


def load_rule_sheet(board: Board) -> list[RuleSection]:
    """Return the sections of the sheet of a ladder, by its main board; one query for the names of the examples."""
    system, ladder = board.rating_system, board.season.ladder
    points = [rule for one in board.season.boards.all() for rule in list_point_rules(one.rating_system)]
    boxes = [("Boxes", list_box_rules(ladder)), ("Points in a box", points if ladder.box_size else [])]
    sections = [(title, list(map(RuleLine, rules))) for title, rules in boxes if rules]
    sections += list_challenge_sections(board)
    if isinstance(system, Rungs):
        names = load_first_names(board)
        sections += [
            ("Newcomers", [describe_newcomers(system)]),
            ("After a win", list_win_lines(system, names)),
            ("After a draw", list_draw_lines(system, names)),
            ("When the player above wins", list_defence_lines(system, names)),
            ("Who plays too little", list(list_idle_lines(system))),
        ]
    else:
        sections.append(("The standings", [RuleLine(system.about.summary)]))
    sections.append(("Breaks", list(map(RuleLine, list_break_rules(ladder)))))
    sections.append(("Reporting", list(map(RuleLine, list_reporting_rules(ladder, system)))))
    return number_sections(sections)


def list_challenge_sections(board: Board) -> list[tuple[str, list[RuleLine]]]:
    """Return the rules on challenges, where players can agree on matches."""
    system, ladder = board.rating_system, board.season.ladder
    formats = [kind.format for kind in system.kinds]
    if not any(one.may_be_agreed for one in formats):
        return []
    has_sides, may_lack_ranks = all(one.has_sides for one in formats), bool(ladder.inactive_after)
    reader = RulesReader(ladder, system, has_sides=has_sides, skips_unranked=may_lack_ranks)
    said = (
        ("Whom you may challenge", list_range_rules(reader)),
        ("How long there is, and what happens if not", list_deadline_rules(ladder)),
        ("The same two again", list_repeat_rules(reader) or ["The same two may play again at once."]),
        ("How many at a time", [*list_open_rules(ladder), *list_pace_rules(ladder)]),
    )
    return [(title, list(map(RuleLine, sentences))) for title, sentences in said]


def list_open_rules(ladder: Ladder) -> list[str]:
    """Return how many challenges one can have at a time."""
    if not ladder.most_challenges:
        return ["You may have any number of open challenges."]
    return [f"You may have {ladder.most_challenges:,} open at a time, made and accepted ones together."]


def number_sections(sections: list[tuple[str, list[RuleLine]]]) -> list[RuleSection]:
    """Return the sections with the number of their first sentence."""
    found, start = [], 1
    for title, lines in sections:
        found.append(RuleSection(title, lines, start))
        start += len(lines)
    return found


def load_first_names(board: Board) -> list[str]:
    """Return the names of the first five, from the top."""
    rows = Standing.objects.filter(board=board).order_by("-points", "pk").values_list("player__name", flat=True)
    return list(rows[: len(USUAL_NAMES)])
