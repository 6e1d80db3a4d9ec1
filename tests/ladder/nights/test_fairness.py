"""The figures of how fair a night was; as sentences they stand in test_past_night.py."""

from ladder.nights.history import Visit, count_opponents, count_partners
from ladder.nights.queries.fairness import count_repeated, find_nine_in_ten, list_waits
from tests.ladder.nights.scenario import build_game, build_night


def test_who_plays_rests_or_is_not_there_does_not_wait():
    """A rests from 5 to 10, plays from 14 to 20, goes at 27 and is back from 30; B plays on and then waits until 33."""
    visits = Visit("A", 0.0, went=27.0, rests=((5.0, 10.0),)), Visit("A", 30.0)
    games = build_game("AB CD", 14.0, 20.0), build_game("BC DE", 20.0, 31.0)
    night = build_night("BCDE", *games, now=33.0, visits=visits)
    assert list_waits(night, "A") == [5.0, 4.0, 7.0, 3.0]
    assert list_waits(night, "B") == [14.0, 2.0]


def test_who_rests_until_further_notice_waits_no_more():
    night = build_night("", now=33.0, visits=(Visit("A", 0.0, rests=((6.0, None),)),))
    assert list_waits(night, "A") == [6.0]


def test_partners_and_opponents_are_repeated_from_their_second_time_on():
    """A and B are partners twice, of six pairs; A and D, and B and C, are opponents twice, of twelve meetings."""
    games = build_game("AB CD"), build_game("AB EF"), build_game("AC BD")
    assert (count_repeated(count_partners(games)), count_partners(games).total()) == (1, 6)
    assert (count_repeated(count_opponents(games)), count_opponents(games).total()) == (2, 12)


def test_nine_in_ten_are_not_above_the_ninth_of_ten():
    assert [find_nine_in_ten(range(1, count + 1)) for count in (1, 2, 9, 10, 11, 20)] == [1, 2, 9, 9, 10, 18]
