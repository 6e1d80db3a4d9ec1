"""The figures at the head of a profile."""

from ladder.profiles.queries.career import CareerStart
from ladder.profiles.queries.summary import build_summary, find_peak
from ladder.ratings import Counts, Rating
from tests.ladder.profiles.careers import career, edited


def figures(career):
    return {one.label: f"{one.text} {one.note}".strip() for one in build_summary(career).figures}


def test_the_peak_is_the_first_of_equal_ones():
    assert find_peak(career(5, 9, 3, 9)).key == 1


def test_provisional_ratings_are_no_peak_once_there_are_others():
    assert find_peak(career(1600, 1400, 1450, options={"provisional_until": 2})).key == 2
    assert find_peak(career(1600, 1400, options={"provisional_until": 9})).key == 0


def test_a_backgammon_player_has_streak_record_and_experience():
    assert figures(career(1805, 1810, 1806, start=1800)) == {
        "Rating": "1,806",
        "Last match": "−4",
        "Peak, 2 Jan": "1,810",
        "Streak": "1 loss",
        "Longest streak": "2 wins",
        "Won": "2 of 3",
        "Experience": "3",
    }


def test_what_was_brought_into_the_season_is_named_beside_it():
    mine = career(1805)._replace(start=CareerStart(Rating(1800), Counts(played=10, won=6, drawn=1, lost=3), "given"))
    assert figures(mine)["Won"] == "1 of 1 this season"
    assert figures(mine)["Before this season"] == "10 matches: 6 won, 1 drawn, 3 lost"
    assert "Drawn" not in figures(mine)


def test_battles_count_the_deaths():
    mine = edited(career(1, 1, system="warlocks-score", scores=(1.0, 0.0)), 1, exit="dead")
    assert (figures(mine)["Won"], figures(mine)["Died"]) == ("1 of 2", "1")


def test_tournaments_have_no_streak():
    mine = edited(career(30, system="tournament-points", scores=(1.0,)), 0, place=1)
    assert {"Streak", "Longest streak", "Experience"}.isdisjoint(figures(mine))


def test_before_the_first_match_there_is_only_what_was_brought():
    assert figures(career(start=1800)) == {"Rating": "1,800", "Won": "0 of 0", "Experience": "0"}
