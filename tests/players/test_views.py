"""A player's page."""

from datetime import date

import pytest

from ladder.services import matches
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def season():
    return season_of(make_ladder())


def test_a_page_shows_place_rating_record_and_matches(client, season):
    play(season, "Ann", "Bea", length=4, on=date(2026, 1, 3))
    last = play(season, "Bea", "Ann", length=9, on=date(2026, 1, 10))

    context = client.get(make_player("Bea").get_absolute_url()).context

    profile, (newest, oldest) = context["profile"], context["played"]
    assert profile.place == "1st of 2"
    assert [(one.label, one.text) for one in profile.figures] == [
        ("Rating", "1,802"),
        ("Played", "2"),
        ("Won–lost", "1–1"),
        ("Experience", "13"),
    ]
    assert profile.form.words == "L W"
    assert (newest.match, newest.verb, newest.change, newest.after) == (last.pk, "beat", "+6.1", "1,802")
    assert [(one.name, one.rating) for one in newest.opponents] == [("Ann", "1,804")]
    assert (oldest.verb, oldest.change, oldest.length) == ("lost to", "−4", "4")


def test_a_void_match_is_struck_through_and_worth_nothing(client, season):
    play(season, "Ann", "Bea")
    match = play(season, "Ann", "Bea")
    matches.void(match=match, by=None, reason="Entered twice", revision=1)

    response = client.get(make_player("Bea").get_absolute_url())

    assert [(one.is_void, one.change) for one in response.context["played"]] == [(True, ""), (False, "−4.5")]
    assert '<span class="tag void">Void</span>' in response.text


def test_more_matches_come_by_page_with_and_without_htmx(client, season):
    for _ in range(21):
        play(season, "Ann", "Bea")
    url = make_player("Ann").get_absolute_url()

    first, second = client.get(url), client.get(url, {"page": 2})
    part = client.get(url, {"page": 2}, headers=HTMX)

    assert (len(first.context["played"]), len(second.context["played"])) == (20, 1)
    assert "Show 1 more" in first.text
    assert part.text.lstrip().startswith("<tr")


def test_another_board_is_picked(client):
    season = season_of(make_ladder("match-length-elo", "points-exchange"))
    play(season, "Ann", "Bea")
    board = season.boards.last()

    response = client.get(make_player("Ann").get_absolute_url(), {"board": board.pk})

    assert response.context["profile"].rating == "1,010"


def test_a_player_without_matches_has_a_page(client, db):
    assert "No matches yet" in client.get(make_player("Ann").get_absolute_url()).text


def test_an_unknown_player_is_not_found(client, db):
    assert client.get("/players/7/").status_code == 404


@pytest.mark.parametrize("count", [2, 6, 20])
def test_a_page_takes_a_constant_number_of_queries(client, season, count, django_assert_num_queries):
    for number in range(count):
        play(season, "Ann", f"Bea {number}")
    url = make_player("Ann").get_absolute_url()

    with django_assert_num_queries(10):
        response = client.get(url)

    assert len(response.context["played"]) == count
