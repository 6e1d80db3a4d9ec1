"""What follows from a night so far: who waits, and what would be an even part for them."""

import pytest

from ladder.nights.history import Court, Visit, find_waits, list_attendees, list_free_courts, list_queue
from tests.ladder.nights.scenario import build_game, build_night


def find_attendee(night, key):
    return next(one for one in list_attendees(night) if one.key == key)


def test_who_waits_does_since_they_came_or_their_last_game_or_rest_ended():
    visits = (
        Visit("E", 7.0),
        Visit("F", 0.0, rests=((3.0, 12.0),)),
        Visit("G", 0.0, went=5.0),
        Visit("H", 0.0, rests=((18.0, None),)),
        Visit("I", 0.0, rests=((5.0, 20.5),)),
        Visit("J", 21.0),
        Visit("M", 0.0, rests=((20.0, None),)),
        Visit("N", 0.0, rests=((15.0, 20.0),)),
        Visit("D", 0.0, rests=((16.0, 18.0),)),
    )
    games = build_game("AB CD", 1.0, 15.0), build_game("AB KL", 16.0)
    night = build_night("ABCKL", *games, now=20.0, visits=visits)
    assert find_waits(night) == {"C": 15.0, "D": 18.0, "E": 7.0, "F": 12.0, "N": 20.0}


def test_who_goes_and_comes_back_waits_since_they_came_back():
    night = build_night("", now=30.0, visits=(Visit("A", 0.0, went=10.0), Visit("A", 25.0)))
    assert find_waits(night) == {"A": 25.0}
    assert find_waits(night._replace(now=10.0)) == {}


def test_an_even_part_is_players_by_people_there_of_each_game_that_began_meanwhile():
    """Of two games at 0 each of eight is due 4/8; at 20 there are nine, without F who rests: 4/9; at 40 E has gone."""
    visits = Visit("E", 0.0, went=30.0), Visit("F", 0.0, rests=((10.0, 35.0),)), Visit("I", 10.0), Visit("J", 20.0)
    games = (
        build_game("AB CD", 0.0, 15.0),
        build_game("EF GH", 0.0, 15.0, court=2),
        build_game("AB CD", 20.0, 35.0),
        build_game("GF IJ", 40.0),
    )
    night = build_night("ABCDGH", *games, now=45.0, visits=visits)
    found = {key: (find_attendee(night, key).games, find_attendee(night, key).due) for key in "AEFIJ"}
    assert found == {
        "A": (2, pytest.approx(4 / 8 + 4 / 8 + 4 / 9 + 4 / 9)),
        "E": (1, pytest.approx(1 + 4 / 9)),
        "F": (2, pytest.approx(1 + 4 / 9)),
        "I": (1, pytest.approx(4 / 9 + 4 / 9)),
        "J": (1, pytest.approx(4 / 9 + 4 / 9)),
    }


def test_who_plays_without_having_been_ticked_in_is_there():
    """Four of six play, of whom two were not ticked in."""
    night = build_night("ABCD", build_game("AB EF", 0.0, 15.0), now=20.0)
    assert [(one.key, one.due) for one in list_attendees(night)] == [(key, pytest.approx(4 / 6)) for key in "ABCDEF"]
    assert "E" not in find_waits(night)


@pytest.mark.parametrize(
    ("began", "now", "count"),
    [(15.0, 30.0, 2), (20.0, 35.0, 2), (20.5, 30.0, 1), (15.0, 35.5, 0)],
)
def test_games_are_in_a_row_with_at_most_five_minutes_between_them(began, now, count):
    games = build_game("AB CD", 0.0, 15.0), build_game("AB CD", began, 30.0)
    assert find_attendee(build_night("ABCD", *games, now=now), "A").in_a_row == count


def test_who_plays_is_in_the_middle_of_a_row():
    games = build_game("AB CD", 0.0, 15.0), build_game("AB CD", 16.0)
    assert find_attendee(build_night("ABCD", *games, now=30.0), "A").in_a_row == 2


def test_the_queue_has_who_waits_longest_first_and_winners_before_losers():
    games = build_game("CD AB", 0.0, 15.0, (3, 11)), build_game("EF GH", 0.0, 14.0, (5, 5), court=2)
    night = build_night("ABCDEFGH", *games, now=20.0, visits=(Visit("I", 14.5), Visit("J", 1.0)))
    assert "".join(list_queue(night)) == "JEFGHIABCD"


def test_a_rest_without_length_puts_somebody_at_the_end():
    night = build_night("BC", now=20.0, visits=(Visit("A", 0.0, rests=((19.0, 19.0),)),))
    assert "".join(list_queue(night)) == "BCA"


def test_courts_are_free_on_which_nobody_plays_longest_free_first():
    games = (
        build_game("AB CD", 0.0, 12.0, court=1),
        build_game("EF GH", 0.0, 10.0, court=2),
        build_game("IJ KL", 11.0, court=3),
    )
    night = build_night("ABCDEFGHIJKL", *games, now=12.0, courts=4)
    assert list_free_courts(night) == [Court(4), Court(2), Court(1)]
