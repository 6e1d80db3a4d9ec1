"""A season gets one more board, or loses one; matches stay."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder import ledger
from ladder.matches.actions.corrections import void_match
from ladder.models import Event, Standing
from ladder.seasons.actions.life_cycle import close_season
from tests.changes import add_board
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def changed(client, url, **values):
    """Look at what a change does, then apply it."""
    token = client.get(url).context["token"]
    return client.post(url, {"token": token, "reason": "We want to compare."} | values)


def test_one_more_table_rates_the_matches_that_are_there(organises, ladder):
    play(season_of(ladder), "Ada", "Bo", 5)
    url = "/club/all-time/tables?system=match-length-elo"
    shown = organises.get(url).context
    assert [(row.then, row.new_rating) for row in shown["tables"]] == [("Ada", "1,804"), ("Bo", "1,796")]
    options = {"system": "match-length-elo", "start": "1800", "stake": "4", "spread": "2000", "provisional_until": "0"}
    looked = organises.post(url, options | {"preview": "1", "reason": ""}).context["token"]
    answer = organises.post(url, options | {"token": looked, "reason": "We want to compare."})
    assert answer.url == "/club/all-time/match-length-elo/"
    points = Standing.objects.filter(board__system="match-length-elo").values_list("player__name", "points")
    assert {name: round(rating) for name, rating in points} == {"Ada": 1804, "Bo": 1796}  # B-3: 4.47 each
    assert ledger.verify(ladder) == []


def test_a_table_that_is_taken_away_leaves_the_matches(organises):
    ladder = make_ladder("points-exchange", "match-length-elo", slug="two")
    User.objects.get(username="olga").ladder_roles.create(ladder=ladder, role="organiser")
    season = season_of(ladder)
    first = play(season, "Ada", "Bo", on=timezone.localdate() - timedelta(2))
    play(season, "Ada", "Bo")
    void_match(match=first, by=None, reason="late", revision=1)  # so that there are adjustments
    assert changed(organises, "/two/all-time/points-exchange/remove").url == "/two/seasons"
    assert list(season.boards.values_list("system", flat=True)) == ["match-length-elo"]
    assert season.matches.count() == 2
    assert ledger.verify(ladder) == []


def test_the_only_table_stays(organises, ladder):
    shown = organises.get("/club/all-time/points-exchange/remove")
    assert "A season needs at least one board. Add another one first." in shown.text
    organises.post("/club/all-time/points-exchange/remove", {"token": "0-0-0000000000000000", "reason": "x"})
    assert season_of(ladder).boards.count() == 1


def test_another_board_becomes_the_main_one(organises, ladder):
    for system in ("match-length-elo", "provisional-elo"):
        add_board(season=season_of(ladder), system=system, values={}, by=None)
    play(season_of(ladder), "Ada", "Bo", 5)
    stored = list(Standing.objects.order_by("pk").values())

    said = organises.post("/club/all-time/provisional-elo/lead", follow=True).text

    boards = [board.system for board in season_of(ladder).boards.all()]
    assert boards == ["provisional-elo", "points-exchange", "match-length-elo"]
    assert "is now the main board of All time" in said
    changed = Event.objects.get(verb="edit")
    assert (changed.old, changed.new) == (
        "Points exchange · Match-length Elo · Provisional, then Elo",
        "Provisional, then Elo · Points exchange · Match-length Elo",
    )
    assert list(Standing.objects.order_by("pk").values()) == stored
    assert organises.get("/club/").context["board"].system == "provisional-elo"


def test_the_last_of_three_boards_goes_one_place_up(organises, ladder):
    for system in ("match-length-elo", "provisional-elo"):
        add_board(season=season_of(ladder), system=system, values={}, by=None)
    assert flat(organises.get("/club/seasons").text).count(">Up<") == 1

    said = flat(organises.post("/club/all-time/provisional-elo/up", follow=True).text)

    boards = [board.system for board in season_of(ladder).boards.all()]
    assert boards == ["points-exchange", "provisional-elo", "match-length-elo"]
    assert "Provisional, then Elo is now board 2 of All time." in said
    assert "Points exchange · Provisional, then Elo · Match-length Elo" in flat(organises.get("/club/log").text)


def test_the_main_board_goes_no_higher(organises, ladder):
    said = organises.post("/club/all-time/points-exchange/up", follow=True).text
    assert "Points exchange is now the main board of All time." in said
    assert not Event.objects.exists()


def test_the_main_board_of_a_closed_season_stays(organises, ladder):
    add_board(season=season_of(ladder), system="match-length-elo", values={}, by=None)
    play(season_of(ladder), "Ada", "Bo", 5)
    close_season(season_of(ladder))

    said = organises.post("/club/all-time/match-length-elo/lead", follow=True).text

    assert "All time is closed" in said
    assert [board.system for board in season_of(ladder).boards.all()] == ["points-exchange", "match-length-elo"]
