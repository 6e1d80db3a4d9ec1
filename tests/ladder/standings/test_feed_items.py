"""The latest results for people who read feeds."""

from datetime import date

import pytest

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import MatchRevision
from ladder.standings.queries.displays import load_feed_items
from tests.factories import at, enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def test_each_result_says_what_it_was_worth_to_whom():
    ladder = make_ladder()
    play(season_of(ladder), "Ana", "Ben", 25, on=date(2026, 1, 3))

    (item,) = load_feed_items(ladder)

    assert (item.title, item.text) == ("Ana beat Ben", "Ana +10 to 1,810, Ben −10 to 1,790.")
    assert (item.at, item.updated) == (at(date(2026, 1, 3)), MatchRevision.objects.get().at)


def test_a_void_match_is_left_out_and_an_unrated_one_says_so():
    ladder = make_ladder()
    gone, kept = play(season_of(ladder), "Ana", "Ben"), play(season_of(ladder), "Ana", "Cara")
    void_match(match=gone, by=None, reason="It was practice.", revision=1)
    correct_match(match=kept, by=None, reason="For fun.", revision=1, kind="unrated")

    assert [(item.title, item.text) for item in load_feed_items(ladder)] == [
        ("Ana beat Cara", "It doesn't count on any board.")
    ]


def test_the_first_board_that_counted_a_match_tells_its_worth():
    ladder = make_ladder("match-length-elo", "tournament-points")
    participants = [ParticipantResult(make_player("Ana"), place=1), ParticipantResult(make_player("Ben"), place=2)]
    enter_match(season=season_of(ladder), participants=participants, by=None, kind="tournament", facts={"field": 8})

    assert [item.text for item in load_feed_items(ladder)] == ["Ana +30 to 30.00, Ben +15 to 15.00."]


def test_of_a_large_field_the_first_are_told():
    ladder = make_ladder("tournament-points")
    participants = [ParticipantResult(make_player(f"Player {place}"), place=place) for place in range(1, 15)]
    enter_match(season=season_of(ladder), participants=participants, by=None, kind="tournament", facts={"field": 16})

    (item,) = load_feed_items(ladder)

    assert item.text.startswith("Player 1 +40 to 40.00, ")
    assert item.text.endswith(", Player 12 +3.33 to 3.33, and 2 more.")


@pytest.mark.once
@pytest.mark.parametrize("number", [2, 35])
def test_the_thirty_latest_take_a_constant_number_of_queries(number, django_assert_num_queries):
    ladder = make_ladder()
    played = [play(season_of(ladder), f"Ana {turn}", "Ben").pk for turn in range(number)]

    with django_assert_num_queries(6):
        found = load_feed_items(ladder)

    assert [item.match.pk for item in found] == played[::-1][:30]
