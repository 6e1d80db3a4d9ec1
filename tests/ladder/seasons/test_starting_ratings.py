"""Ratings from before the first match are given as they were shown."""

from copy import deepcopy

import pytest
from django.contrib.auth.models import User

from ladder import ledger
from ladder.access.permissions import NotAllowed
from ladder.files.player_file import read_player_file
from ladder.ledger.ladder_lock import StaleChange
from ladder.ledger.storage.tables import load_standing_table
from ladder.models import Adjustment, Opening, Season
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.seasons.actions.starting_ratings import StartingRatingsChange
from players.models import Player
from tests.changes import give_starting_ratings
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db
PEOPLE = read_player_file("name,rating,games\nCy,1700,12\nAda,1500,\nZoe,1400.5,3\n").rows
SYSTEMS = ("points-exchange", "provisional-elo", "nardgammon-elo", "match-length-elo")


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_following_season)


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def make_following_season():
    """A season that opened from another, with matches in both."""
    season = season_of(make_ladder(*SYSTEMS))
    for winner, loser in (("Ada", "Bo"), ("Bo", "Cy")):
        play(season, winner, loser, 5)
    follower = open_next_season(close_season(season), slug="next", name="Next", rule=Season.Rule.CARRY)
    Season.objects.filter(pk=follower.pk).update(starts_on=None)
    for winner, loser in (("Cy", "Ada"), ("Ada", "Bo"), ("Bo", "Cy")):
        play(season_of(follower.ladder), winner, loser, 5)
    return season_of(follower.ladder)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_was_shown_is_what_is_done(season, system):
    board = season.boards.get(system=system)
    change = StartingRatingsChange(board, PEOPLE)
    [planned], new = change.plan(), change.new
    assert (list(new.values()), Opening.objects.filter(source="given").count()) == (["Zoe"], 0)
    shown = {**planned.boards[0].stored_table, **planned.boards[0].table}

    give_starting_ratings(board=board, people=PEOPLE, by=None, reason="Our old list.", version=planned.version)

    zoe = Player.objects.get(name="Zoe").pk
    after = load_standing_table(board)
    assert {player: state.rating for player, state in after.items()} == {
        zoe if player < 0 else player: state.rating for player, state in shown.items()
    }
    assert Adjustment.objects.filter(board=board, event__verb="opening").exists()
    assert ledger.verify(season.ladder) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_was_brought_in_before_comes_back_as_shown(season, system):
    board = season.boards.get(system=system)
    before = load_standing_table(board)
    give_starting_ratings(board=board, people=PEOPLE[:2], by=None, reason="Our old list.")
    gone, board = read_player_file("name\nCy\nAda\n").rows, season_of(season.ladder).boards.get(system=system)
    change = StartingRatingsChange(board, gone)
    [planned], new = change.plan(), change.new
    shown = load_standing_table(board) | planned.boards[0].table

    give_starting_ratings(board=board, people=gone, by=None, reason="Another list.", version=planned.version)

    assert (new, load_standing_table(board), shown) == ({}, before, before)
    assert ledger.verify(season.ladder) == []


def test_other_boards_stay(season):
    given, *others = season.boards.all()
    before = [load_standing_table(board) for board in others]
    give_starting_ratings(board=given, people=PEOPLE, by=None, reason="Our old list.")
    assert [load_standing_table(board) for board in others] == before


def test_what_was_shown_before_another_result_is_refused(season):
    board = season.boards.first()
    version = StartingRatingsChange(board, PEOPLE).plan()[0].version
    play(season, "Ada", "Bo", 5)
    with pytest.raises(StaleChange):
        give_starting_ratings(board=board, people=PEOPLE, by=None, reason="Our old list.", version=version)


def test_a_member_gives_no_ratings(season):
    member = User.objects.create_user("mia")
    with pytest.raises(NotAllowed):
        give_starting_ratings(board=season.boards.first(), people=PEOPLE, by=member, reason="I was better.")
    assert not Opening.objects.filter(source="given").exists()
