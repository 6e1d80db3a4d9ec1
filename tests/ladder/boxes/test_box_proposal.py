"""The next boxes: who goes up and down, by hand, and what holds for any boxes."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.boxes.queries.box_proposal import (
    DOWN,
    NEW,
    OUT,
    SMALLEST_BOX,
    STAYS,
    UP,
    BoxEnd,
    BoxOrder,
    cut_into_boxes,
    propose_boxes,
)

pytestmark = pytest.mark.once
FIRST_NAMES = {"1": (1, ""), "2": (2, ""), "3": (3, ""), "2A": (2, "A"), "2B": (2, "B"), "3A": (3, "A"), "3B": (3, "B")}


def end(*boxes, out="", idle=""):
    """Return how players ended in boxes such as "1 ABCDE": all played 9 matches, the idle ones 1."""
    found = []
    for box in boxes:
        name, players = box.split()
        level, letter = FIRST_NAMES[name]
        found += [
            BoxEnd(ord(one), level, letter, rank, len(players), 1 if one in idle else 9, "away" if one in out else "")
            for rank, one in enumerate(players, start=1)
        ]
    return found


def propose(ends, newcomers="", **order):
    """Return the next boxes as letters, and how each player gets there."""
    proposal = propose_boxes(ends, [ord(one) for one in newcomers], BoxOrder(**order))
    boxes = {f"{level}{letter}": "".join(map(chr, box)) for level, letter, box in proposal.list_boxes()}
    return boxes, {chr(move.player): move for move in proposal.moves}


def test_first_up_and_last_down():
    boxes, moves = propose(end("1 ABCDE", "2 FGHIJ", "3 KLMNO"), size=5)
    assert boxes == {"1": "ABCDF", "2": "EGHIK", "3": "JLMNO"}
    assert {name: move.how for name, move in moves.items() if move.how != STAYS} == {
        **dict.fromkeys("FK", UP),
        **dict.fromkeys("EJ", DOWN),
    }
    assert (moves["F"].reason, moves["J"].reason) == ("1st of 5 in Box 2", "5th of 5 in Box 2")
    assert (moves["A"].reason, moves["O"].reason) == ("1st of 5 in Box 1", "5th of 5 in Box 3")


def test_the_second_goes_up_too_where_there_is_room():
    boxes, moves = propose(end("1 ABCDE", "2 FGHIJ"), size=5, up=1, down=2)
    assert boxes == {"1": "ABCFG", "2": "DEHIJ"}
    assert moves["G"].reason == "2nd of 5 in Box 2, and there is room above"


def test_two_up_and_one_down_bring_up_one_as_there_is_no_more_room():
    boxes, _ = propose(end("1 ABCDE", "2 FGHIJ"), size=5, up=2, down=1)
    assert boxes == {"1": "ABCDF", "2": "EGHIJ"}


def test_who_leaves_makes_room():
    boxes, moves = propose(end("1 ABCDE", "2 FGHIJ"), size=5)
    assert boxes["1"] == "ABCDF"
    boxes, moves = propose(end("1 ABCDE", "2 FGHIJ", out="B"), size=5)
    assert boxes == {"1": "ACDFG", "2": "EHIJ"}
    assert (moves["B"].how, moves["B"].reason) == (OUT, "away")


def test_nobody_who_played_too_little_goes_up():
    boxes, moves = propose(end("1 ABCDE", "2 FGHIJ", idle="F"), size=5, least=3)
    assert boxes == {"1": "ABCDG", "2": "EFHIJ"}
    assert moves["F"].reason == "1st of 5 in Box 2; played 1, and 3 are asked to go up"
    assert moves["G"].reason == "2nd of 5 in Box 2, and there is room above"


def test_nobody_below_may_go_up_so_nobody_goes_down():
    boxes, moves = propose(end("1 ABCDE", "2 FGHIJ", idle="FGHIJ"), size=5, least=3, down=2)
    assert boxes == {"1": "ABCDE", "2": "FGHIJ"}
    assert (moves["E"].how, moves["E"].reason) == (STAYS, "5th of 5 in Box 1; nobody comes up")


def test_as_many_go_down_as_come_up_where_few_may():
    boxes, _ = propose(end("1 ABCDE", "2 FGHIJ", idle="FGHI"), size=5, least=3, down=2)
    assert boxes == {"1": "ABCDJ", "2": "EFGHI"}


def test_a_rule_that_moves_nobody():
    boxes, _ = propose(end("1 ABCDE", "2 FGHIJ"), size=5, up=0, down=0)
    assert boxes == {"1": "ABCDE", "2": "FGHIJ"}


def test_boxes_side_by_side_count_in_turns():
    """B4: first of 2A 6th, first of 2B 7th, second of 2A 8th; one each goes up from the two under the first."""
    boxes, _ = propose(end("1 ABCDE", "2A FHJLN", "2B GIKMO", "3A PRTVX", "3B QSUWY"), size=5, parallel=2, down=2)
    # From Box 1 D and E go down, F and G come up; from 2A and 2B L, M, N and O, two each, and P, Q, R and S come up.
    # 6th to 15th: D E H I J K P Q R S; 16th to 25th: L M N O T U V W X Y
    assert boxes == {"1": "ABCFG", "2A": "DHJPR", "2B": "EIKQS", "3A": "LNTVX", "3B": "MOUWY"}


def test_one_each_goes_up_also_where_the_first_of_a_box_may_not():
    boxes, _ = propose(end("1 ABCDE", "2A FHJLN", "2B GIKMO", idle="G"), size=5, parallel=2, down=2, least=3)
    assert boxes["1"] == "ABCFI"
    boxes, _ = propose(end("1 ABCDE", "2A FHJLN", "2B GIKMO", out="G"), size=5, parallel=2, down=2)
    assert boxes["1"] == "ABCFI"


def test_the_last_two_of_each_box_go_down_also_where_one_is_smaller():
    ends = end("1 ABCDE", "2A FHJLN", "2B GIK", "3A PRTVX", "3B QSUWY")
    boxes, moves = propose(ends, size=5, parallel=2, down=2)
    assert {name for name, move in moves.items() if move.how == DOWN} == set("DELNIK")
    assert boxes["1"] == "ABCFG"


def test_a_last_level_too_small_joins_the_one_above():
    assert propose(end("1 ABCDE", "2 FG"), size=5, up=0, down=0)[0] == {"1": "ABCDEFG"}
    assert propose(end("1 ABCDE", "2 FGH"), size=5, up=0, down=0)[0] == {"1": "ABCDE", "2": "FGH"}


def test_a_box_too_many_closes():
    boxes, _ = propose(end("1 ABCDE", "2 FGHIJ", "3 KLM", out="LM"), size=5)
    # E goes down and F up, J down and K up: only J is left in Box 3, who joins Box 2
    assert boxes == {"1": "ABCDF", "2": "EGHIKJ"}


def test_newcomers_are_the_last_of_the_lowest_level_and_make_a_box_of_their_own():
    boxes, moves = propose(end("1 ABCDE", "2 FGHIJ"), newcomers="XY", size=5)
    assert boxes == {"1": "ABCDF", "2": "EGHIJXY"}  # two are too few for a box
    assert (moves["X"].how, moves["X"].reason) == (NEW, "new")
    assert propose(end("1 ABCDE", "2 FGHIJ"), newcomers="X", size=5)[0] == {"1": "ABCDF", "2": "EGHIJX"}
    boxes, _ = propose(end("1 ABCDE", "2 FGHIJ"), newcomers="XYZ", size=5)
    assert boxes == {"1": "ABCDF", "2": "EGHIJ", "3": "XYZ"}


def test_newcomers_alone_are_cut_into_boxes():
    assert propose([], newcomers="ABCDEFGHIJKLM", size=5)[0] == {"1": "ABCDE", "2": "FGHIJ", "3": "KLM"}
    assert propose([], newcomers="AB", size=5)[0] == {"1": "AB"}
    assert propose([], size=5)[0] == {}


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(5, [5]), (6, [6]), (7, [7]), (8, [5, 3]), (10, [5, 5]), (11, [5, 6]), (12, [5, 7]), (13, [5, 5, 3])],
)
def test_odd_numbers(count, sizes):
    """One more than fit makes a larger box; two more are too few for a box, and join the last one, which has seven."""
    [*levels] = cut_into_boxes([range(count)], BoxOrder(5))
    assert [len(box) for level in levels for box in level] == sizes


def test_side_by_side_there_are_no_more_boxes_than_can_be_filled():
    order = BoxOrder(5, parallel=3)
    levels = {count: cut_into_boxes([range(5), range(count)], order)[1] for count in (4, 8, 11, 15)}
    sizes = {count: [len(box) for box in level] for count, level in levels.items()}
    assert sizes == {4: [4], 8: [4, 4], 11: [6, 5], 15: [5, 5, 5]}


@st.composite
def draw_boxes(draw):
    """Return boxes of any sizes with some who leave or have played little, newcomers, and a rule."""
    order = BoxOrder(
        draw(st.integers(3, 6)), draw(st.integers(1, 3)), draw(st.integers(0, 3)), draw(st.integers(0, 3)), 2
    )
    ends, player = [], 0
    for level in range(1, draw(st.integers(0, 5)) + 1):
        count = 1 if level == 1 else draw(st.integers(1, order.parallel))
        for letter in "ABC"[:count] if count > 1 else [""]:
            size = draw(st.integers(2, order.size + 2))
            for rank in range(1, size + 1):
                reason = draw(st.sampled_from(["", "", "", "", "withdrew"]))
                ends.append(BoxEnd(player, level, letter, rank, size, draw(st.integers(0, 4)), reason))
                player += 1
    return ends, [1000 + one for one in range(draw(st.integers(0, 9)))], order


@given(draw_boxes())
def test_nobody_is_lost_or_twice_and_boxes_are_in_order_and_full(drawn):
    ends, newcomers, order = drawn
    proposal = propose_boxes(ends, newcomers, order)
    placed = [player for _, _, box in proposal.list_boxes() for player in box]
    assert sorted(placed) == sorted([*(one.player for one in ends if not one.reason), *newcomers])
    assert sorted(move.player for move in proposal.moves) == sorted([*(one.player for one in ends), *newcomers])
    check_sizes(proposal, ends, order)
    check_order(proposal, ends, order)


def check_sizes(proposal, ends, order):
    """Check that no level has more than one a box over its size, unless it had more before and so few go down.

    Those join the last level who are too few for a box of their own.
    """
    before = [count for _, count in sorted(Counter(one.level for one in ends if not one.reason).items())]
    for number, level in enumerate(proposal.levels):
        sizes = [len(box) for box in level]
        assert max(sizes) - min(sizes) <= 1
        assert len(level) <= order.count_boxes(number)
        usual, old = (order.size + 1) * order.count_boxes(number), before[number] if number < len(before) else 0
        joined = SMALLEST_BOX - 1 if number == len(proposal.levels) - 1 else 0
        assert sum(sizes) <= max(usual, old) + joined


def check_order(proposal, ends, order):
    """Check that whoever was better in a box is not below the others of it, unless they had played too little."""
    level_of = {player: level for level, _, box in proposal.list_boxes() for player in box}
    boxes = {}
    for one in ends:
        if not one.reason:
            boxes.setdefault((one.level, one.letter), []).append(one)
    for box in boxes.values():
        for better, worse in pairwise(box):
            may_go_up = better.played >= order.least
            assert level_of[better.player] <= level_of[worse.player] or not may_go_up
