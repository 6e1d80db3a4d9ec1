"""The sheets of seven box leagues (docs/house-rules.md), each as settings, and played by its members.

All tables are worked out on paper from what the sheet says: each match with its points, then the sums.
"""

from datetime import date

import pytest

from ladder.boxes.queries.next_boxes import find_cycle_end
from tests.ladder.boxes.scenario import BoxScenario
from tests.ladder.house_rules.printed_sheets import check_sheet_of_boxes

pytestmark = pytest.mark.django_db


@pytest.fixture
def start(time_machine):
    """A function that starts the ladder of a sheet, with rules that are those of its row in the documentation."""

    def start_sheet(number, members, **rules):
        club = BoxScenario(time_machine, members, **rules)
        check_sheet_of_boxes(number)
        club.make_boxes()
        return club

    return start_sheet


def test_b1_stopped_matches_and_two_who_go_up(start):
    """6-1, 5-2, 4-3; stopped at 2-0: 5-2, at 2-1 or 1-0: 4-3, level: 3.5 each; forfeit 6-0; injured: as it stood.

    Level: the match between them, then wins. The first goes up, the second too if there is room; the last two go down.
    """
    club = start("B1", "ABCDEFGH", variant="best-of-five", box_size=4, box_up=1, box_down=2)
    club.play(
        "A 3-0 B",  # A 6, B 1
        "A 3-2 C",  # A 4, C 3
        "D w/o A",  # D 6, A 0
        "B 3-1 C",  # B 5, C 2
        "B 2-0 D stopped",  # B 5, D 2
        "C 1-0 D stopped",  # C 4, D 3
    )
    # A 6+4+0 = 10, B 1+5+5 = 11, C 3+2+4 = 9, D 6+2+3 = 11. B and D are level; in their match B had 5 and D 2.
    club.play(
        "E 2-0 F stopped",  # E 5, F 2
        "F 2-0 G stopped",  # F 5, G 2
        "G 3-1 E",  # G 5, E 2
        "E 2-0 H stopped",  # E 5, H 2
        "F 3-1 H",  # F 5, H 2
        "G 11-5,11-7 H retired",  # H is injured, so it counts as it stood: G 5, H 2
    )
    # E 5+2+5, F 2+5+5 and G 2+5+5 are 12 each; H 2+2+2 = 6. In the matches among the three each has 7.
    # Wins: G 2 (E and H), F 1 (H), E 0.
    assert club.read_boxes() == {"Box 1": "B 11, D 11, A 10, C 9", "Box 2": "G 12, F 12, E 12, H 6"}
    assert (club.read_zones("Box 1"), club.read_zones("Box 2")) == ("down A C", "up G F")
    # Two go down, so there is room for the second, too.
    assert club.list_next() == {"Box 1": "BDGF", "Box 2": "ACEH"}
    assert club.list_reasons()["F"] == "up: 2nd of 4 in Box 2, and there is room above"
    club.end_cycle()
    assert club.read_boxes() == {"Box 1": "B 0, D 0, G 0, F 0", "Box 2": "A 0, C 0, E 0, H 0"}


def test_b2_two_up_two_down_and_a_pause(start):
    """1 for playing, 1 for each game, 1 for the win; forfeit 5 to the winner; two up, two down.

    Level: the match between them, then matches won, then fewest games lost. Who pauses tells it before.
    """
    club = start("B2", "ABCDEFGH", variant="sum", box_size=4, box_up=2, box_down=2)
    club.play(
        "A 3-0 B",  # A 1+3+1 = 5, B 1
        "A 3-2 C",  # A 5, C 1+2 = 3
        "A 3-1 D",  # A 5, D 1+1 = 2
        "B 3-2 C",  # B 5, C 3
        "B w/o D",  # B 5, D 0
        "C 3-0 D",  # C 5, D 1
    )
    # A 15, B 1+5+5 = 11, C 3+3+5 = 11, D 2+0+1 = 3. B and D are level with none; B beat C, 5 to 3.
    club.play(
        "E 3-2 F",  # E 5, F 3
        "F 3-0 G",  # F 5, G 1
        "G 3-2 E",  # G 5, E 3
        "H 3-2 E",  # H 5, E 3
        "H 3-2 F",  # H 5, F 3
        "G w/o H",  # G 5, H 0
    )
    # E 5+3+3 = 11, F 3+5+3 = 11, G 1+5+5 = 11, H 10. Among the three: E 5+3 = 8, F 3+5 = 8, G 1+5 = 6, so G is third.
    # Of E and F, who are left, E won their match.
    assert club.read_boxes() == {"Box 1": "A 15, B 11, C 11, D 3", "Box 2": "E 11, F 11, G 11, H 10"}
    club.wait_until(date(2026, 3, 30))
    club.pause("H", date(2026, 4, 20))
    assert club.list_next() == {"Box 1": "ABEF", "Box 2": "CDG"}
    assert club.list_reasons()["H"] == "out: sits out"
    club.end_cycle()
    assert club.read_boxes() == {"Box 1": "A 0, B 0, E 0, F 0", "Box 2": "C 0, D 0, G 0"}


def test_b3_stopped_matches_and_boxes_of_five_or_six(start):
    """As B2; stopped: 1 each and 1 a game; claimed after three offers: 4; boxes of 5 or 6, five or six weeks."""
    club = start("B3", "ABCDEFGHIJK", variant="sum-claimed", box_size=5, cycle_weeks=5, box_offers=3)
    assert club.read_boxes()["Box 2"] == "F 0, G 0, H 0, I 0, J 0, K 0"  # 11 are a box of 5 and one of 6
    club.play(
        "A 2-1 B stopped",  # A 1+2 = 3, B 1+1 = 2
        "C w/o D",  # C 5, D 0
        "D 3-1 E",  # D 5, E 2
        "B 1-1 E stopped",  # B 2, E 2
        "C 3-2 E",  # C 5, E 3
        "F 1-0 G stopped",  # F 2, G 1
    )
    # A 3, B 2+2 = 4, C 5+5 = 10, D 5, E 2+2+3 = 7
    assert club.read_boxes() == {
        "Box 1": "C 10, E 7, D 5, B 4, A 3",
        "Box 2": "F 2, G 1, H 0, I 0, J 0, K 0",
    }
    assert club.claim("A", "C") == ""
    assert club.read_boxes()["Box 1"] == "C 10, A 7, E 7, D 5, B 4"  # A 3+4; A and E did not play: A won one, as E none
    assert find_cycle_end(date(2026, 4, 6), club.season.ladder.cycle_weeks) == date(2026, 5, 10)


def test_b4_wins_first_and_two_boxes_side_by_side(start):
    """7-1, 6-2, 5-3; wins first, then points, then the match between them; two up, one each from 2A and 2B; two down.

    Up only with 3 matches or more; with fewer out of the next month; first of 2A is 6th, first of 2B 7th and so on.
    """
    club = start(
        "B4",
        "ABCDEFGHIJKLMNO",
        variant="wins-first",
        box_size=5,
        box_parallel=2,
        box_up=1,
        box_down=2,
        box_least=3,
        box_stay=3,
        cycle_weeks=4,
    )
    assert club.read_boxes() == {
        "Box 1": "A 0, B 0, C 0, D 0, E 0",
        "Box 2A": "F 0, H 0, J 0, L 0, N 0",
        "Box 2B": "G 0, I 0, K 0, M 0, O 0",
    }
    club.play(
        "A 3-2 B",  # A 5, B 3
        "A 3-2 C",  # A 5, C 3
        "A 3-2 D",  # A 5, D 3
        "E 3-0 A",  # E 7, A 1
        "E 3-2 B",  # E 5, B 3
        "B 3-0 C",  # B 7, C 1
        "B 3-0 D",  # B 7, D 1
        "C 3-1 D",  # C 6, D 2
        "C 3-1 E",  # C 6, E 2
        "D 3-1 E",  # D 6, E 2
    )
    # Wins: A 3, B 2, C 2, E 2, D 1. Points: A 5+5+5+1 = 16, B 3+3+7+7 = 20, C 3+1+6+6 = 16, D 3+1+2+6 = 12,
    # E 7+5+2+2 = 16. So A, then B, and of C and E, who are level in both, C won their match; then D.
    club.play(
        "F 3-0 H",  # F 7, H 1
        "F 3-0 J",  # F 7, J 1
        "F 3-0 L",  # F 7, L 1
        "H 3-1 J",  # H 6, J 2
        "H 3-1 L",  # H 6, L 2
        "J 3-0 N",  # J 7, N 1
        "L 3-1 N",  # L 6, N 2
    )
    # 2A. Wins: F 3, H 2, J 1, L 1, N 0. Points: F 21, H 1+6+6 = 13, J 1+2+7 = 10, L 1+2+6 = 9, N 3.
    club.play(
        "G 3-0 I",  # G 7, I 1
        "G 3-0 K",  # G 7, K 1
        "I 3-1 K",  # I 6, K 2
        "I 3-1 M",  # I 6, M 2
        "M 3-2 K",  # M 5, K 3
        "M 3-1 O",  # M 6, O 2
        "K 3-0 O",  # K 7, O 1
    )
    # 2B. Wins: G 2, I 2, M 2, K 1, O 0. Points: G 14, I 1+6+6 = 13, M 2+5+6 = 13, K 1+2+3+7 = 13, O 3. I beat M.
    assert club.read_boxes() == {
        "Box 1": "A 16, B 20, C 16, E 16, D 12",
        "Box 2A": "F 21, H 13, J 10, L 9, N 3",
        "Box 2B": "G 14, I 13, M 13, K 13, O 3",
    }
    # G, N and O played two matches, so they are out, and I is the first of 2B. F and I go up, E and D down: they are
    # 6th and 7th, and those who stay follow in turns: H, M, J, K, L.
    assert club.list_next() == {"Box 1": "ABCFI", "Box 2A": "EHJL", "Box 2B": "DMK"}
    reasons = club.list_reasons()
    assert {name for name, said in reasons.items() if said.startswith("out: ")} == set("GNO")
    assert reasons["G"] == "out: played 2, and 3 are asked to stay in"


def test_b5_whole_games_only(start):
    """Whole games only, to 15, best of five; the first goes up, the last down; the organiser may move more."""
    club = start(
        "B5",
        "ABCDEF",
        rule="best of 5 games to 15",
        options={"playing": "0", "game": "1", "win": "0", "draws": "no", "full_game": "15"},
        box_size=3,
    )
    club.play(
        "A 15-8,15-9,15-12 B",  # A 3, B 0
        "A 15-13,9-15,7-4 C stopped",  # A 1, C 1: the third game is not whole
        "B 15-10,10-15,15-10,10-15,15-10 C",  # B 3, C 2
        "D 3-0 E",  # D 3
        "D 3-0 F",  # D 3
        "E 3-0 F",  # E 3
    )
    # A 4, B 3, C 3: B won the match against C.
    assert club.read_boxes() == {"Box 1": "A 4, B 3, C 3", "Box 2": "D 6, E 3, F 0"}
    assert club.list_next() == {"Box 1": "ABD", "Box 2": "CEF"}
    club.end_cycle("up E", "up E")  # past C, and into Box 1
    assert club.read_boxes() == {"Box 1": "A 0, B 0, D 0, E 0", "Box 2": "C 0, F 0"}


def test_b6_one_set_to_nine(start):
    """One set to 9; 2 for a win; 1 each if they agree that it can't be finished; forfeit 9-0 and 2; three months."""
    club = start(
        "B6",
        "ABCDEF",
        rule="one set to 9",
        variant="one-set",
        last=date(2026, 5, 31),
        box_size=3,
        cycle_weeks=13,
    )
    club.play(
        "A 9-7 B",  # A 2, B 0
        "B 9-8 C",  # B 2, C 0
        "C 6-2 A stopped",  # 1 each, whoever is ahead
        "D 9-5 E",  # D 2, E 0
        "E w/o F",  # E 2, F 0
    )
    # A 2+1 = 3, B 2, C 1. D 2 and E 2: D won their match.
    assert club.read_boxes() == {"Box 1": "A 3, B 2, C 1", "Box 2": "D 2, E 2, F 0"}


def test_b7_forfeits_and_points_conceded(start):
    """Any of these; level: fewer points by forfeit, then fewest points conceded (of a year's cycles, in a box here)."""
    club = start(
        "B7",
        "ABCDEFGH",
        rule="one set to 9",
        variant="one-set",
        options={"level_1": "forfeit_points", "level_2": "conceded", "level_3": "none"},
        box_size=4,
    )
    club.play(
        "A w/o D",  # A 2, by forfeit
        "A 9-0 B",
        "C 9-1 A",
        "B 9-6 C",
        "B 9-2 D",
        "C 9-4 D",
    )
    # A, B and C have 4 each. By forfeit A has 2 of them, so A is third. Conceded: B 9+6+2 = 17, C 1+9+4 = 14.
    club.play(
        "E w/o F",  # E 2, by forfeit; F concedes 9
        "F 9-8 G",
        "F 9-8 H",
        "G 9-0 E",
        "G 9-8 H",
        "E 9-8 H",
    )
    # E, F and G have 4 each. E has 2 by forfeit. Conceded: F 9 by forfeit, 8 and 8 = 25, G 9+0+8 = 17.
    assert club.read_boxes() == {"Box 1": "C 4, B 4, A 4, D 0", "Box 2": "G 4, F 4, E 4, H 0"}


def test_who_withdraws_is_last_and_makes_room(start):
    """B1, whose box of five one leaves, of whom no match counts: three come up, so that the box is full."""
    club = start("B1", "ABCDEFGHIJ", variant="best-of-five", box_size=5, box_up=1, box_down=2)
    club.play("A 3-0 B", "A 3-0 C", "B 3-0 C", "D 3-0 C", "F 3-0 G", "G 3-0 H", "G 3-1 I", "A 3-0 E")
    # A 6+6+6 = 18, B 1+6 = 7, C 1+1+1 = 3, D 6, E 1; with E's matches struck A has 12.
    club.withdraw("E", "struck")
    assert club.read_boxes()["Box 1"] == "A 12, B 7, D 6, C 3, E 0"
    # F 6, G 1+6+5 = 12, H 1, I 2, J 0
    assert club.read_boxes()["Box 2"] == "G 12, F 6, I 2, H 1, J 0"
    assert club.list_reasons()["E"] == "out: withdrew"
    assert club.list_reasons()["D"] == "down: 3rd of 5 in Box 1"
    # D and C, who are the last two, go down; A and B stay, so there is room for G, F and I.
    assert club.list_next() == {"Box 1": "ABGFI", "Box 2": "DCHJ"}


def test_l8_points_of_a_ladder(time_machine):
    """2 for playing, 3 a set won, 2 more for beating somebody higher, 3 for a forfeit or when the other retires.

    3 to a loser who won a set, which are those for the set.
    """
    club = BoxScenario(
        time_machine, "ABCDE", rule="best of 3 sets to 6, 2 clear", variant="for-a-ladder", box_size=5, cycle_weeks=8
    )
    club.make_boxes()
    club.play(
        "A 2-0 B",  # A 2+3+3 = 8, B 2
        "B 2-1 C",  # B 2+3+3 = 8, and nobody is higher: C has 0; C 2+3 = 5. B 10, C 5
        "C 2-0 A",  # C 2+3+3+2 = 10, for A had 8 and C 5; A 2. C 15, A 10
        "D w/o A",  # D 3, A 0
        "E 6-4,2-1 D retired",  # E 3, and D nothing
        "E 2-0 B",  # E 2+3+3+2 = 10, for B had 10 and E 3; B 2. E 13, B 12
    )
    assert club.read_boxes() == {"Box 1": "C 15, E 13, B 12, A 10, D 3"}
