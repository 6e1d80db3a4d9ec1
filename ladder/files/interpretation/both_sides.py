"""Lists in which each match stands twice, once for each player: “Ann, Bo, won” and “Bo, Ann, lost”.

A row pairs off with one of the same day, the same players and the turned result, in which another player stands first.
Two matches of a day that different people won stay two. Rows with a winner and a loser stand from nobody's view, so
equal ones among them are true repeats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.column_meanings import OPPONENT_HEADING, simplify_heading
from ladder.files.interpretation.doubts import (
    DOUBT_ROWS_SHOWN,
    KEEP,
    LEAVE,
    Doubt,
    DoubtWeight,
    FilterStep,
    SheetRows,
)
from ladder.files.interpretation.play_order import DAY_LENGTH
from ladder.files.interpretation.row_numbers import begin_with_rows, format_row_numbers
from ladder.files.interpretation.score_columns import BARE_SCORES, read_games_or_none
from ladder.files.match_records import PARTNER_COLUMNS
from ladder.formats import format_games

TWICE_KEY, ODD_KEY, SCORES_KEY = "twice", "once", "twice-scores"
MOST_OF_THE_ROWS = 0.8  # that stand twice, so that the list is one of views, whatever its headings
HALF_OF_THE_ROWS = 0.5
FEWEST_ROWS = 4
MOST_ROWS_PAIRED = 200  # of the same players on one day: comparing very many to one another would take minutes
SEAT_WORDS = (  # headings of players who meet twice on a day, once on either seat
    "home hometeam homeplayer heim heimteam heimmannschaft white weiss weiß domicile local casa locale thuis hemma"
    " hjemme белые хозяева biale gospodarz 白 先手"
)
SEAT_HEADINGS = frozenset(SEAT_WORDS.split())
TWICE_CHOICES = ((LEAVE, "Count each match once"), (KEEP, "They are different matches"))
ODD_CHOICES = ((KEEP, "Import as matches"), (LEAVE, "Leave out"))
SCORES_CHOICES = ((LEAVE, "It is one match, with the first score"), (KEEP, "They are different matches"))


class MatchView(NamedTuple):
    """What a row says of its match, whoever stands first: day, sides, who won and the score; and who stands first."""

    number: int
    match: tuple[str, frozenset[frozenset[str]], frozenset[str]]
    score: str
    first: str


class ViewPairs(NamedTuple):
    """Rows that repeat others from the other side, those that do so with another score, and those that stand alone."""

    again: Sequence[int]
    otherwise: Sequence[int]
    alone: Sequence[int]


def make_both_sides_step(headings: Sequence[str]) -> FilterStep:
    """Return the step that counts each match once; `headings` are those of player one and player two."""

    def step(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
        views = [view for number, cells in found.items() if (view := read_match_view(number, cells))]
        pairs = pair_views(views)
        share = 2 * (len(pairs.again) + len(pairs.otherwise)) / max(len(views), 1)
        if not pairs.again or not (has_view_headings(headings) or share >= MOST_OF_THE_ROWS):
            return found
        scores = {view.number: view.score for view in views}
        is_likely = has_view_headings(headings) or (len(views) >= FEWEST_ROWS and is_one_match(headings, scores, pairs))
        asked = [build_twice_doubt(pairs.again, share >= HALF_OF_THE_ROWS, LEAVE if is_likely else KEEP)]
        dropped = {*pairs.again} if asked[0].answer(answers) == LEAVE else set()
        if dropped and pairs.otherwise:
            asked.append(build_scores_doubt(pairs.otherwise, found))
            dropped |= {*pairs.otherwise} if asked[-1].answer(answers) == LEAVE else set()
        if dropped and pairs.alone and share >= HALF_OF_THE_ROWS:
            asked.append(build_odd_doubt(pairs.alone, found))
            dropped |= {*pairs.alone} if asked[-1].answer(answers) == LEAVE else set()
        doubts.extend(asked)
        return {number: cells for number, cells in found.items() if number not in dropped}

    return step


def has_view_headings(headings: Sequence[str]) -> bool:
    """Return whether the second player's heading says that a row is seen by the first, as “Opponent” does."""
    return any(OPPONENT_HEADING.search(simplify_heading(one)) for one in headings[1:])


def is_one_match(headings: Sequence[str], scores: Mapping[int, str], pairs: ViewPairs) -> bool:
    """Return whether rows that pair off are plainly one match: by their scores, or since seats mean nothing."""
    has_seats = any(simplify_heading(one) in SEAT_HEADINGS for one in headings[:1])
    return not has_seats or all(scores[number] not in BARE_SCORES for number in pairs.again)


def read_match_view(number: int, cells: Mapping[str, str]) -> MatchView | None:
    """Return what a row says of its match; None for a row that no player stands first in."""
    if "player1" not in cells or "player" in cells:
        return None
    sides = [
        [cells[main], *(cells[name] for name in partners if cells.get(name))]
        for main, partners in zip(("player1", "player2"), PARTNER_COLUMNS, strict=True)
    ]
    keys = [[sort_name(name) for name in side] for side in sides]
    result, first = cells.get("result", ""), keys[0][0]
    won = {"1": frozenset(keys[0]), "0": frozenset(keys[1])}.get(result, frozenset())
    day = cells["date"][:DAY_LENGTH]
    is_turned = not won and keys[0] > keys[1]
    score = orient_score(cells.get("score", ""), is_turned=is_turned, is_decided=bool(won))
    return MatchView(number, (day, frozenset(map(frozenset, keys)), won), score, first)


@lru_cache(maxsize=1 << 14)
def sort_name(name: str) -> str:
    """Return a name as it is compared: “Aalto, Ann” is Ann Aalto."""
    return " ".join(sorted(name.casefold().replace(",", " ").split()))


@lru_cache(maxsize=1 << 14)
def orient_score(text: str, *, is_turned: bool, is_decided: bool) -> str:
    """Return a score with the winner's points first, whoever stood first; that of a draw as `is_turned` says."""
    games = read_games_or_none(text) if text else ()
    ahead = sum((one.first > one.second) - (one.first < one.second) for one in games)
    if is_turned if not is_decided else ahead < 0:
        games = tuple(one._replace(first=one.second, second=one.first) for one in games)
    return format_games(games)


def pair_views(views: Iterable[MatchView]) -> ViewPairs:
    """Return which rows repeat others from the other side: with the same score or without one, then with another."""
    groups: dict[tuple[object, ...], list[list[MatchView]]] = defaultdict(list)
    for view in views:
        groups[view.match].append([view])
    again: list[MatchView] = []
    otherwise: list[MatchView] = []
    alone: list[MatchView] = []
    for told in groups.values():
        if 1 < len(told) <= MOST_ROWS_PAIRED:
            again += join_views(told, lambda one, other: one == other)
            again += join_views(told, lambda one, other: "" in (one, other))
            otherwise += join_views(told, lambda one, other: one != other)
        alone += [same[0] for same in told if len(same) == 1]
    return ViewPairs(*(sorted(view.number for view in found) for found in (again, otherwise, alone)))


def join_views(told: list[list[MatchView]], fits: Callable[[str, str], bool]) -> list[MatchView]:
    """Put rows to the first earlier ones whose scores fit and in which other players stand first; return these rows."""
    joined = []
    for same in [*told]:
        seen = {view.first for view in same}
        for earlier in told[: told.index(same)]:
            if seen.isdisjoint(view.first for view in earlier) and fits(earlier[0].score, same[0].score):
                earlier += same
                joined += same
                told.remove(same)
                break
    return joined


def build_twice_doubt(rows: Sequence[int], is_whole: bool, likely: str) -> Doubt:
    """Return the doubt about rows that repeat others from the other side."""
    title = f"{'Each match stands' if is_whole else 'Some matches stand'} twice here, once for each player."
    detail = f"{begin_with_rows(rows)} {'tells' if len(rows) == 1 else 'tell'} of a match again, from the other side."
    return Doubt(TWICE_KEY, DoubtWeight.STORED, title, TWICE_CHOICES, likely, detail)


def build_scores_doubt(rows: Sequence[int], found: SheetRows) -> Doubt:
    """Return the doubt about rows that tell of a match again, with another score."""
    is_one = len(rows) == 1
    title = f"{begin_with_rows(rows)} {'has' if is_one else 'have'} another score than the row of the other player."
    return Doubt(SCORES_KEY, DoubtWeight.AGAINST, title, SCORES_CHOICES, LEAVE, "", list_examples_of_views(rows, found))


def build_odd_doubt(rows: Sequence[int], found: SheetRows) -> Doubt:
    """Return the doubt about rows whose match stands here once only."""
    title = f"The other player has no row that agrees with {format_row_numbers(rows)}."
    return Doubt(ODD_KEY, DoubtWeight.UNTOLD, title, ODD_CHOICES, KEEP, "", list_examples_of_views(rows, found))


def list_examples_of_views(rows: Sequence[int], found: SheetRows) -> tuple[str, ...]:
    """Return the first of these rows in words."""
    return tuple(f"Row {number:,}: {describe_view(found[number])}" for number in rows[:DOUBT_ROWS_SHOWN])


def describe_view(cells: Mapping[str, str]) -> str:
    """Return who played in a row, how it ended for the first player, and the score."""
    ends = {"1": "won", "0": "lost"}
    told = (cells["player1"], cells["player2"], ends.get(cells.get("result", ""), "drawn"), cells.get("score", ""))
    return shorten_cell(" · ".join(filter(None, told)))
