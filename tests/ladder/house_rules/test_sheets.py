"""The sheets of nineteen ladders (docs/house-rules.md), each as settings, and played by its members in time.

The orders in the comments are worked out on paper, from what the sheet says.
"""

import pytest

from ladder.pages.options import OWN
from tests.ladder.house_rules.printed_sheets import (
    COLUMNS,
    COLUMNS_OF_BOXES,
    NAME,
    OF_A_SEASON,
    OPTIONS,
    OPTIONS_OF_BOXES,
    PAGE,
    check_sheet,
    list_rows,
)
from tests.ladder.house_rules.scenario import Scenario

pytestmark = pytest.mark.django_db
NOBODY_IS_HERE = "Challenges are made on club nights, among those who are here. Nobody is here now."
ON_ONE_EVENING = {"played": OWN, "play_days": 1, "grace_days": 0, "if_unplayed": "off"}
A_NO_IS_LOST_THAT_EVENING = {
    "reply": OWN,
    "answer_days": 1,
    "if_unanswered": "lost",
    "option_rates_walkovers": "yes",
}


@pytest.fixture
def start(time_machine):
    """A function that starts the ladder of a sheet, with rules that are those of its row in the documentation."""

    def start_sheet(number, members, **rules):
        club = Scenario(time_machine, members, **rules)
        check_sheet(number)
        return club

    return start_sheet


def test_l1_two_free_challenges_and_one_new_date(start):
    """4 up, in the top ten 3; two free challenges; 3 days, then lost; 7 days and one new date within 7, then lost."""
    club = start(
        "L1",
        "ABCDEFGHIJKL",
        reach="top",
        newcomers="two",
        reply="three",
        played="seven",
        postpone_days=7,
        win="take",
        defence="nothing",
        again="fortnight",
    )
    assert (club.list_reached("L"), club.list_reached("J")) == ("HIJK", "GHI")
    club.join("N")
    club.play("N", "A", winner="A")
    assert club.read_order() == "ABCDEFGHIJKLN"  # none won so far: the bottom
    assert club.challenge("N", "E") == ""
    club.wait(days=2)
    assert club.read_order() == "ABCDEFGHIJKLN"
    club.wait(days=1)
    assert club.read_order() == "ABCDNEFGHIJKL"  # E has not answered, so N takes the fifth place
    assert club.list_reached("N") == "BCD"  # no free challenge is left, and N is in the top ten
    assert club.challenge("K", "G") == club.accept("K", "G") == ""  # 12th and 8th
    assert club.postpone("G", "K") == ""
    assert club.postpone("K", "G") == "The last day of this challenge was moved already."
    club.wait(days=13)
    assert club.read_order() == "ABCDNEFGHIJKL"
    club.wait(days=1)
    assert club.read_order() == "ABCDNEFKGHIJL"  # not played in 7 days and 7 more: K takes the eighth place
    club.play("L", "G", winner="G")
    assert club.read_order() == "ABCDNEFKGHIJL"  # the defender won: nothing
    assert club.challenge("L", "G") == "You met today, limit 14 days."


def test_l2_directly_above_and_breaks_that_cost_the_place(start):
    """4 up or down; one free challenge; 2 weeks, then lost; goes directly above; 4 weeks, 2 open; breaks of 30 days."""
    club = start(
        "L2",
        "ABCDEFGH",
        reach="four-either",
        newcomers="one",
        reply="fourteen",
        win="take",
        defence="nothing",
        again="month",
        most_challenges=2,
        breaks="bottom",
    )
    club.play("H", "E")
    assert club.read_order() == "ABCDHEFG"  # 1 to 4, then 8th, 5th, 6th and 7th
    assert club.challenge("H", "E") == "You met today, limit 28 days."
    assert club.challenge("G", "F") == club.decline("G", "F") == ""
    assert club.read_order() == "ABCDHEGF"  # F gave it up at once, so G goes directly above
    assert club.challenge("E", "B") == club.challenge("E", "G") == ""  # 6th: four up, and one down
    assert club.challenge("E", "F") == "You have 2 open challenges, limit 2."
    club.withdraw("E", "G")
    club.wait(days=13)
    assert club.read_order() == "ABCDHEGF"
    club.wait(days=1)
    assert club.read_order() == "AEBCDHGF"  # two weeks without an answer
    club.join("N")
    club.play("N", "A", winner="A")
    assert club.read_order() == "AEBCDHGFN"  # the free challenge was lost: the bottom
    assert club.list_reached("N") == "DFGH"
    assert club.sit_out("C", 30) == club.sit_out("D", 60) == ""
    club.wait(days=30)
    assert club.read_order() == "AEBCDHGFN"
    club.wait(days=1)
    assert club.read_order() == "AEBCHGFND"  # more than 30 days: the bottom


def test_l3_swaps_and_a_week_of_rest(start):
    """2 up; a reminder after 2 days; decided after 7 days; swap; the defender: nothing; 1 open at a time.

    Down one after 14 days, the first exempt; a week of rest, then back by itself.
    """
    club = start(
        "L3",
        "ABCDEFGH",
        reach="two",
        newcomers="one",
        reply=OWN,
        answer_days=3,
        played="seven",
        win="swap",
        defence="nothing",
        most_challenges=1,
        idle="fourteen",
        breaks="week",
    )
    club.play("F", "D")
    assert club.read_order() == "ABCFEDGH"
    assert club.challenge("E", "F") == ""
    assert club.challenge("E", "C") == "You have 1 open challenge, limit 1."
    club.wait(days=1)
    assert club.count_reminders("F") == 0
    club.wait(days=1)
    assert club.count_reminders("F") == 1
    assert club.accept("E", "F") == ""
    assert club.challenge("D", "F") == "Has 1 open challenge, limit 1."
    club.wait(days=7)
    assert club.read_order() == "ABCEFDGH"  # 11 March: not played in a week, so E and F swap
    assert "a break is at most 7 days" in club.sit_out("B", 8)
    assert club.sit_out("B", 7) == ""
    club.wait(days=5)
    assert club.read_order() == "ABCEFDGH"
    club.wait(days=1)
    # 17 March. Nobody but E has played for 14 days. A is exempt, B rests, and C goes down one, behind E.
    # F, D, G and H have nobody below them who played.
    assert club.read_order() == "ABECFDGH"
    assert club.challenge("C", "B") == "Sits out until 18 March."
    club.wait(days=1)
    assert club.challenge("C", "B") == ""  # back by itself
    club.join("N")
    assert club.list_reached("N") == "ABDEFGH"  # but for C, who has one open
    club.play("N", "D")
    assert club.read_order() == "ABECFNGHD"  # N came in ninth, and swaps with the sixth


def test_l4_a_day_of_grace_and_one_challenge_in_a_week(start):
    """3 up; one free challenge; 7 days and 1 of grace; swap; 10 days, 1 in 7; down one after 21 days; a day's break."""
    club = start(
        "L4",
        "ABCDEFGH",
        reach="three",
        newcomers="one",
        played=OWN,
        play_days=7,
        grace_days=1,
        if_unplayed="lost",
        option_rates_walkovers="yes",
        win="swap",
        defence="nothing",
        again=OWN,
        rematch_days=10,
        period_challenges=1,
        period_days=7,
        idle="spared",
        breaks=OWN,
        break_days=1,
    )
    club.play("H", "E")
    assert club.read_order() == "ABCDHFGE"
    assert club.challenge("H", "D") == "You made 1 challenge in 7 days, limit 1."
    club.wait(days=7)
    assert club.challenge("E", "H") == "You met 7 days ago, limit 10 days."
    club.wait(days=3)
    assert club.challenge("E", "H") == club.accept("E", "H") == ""
    club.wait(days=7)
    assert club.read_order() == "ABCDHFGE"
    club.wait(days=1)
    assert club.read_order() == "ABCDEFGH"  # 20 March, the day of grace is over: H and E swap
    club.wait(days=3)
    assert club.read_order() == "ABCDEFGH"
    club.wait(days=1)
    # 24 March. Nobody but E, who won on the 20th, has played for 21 days. A is exempt; B, C and D go down one, and E
    # goes up past them. F, G and H have nobody below them who played.
    assert club.read_order() == "AEBCDFGH"
    assert "a break is at most 1 day" in club.sit_out("F", 2)
    assert club.sit_out("F", 1) == ""
    club.join("N")
    assert club.list_reached("N") == "ABCDEGH"  # free, and F has a day off


def test_l5_two_matches_in_a_calendar_month(start):
    """48 hours, else lost; 7 days to play; fewer than 2 matches in a calendar month: down two."""
    club = start("L5", "ABCDEF", reply="two", play_days=7, win="take", idle="month")
    assert club.challenge("F", "C") == ""
    club.wait(days=1, hours=23)
    assert club.read_order() == "ABCDEF"
    club.wait(hours=1)
    assert club.read_order() == "ABFCDE"  # 48 hours without an answer
    club.wait(days=29)
    assert club.read_order() == "ABFCDE"  # 2 April; the ladder began in the middle of March
    for _ in range(2):
        club.play("B", "A", winner="A")
        club.play("E", "D", winner="D")
        club.wait(days=1)
    club.wait(days=26)
    assert club.read_order() == "ABFCDE"
    club.wait(days=1)
    assert club.read_order() == "ABDEFC"  # 1 May: F from the third place to the fifth, C from the fourth to the sixth


def test_l6_a_forfeit_in_a_pyramid(start):
    """Rows; one free challenge; 15 days and 5 of grace; takes the place; a forfeit: up one, the other below."""
    club = start(
        "L6",
        "ABCDEFGH",
        reach="rows",
        newcomers="one",
        played="grace",
        option_forfeit="below",
        win="take",
        defence="nothing",
    )
    assert club.list_reached("H") == "DEFG"  # the seventh and eighth are in the fourth row, those before in the third
    assert club.challenge("H", "E") == club.accept("H", "E") == ""
    club.wait(days=19)
    assert club.read_order() == "ABCDEFGH"
    club.wait(days=1)
    assert club.read_order() == "ABCDFGHE"  # the eighth is 7th, the fifth 8th, the former 6th 5th, the former 7th 6th
    assert club.challenge("D", "B") == club.accept("D", "B") == ""
    club.call_off("D", "B")  # B was excused
    club.wait(days=21)
    assert club.read_order() == "ABCDFGHE"
    assert club.challenge("E", "G") == club.withdraw("E", "G") == ""  # who challenged may cancel freely
    club.play("G", "B")
    assert club.read_order() == "AGBCDFHE"  # B gave up once it had begun, which is no forfeit: G takes the second place
    club.join("N")
    club.play("N", "A", winner="A")
    assert club.read_order() == "AGBCDFHEN"  # the free challenge was lost: the bottom


def test_l7_anybody_above(start):
    """Anybody above; on the list with the first match; no without a reason is not allowed; goes directly above."""
    club = start("L7", "ABCDEF", reach="above", reply="seven", win="take", defence="nothing")
    club.join("N")
    assert club.read_order() == "ABCDEF"
    assert (club.list_reached("F"), club.list_reached("A")) == ("ABCDE", "")
    assert club.challenge("F", "A") == club.decline("F", "A") == ""
    assert club.read_order() == "FABCDE"  # A said no without a reason
    assert club.challenge("E", "F") == ""
    club.call_off("E", "F")  # F had a reason
    club.wait(days=8)
    assert club.read_order() == "FABCDE"
    club.play("D", "B", winner="B")
    assert club.read_order() == "FABCDE"  # 3-0 for B, which moves nobody
    club.play("E", "A")
    assert club.read_order() == "FEABCD"  # E goes directly above A
    club.play("N", "C", winner="C")
    assert club.read_order() == "FEABCDN"


def test_l8_three_free_challenges_farther_up(start):
    """5 up, 3 down; three free challenges farther up in all; 7 days; 7 days until a rematch; 1 open at a time."""
    club = start(
        "L8",
        "ABCDEFGHIJ",
        reach="five-three",
        newcomers=OWN,
        free_challenges=3,
        free_for="everybody",
        play_days=7,
        again="week",
        most_challenges=1,
    )
    for other in "ABC":
        club.play("J", other, winner=other)
    assert club.list_reached("J") == "EFGHI"  # no free challenge is left, so five up
    assert club.challenge("J", "D") == "6 rungs apart, limit 5."
    assert club.challenge("J", "E") == ""
    assert club.challenge("J", "F") == "You have 1 open challenge, limit 1."
    club.accept("J", "E")
    club.report("J", "E")
    assert club.challenge("J", "E") == "You met today, limit 7 days."
    club.wait(days=7)
    assert club.list_reached("J") == "ABCDEFG"  # on the fifth place: four above, and three down
    assert club.list_reached("I") == "ABCDEFGHJ"  # I has three free challenges


def test_l9_who_has_played_nothing_challenges_anybody(start):
    """3 up; who has played nothing: anybody; unranked until they play; takes the place."""
    club = start("L9", "ABCDEF", reach="three", newcomers="one", win="take", defence="nothing")
    assert club.list_reached("F") == "CDE"
    club.join("N")
    assert club.read_order() == "ABCDEF"
    assert club.list_reached("N") == "ABCDEF"
    club.play("N", "A")
    assert club.read_order() == "NABCDEF"
    club.play("C", "N", winner="N")
    assert club.read_order() == "NABCDEF"


def test_l10_a_quarter_of_all_and_the_order_of_last_season(start):
    """About a quarter of all who are on the ladder; newcomers at the bottom; start as last season ended."""
    club = start("L10", "ABCDEFGH", reach="quarter", newcomers="none")
    assert club.list_reached("H") == "FG"  # a quarter of eight
    club.join("N")
    club.play("N", "G", winner="G")
    assert club.read_order() == "ABCDEFGHN"
    assert club.list_reached("N") == "FGH"  # a quarter of nine, rounded up
    club.play("H", "F")
    assert club.read_order() == "ABCDEHFGN"
    club.wait(days=1)
    club.begin_next_season("carry")
    assert club.read_order() == "ABCDEHFGN"
    assert club.list_reached("N") == "FGH"


def test_l11_a_place_in_the_lower_half_and_what_is_due(start):
    """3 up; a random place in the lower half; two weeks, unless 2 matches are due already, injured or away; late: lost.

    Takes the place that the other has when it is recorded; no match in 3 weeks: down one, the first exempt.
    """
    club = start(
        "L11",
        "ABCDEFGH",
        reach="three",
        newcomers="lot",
        reply="fourteen",
        exempt_accepted=2,
        win="take",
        defence="nothing",
        idle="spared",
        breaks="any",
    )
    assert club.challenge("H", "E") == club.accept("H", "E") == ""
    club.play("E", "B")
    assert club.read_order() == "AEBCDFGH"
    club.report("H", "E")
    assert club.read_order() == "AHEBCDFG"  # the place that E had by then
    assert club.challenge("D", "C") == club.accept("D", "C") == ""
    assert club.challenge("F", "C") == club.accept("F", "C") == ""
    assert club.challenge("G", "C") == "Has 2 matches to play, which is enough."
    club.give_walkover("D", "C")  # C came a quarter of an hour late
    assert club.read_order() == "AHEBDCFG"
    assert club.sit_out("B", 30) == ""
    assert club.challenge("D", "B") == "Sits out until 1 April."
    club.wait(days=8)
    club.play("G", "F", winner="F")
    club.wait(days=13)
    assert club.read_order() == "AHEBDCFG"
    club.wait(days=1)
    # 24 March. H, E, D and C have not played for three weeks: each goes down one. A is exempt, B is away.
    assert club.read_order() == "ABHEFDCG"
    club.join("N")
    club.play("N", "G")
    order = club.read_order()
    assert order.replace("N", "") == "ABHEFDCG"
    assert order.index("N") >= 4  # of nine places the fifth to the ninth by lot; from the ninth N beat the eighth


def test_l12_takes_the_place_and_one_match_a_week_is_enough(start):
    """3 up; 48 hours, must accept; a week; takes the place; not the same two until another; one a week is enough."""
    club = start(
        "L12",
        "ABCDE",
        reach="three",
        reply="two",
        play_days=7,
        win="take",
        defence="nothing",
        again="other",
        exempt_days=7,
    )
    assert club.list_reached("E") == "BCD"
    club.play("E", "B")
    assert club.read_order() == "AEBCD"
    assert club.challenge("B", "E") == "Play 1 other match first."
    assert club.challenge("D", "B") == "Played today, free of challenges for 7 days."
    assert club.challenge("B", "A") == ""
    club.wait(days=2)
    assert club.read_order() == "BAECD"  # A has not answered within 48 hours
    assert club.challenge("C", "A") == club.decline("C", "A") == ""
    assert club.read_order() == "BCAED"  # who must accept loses by a no
    assert club.challenge("E", "C") == club.accept("E", "C") == ""
    club.wait(days=6)
    assert club.claim_walkover("E", "C").startswith("You can close it as a walkover from ")
    club.wait(days=1)
    assert club.claim_walkover("E", "C") == ""
    assert club.read_order() == "BECAD"  # a week is over


def test_l13_rows_and_a_draw_that_brings_one_up(start):
    """Own row and the next one up, rows of 1, 2, 3, 4; bottom; takes the place; a draw: the lower directly below.

    Not the same two twice in a row, but for the second row.
    """
    club = start("L13", "ABCDEF", reach="rows", win="take", draw="below", defence="nothing", again="second-row")
    assert club.list_reached("E") == "BCDF"
    club.play("E", "B", drawn=True)
    assert club.read_order() == "ABECDF"  # E goes directly below B
    assert club.challenge("E", "B") == ""  # from the second row at once
    club.withdraw("E", "B")
    club.play("F", "C")
    assert club.read_order() == "ABEFCD"
    assert club.challenge("C", "F") == "Play 1 other match first."
    club.play("D", "C", winner="C")
    assert club.read_order() == "ABEFCD"
    assert club.challenge("C", "F") == ""
    club.join("N")
    club.play("N", "D", winner="D")
    assert club.read_order() == "ABEFCDN"


def test_l14_once_a_night(start):
    """3 up of those who are here; here and free: must, else down one; tonight; goes directly above; a draw: up one.

    Once a night.
    """
    club = start(
        "L14",
        "ABCDEF",
        reach="three-here",
        exempt_accepted=1,
        win="take",
        draw="up",
        defence="nothing",
        again=OWN,
        rematch_days=1,
        **A_NO_IS_LOST_THAT_EVENING,
        **ON_ONE_EVENING,
    )
    assert club.challenge("F", "C") == NOBODY_IS_HERE
    club.begin_night("ABEF")
    assert club.list_reached("F") == "ABE"  # the third, the second and the first of those who are here
    club.tick_in("CD")
    assert club.list_reached("F") == "CDE"
    club.play("F", "C")
    assert club.read_order() == "ABFCDE"
    assert club.challenge("C", "F") == "You met today, limit 1 day."
    club.play("E", "C", drawn=True)
    assert club.read_order() == "ABFCED"  # the sixth is fifth
    club.play("D", "E", drawn=True)
    assert club.read_order() == "ABFCED"  # directly below already
    assert club.challenge("E", "C") == "You met today, limit 1 day."
    assert club.challenge("E", "F") == club.decline("E", "F") == ""
    assert club.read_order() == "ABEFCD"  # F must, and goes down one
    assert club.challenge("D", "C") == club.accept("D", "C") == ""
    club.wait(days=1)
    assert club.read_order() == "ABEFCD"  # not played that night: it is off
    assert club.challenge("C", "F") == NOBODY_IS_HERE
    club.begin_night("FC")
    assert club.challenge("C", "F") == ""


def test_l15_swap_also_by_forfeit(start):
    """3 up; a finished game: bottom rung; must, else it counts as lost; tonight; swap, also by forfeit.

    A draw: nothing; one game with another in between.
    """
    club = start(
        "L15",
        "ABCDEF",
        reach="three",
        win="swap",
        draw="nobody",
        defence="nothing",
        again="other",
        **A_NO_IS_LOST_THAT_EVENING,
        **ON_ONE_EVENING,
    )
    club.play("F", "C")
    assert club.read_order() == "ABFDEC"
    assert club.challenge("C", "F") == "Play 1 other match first."
    assert club.challenge("E", "B") == club.decline("E", "B") == ""
    assert club.read_order() == "AEFDBC"  # the second and the fifth swap
    club.play("D", "A", drawn=True)
    assert club.read_order() == "AEFDBC"
    club.join("N")
    club.play("N", "C", winner="C")
    assert club.read_order() == "AEFDBCN"
    assert club.challenge("C", "F") == ""


def test_l16_the_defender_goes_up(start):
    """5 either way of those who are here; on a ladder night a no gives the place away; tonight; takes the place.

    A draw: lower up one, neighbours swap. The defender wins: up one; not within 2 games.
    """
    club = start(
        "L16",
        "ABCDEFGH",
        reach="five-here",
        win="take",
        draw="pass",
        defence="up",
        again="others",
        **A_NO_IS_LOST_THAT_EVENING,
        **ON_ONE_EVENING,
    )
    club.begin_night("ACEFGH")
    assert club.list_reached("A") == "CEFGH"  # of those who are here the second to the sixth
    club.tick_in("BD")
    assert club.list_reached("A") == "BCDEF"
    club.play("E", "C", winner="C")
    assert club.read_order() == "ACBDEFGH"  # the third is second
    assert club.challenge("E", "C") == "Play 2 other matches first."
    club.play("G", "D", drawn=True)
    assert club.read_order() == "ACBDEGFH"  # the seventh goes up one
    club.play("H", "F", drawn=True)
    assert club.read_order() == "ACBDEGHF"  # neighbours swap
    assert club.challenge("F", "E") == club.decline("F", "E") == ""
    assert club.read_order() == "ACBDFEGH"  # E gives the place away
    club.play("G", "C")
    assert club.read_order() == "AGCBDFEH"
    club.wait(days=1)
    assert club.challenge("H", "E") == NOBODY_IS_HERE  # on other days there is nothing to refuse


def test_l17_directly_below_after_a_draw(start):
    """4 up; refusing counts as lost, unless busy or less than 20 minutes are left; tonight; takes the place.

    A draw: directly below the defender; not two games in a row; absent from two sessions in a row: down one.
    """
    club = start(
        "L17",
        "ABCDEFGH",
        reach="four",
        exempt_accepted=1,
        exempt_minutes=20,
        win="take",
        draw="below",
        defence="nothing",
        again="other",
        idle=OWN,
        option_idle_days=14,
        option_idle_by="days",
        **A_NO_IS_LOST_THAT_EVENING,
        **ON_ONE_EVENING,
    )
    club.begin_night("ABCDEFGH")  # from 18:00 to 23:00
    club.wait(hours=4, minutes=40)
    assert club.challenge("G", "C") == "The club night ends at 23:00. In its last 20 minutes nobody can be challenged."
    club.wait(hours=4)  # it is closed by then
    club.play("G", "C", drawn=True)
    assert club.read_order() == "ABCGDEFH"  # the third stays, the seventh is fourth, 4th to 6th go down one
    assert club.challenge("G", "C") == "Play 1 other match first."
    assert club.challenge("H", "D") == club.decline("H", "D") == ""
    assert club.read_order() == "ABCGHDEF"
    assert club.challenge("F", "H") == club.accept("F", "H") == ""
    assert club.challenge("E", "H") == "Has 1 match to play, which is enough."
    club.report("H", "F")
    club.wait(days=7)
    for challenger, other in ("BA", "HG", "FE", "CA"):  # a session without D
        club.play(challenger, other, winner=other)
    club.wait(days=7)
    assert club.read_order() == "ABCGHDEF"  # the second one without D
    club.wait(days=1)
    assert club.read_order() == "ABCGHEDF"


def test_l18_the_places_of_the_morning_swap(start):
    """A number up; should not be refused; swap, all games of a day move at its end, in their order.

    Who lost: another first.
    """
    club = start("L18", "ABCDEFGHIJ", reach=OWN, challenge_reach=4, win="morning", defence="nothing", again="other")
    assert club.challenge("F", "B") == club.accept("F", "B") == ""
    assert club.challenge("J", "F") == club.accept("J", "F") == ""
    club.report("F", "B")
    club.wait(minutes=30)
    club.report("J", "F")
    assert club.read_order() == "AFCDEJGHIB"  # who was second ends tenth
    club.wait(days=1)
    assert club.challenge("E", "C") == club.decline("E", "C") == ""
    assert club.read_order() == "AFCDEJGHIB"  # it should not be refused, but that costs nothing
    club.play("D", "C")
    assert club.read_order() == "AFDCEJGHIB"
    assert club.challenge("C", "D") == "Play 1 other match first."


def test_l19_refusing_counts_as_lost_unless_in_a_game(start):
    """3 up; bottom; refusing counts as lost, unless in a game; takes the place; a draw: directly below."""
    club = start(
        "L19",
        "ABCDEF",
        reach="three",
        exempt_accepted=1,
        win="take",
        draw="below",
        defence="nothing",
        **A_NO_IS_LOST_THAT_EVENING,
    )
    club.play("F", "C")
    assert club.read_order() == "ABFCDE"
    club.play("E", "C", drawn=True)
    assert club.read_order() == "ABFCED"
    assert club.challenge("D", "F") == club.decline("D", "F") == ""
    assert club.read_order() == "ABDFCE"
    assert club.challenge("E", "F") == club.accept("E", "F") == ""
    assert club.challenge("C", "F") == "Has 1 match to play, which is enough."
    club.report("F", "E")
    assert club.read_order() == "ABDFCE"
    club.join("N")
    club.play("N", "E", winner="E")
    assert club.read_order() == "ABDFCEN"


def test_what_most_clubs_share(start):
    """3 up; one free challenge; 7 days to answer and 14 to play, then lost; reminders; 14 days; breaks of 30 days."""
    club = start("Usual", "ABCDEF", page="?preset=usual")
    assert club.list_reached("F") == "CDE"
    assert club.challenge("F", "C") == ""
    reminders = []
    for _ in range(7):
        reminders.append(club.count_reminders("C"))
        club.wait(days=1)
    assert reminders == [0, 0, 0, 0, 0, 1, 2]  # two days before the last, and one
    assert club.read_order() == "ABFCDE"
    assert club.challenge("D", "B") == club.accept("D", "B") == ""
    club.wait(days=13)
    assert club.read_order() == "ABFCDE"
    club.wait(days=1)
    assert club.read_order() == "ADBFCE"  # not played in 14 days
    club.play("C", "F", winner="F")
    assert club.challenge("C", "F") == "You met today, limit 14 days."
    club.join("N")
    club.play("N", "A", winner="A")
    assert club.read_order() == "ADBFCEN"
    assert club.list_reached("N") == "CEF"
    assert club.sit_out("A", 31) != ""
    assert club.sit_out("A", 30) == ""


def test_every_setting_that_the_page_names_exists_and_each_sheet_has_a_row():
    of_ladders, of_boxes = [f"L{number}" for number in range(1, 20)], [f"B{number}" for number in range(1, 8)]
    assert list(list_rows()) == [*of_ladders, "Usual", *of_boxes]
    named = set(NAME.findall(PAGE))
    assert len(named) > 60
    known = (COLUMNS, OPTIONS, OF_A_SEASON, COLUMNS_OF_BOXES, OPTIONS_OF_BOXES)
    assert named - {name for names in known for name in names} - {"box_"} == set()
