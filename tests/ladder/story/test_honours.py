"""Badges, records and lists, from a few matches written by hand. The rules are those that the page prints."""

from datetime import date

import pytest

from ladder.story.honours.badges import ALL_BADGES, list_in_reach
from ladder.story.honours.lists import HONOURS_LISTS, list_best
from ladder.story.honours.records import ALL_RECORDS
from ladder.story.walk import PlayerPast
from tests.ladder.story.histories import ANA, BEN, CEM, DEA, EVA, History, play_often


def earned(history, badge):
    """Return who has earned a badge, with the number of the match."""
    return {player: by.match for player, by in history.earn().badges[badge].items()}


def record_of(history, key):
    """Return a record as (text, whose, number of the match); None where nobody has it."""
    held = history.earn().records.get((key, "elo"))
    return held and (held.mark.text, tuple(held.mark.whose.split()), held.by.match)


def test_who_beats_the_odds_of_one_in_five_is_a_giant_killer():
    # 1,250 against 1,500: 1 / (1 + 10^(250/400)) = 19.2 %; 1,260: 20.1 %
    history = play_often(History(), ANA, BEN, 5, score=0.5)

    assert earned(history.give(Ana=1260, Ben=1500).play(ANA, BEN), "giant-killer") == {}
    assert earned(history.give(Ana=1250, Ben=1500).play(ANA, BEN), "giant-killer") == {ANA: 7}


def test_nobody_is_a_giant_killer_against_somebody_new():
    history = play_often(History(), ANA, BEN, 5, score=0.5).give(Ana=1200, Cem=1600).play(ANA, CEM)

    assert earned(history, "giant-killer") == {}


def test_ten_wins_in_a_row_need_four_opponents():
    alone = play_often(History(), ANA, BEN, 30)
    many = play_often(History(), ANA, BEN, 7).play(ANA, CEM).play(ANA, DEA)

    assert earned(alone, "unstoppable") == {}
    assert earned(many, "unstoppable") == {}
    assert earned(many.play(ANA, EVA), "unstoppable") == {ANA: 10}


def test_the_summit_is_a_place_above_seven_others():
    history = History()
    for player in range(11, 18):
        history.play(ANA, player)

    assert earned(history, "summit") == {ANA: 7}  # Ana is first all the time, of eight from the seventh match on


def test_a_reign_of_thirty_days_is_earned_when_the_leader_plays_again():
    history = History()
    for player in range(11, 18):
        history.play(ANA, player)

    assert earned(history.play(ANA, BEN, day=29), "long-reign") == {}
    assert earned(history.play(ANA, BEN, day=30), "long-reign") == {ANA: 9}


def test_fifty_matches_count_against_five_opponents():
    history = play_often(History(), ANA, BEN, 55, score=0.5)
    for player in (CEM, DEA, EVA, 9):
        history.play(ANA, player)

    assert earned(history, "half-century") == {ANA: 59}


def test_the_first_win_in_the_sixth_match_or_later_is_at_last():
    assert earned(play_often(History(), BEN, ANA, 4).play(ANA, BEN), "at-last") == {}
    assert earned(play_often(History(), BEN, ANA, 5).play(ANA, BEN), "at-last") == {ANA: 6}


def test_ten_weeks_make_a_regular():
    history = History()
    for week in range(10):
        history.play(ANA, BEN, day=7 * week).play(ANA, BEN, day=7 * week)

    assert earned(history, "regular") == {ANA: 19, BEN: 19}


def test_what_is_in_reach_is_what_is_nearest():
    past = PlayerPast(matches=43, weeks=9, opponents={*range(8)})

    badges = [(badge.key, count) for badge, count in list_in_reach(past, [])[:3]]

    assert badges == [("regular", 9), ("half-century", 43), ("sociable", 8)]


def test_the_biggest_upset_keeps_the_smallest_chance():
    history = play_often(History(), ANA, BEN, 5, score=0.5).give(Ana=1400, Ben=1600).play(ANA, BEN)

    # 1,300 against 1,500: 24.0 % as well; 1,500 against 1,600: 36.0 %
    history.give(Ana=1300, Ben=1500).play(ANA, BEN).give(Ana=1500, Ben=1600).play(ANA, BEN)

    assert record_of(history, "upset") == ("24.0% chance", (ANA, " over ", BEN), 6)


def test_the_longest_run_is_whose_came_first():
    history = play_often(play_often(History(), ANA, BEN, 3), CEM, DEA, 3)

    assert record_of(history, "run") == ("3 wins", (ANA,), 3)
    assert record_of(history.play(CEM, DEA), "run") == ("4 wins", (CEM,), 7)


def test_the_longest_reign_is_in_days_up_to_a_match():
    history = History().play(ANA, BEN).play(CEM, DEA, day=12).play(BEN, DEA, day=20)

    assert record_of(history, "reign") == ("20 days", (ANA,), 3)  # Cem is level from day 12, which ends no reign


def test_the_busiest_day_and_the_greatest_rivalry():
    history = play_often(History(), ANA, BEN, 2).play(ANA, CEM).play(ANA, CEM, day=1)

    assert record_of(history, "day") == ("3 matches", (ANA,), 3)
    assert record_of(history, "rivalry") == ("2 matches", (ANA, " and ", BEN), 2)


def test_the_highest_rating_counts_from_the_tenth_match_on():
    history = play_often(History(), ANA, BEN, 9, score=0.5)

    assert record_of(history, "rating") is None
    assert record_of(history.play(ANA, BEN), "rating") == ("1,516", (ANA,), 10)


def test_lists_are_by_week_month_and_year():
    # 1 January 2026 is a Thursday, day 4 the Monday after; day 31 is 1 February.
    history = History().play(ANA, BEN).play(ANA, CEM).play(BEN, CEM, day=4).play(CEM, DEA, day=31)
    spans = history.earn().tallies.spans
    both = ("month", date(2026, 1, 1)), ("all", None)
    played, won, gained, met = ([list_best(spans[span], one, 2) for span in both] for one in HONOURS_LISTS)

    assert played == [[(ANA, 2), (BEN, 2), (CEM, 2)], [(CEM, 3), (ANA, 2), (BEN, 2)]]
    assert won == [[(ANA, 2), (BEN, 1)], [(ANA, 2), (BEN, 1), (CEM, 1)]]
    assert met == [[(ANA, 2), (BEN, 2), (CEM, 2)], [(CEM, 3), (ANA, 2), (BEN, 2)]]
    assert [player for player, _ in gained[0]] == [ANA, BEN]  # Ben lost 16 and won a little more, against Cem above him
    assert {span for span in spans if span[0] == "week"} == {
        ("week", date(2025, 12, 29)),
        ("week", date(2026, 1, 5)),
        ("week", date(2026, 1, 26)),
    }


@pytest.mark.parametrize("one", [*ALL_BADGES, *ALL_RECORDS], ids=lambda one: one.key)
def test_every_honour_has_a_key_of_its_own(one):
    kind = ALL_BADGES if one in ALL_BADGES else ALL_RECORDS
    assert [other.key for other in kind].count(one.key) == 1
