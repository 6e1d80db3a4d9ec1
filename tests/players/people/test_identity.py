"""A merged player is on no page any more; whom they count as has the matches of both."""

from copy import deepcopy
from datetime import date, timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.db.models import ProtectedError

from ladder.access.permissions import find_account_player
from ladder.changes.change_log import load_log_page
from ladder.changes.versions import find_revision_author
from ladder.exports.queries import load_records
from ladder.ledger.form_and_counts import load_forms_before
from ladder.ledger.storage.tables import place_after_day
from ladder.matches.actions.corrections import MatchReversion, correct_match
from ladder.matches.queries.opponents import list_likely_opponents, list_player_names
from ladder.matches.queries.results import list_latest_matches
from ladder.matches.queries.stakes import count_wins_today
from ladder.profiles.queries.board_choice import choose_board, load_player_boards
from ladder.profiles.queries.career_rows import load_career
from ladder.profiles.queries.match_list import load_match_page
from ladder.profiles.queries.rivals import list_rivals, load_head_to_head
from ladder.standings.queries.displays import load_feed_items
from ladder.standings.queries.overview import find_last_ladder
from ladder.standings.queries.sparkline import load_recent_changes
from ladder.standings.queries.table import load_standings
from players.models import Player
from tests.changes import merge_players
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db

DAY = date(2026, 1, 5)


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_merged_twins)


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def make_merged_twins():
    """Ada won against Bo, as Ada B. lost against Cy and drew nothing; then the two were merged."""
    season = season_of(make_ladder("points-exchange", "provisional-elo"))
    play(season, "Ada", "Bo", on=DAY)
    play(season, "Cy", "Ada B.", on=DAY + timedelta(1))
    merge_players(player=make_player("Ada B."), into=make_player("Ada"))
    return season


@pytest.mark.parametrize("asked", [None, DAY + timedelta(1)])
def test_the_standings_name_one_player(season, asked):
    rows = load_standings(season.boards.first(), asked).rows
    assert sorted((row.name, row.standing.counts.played) for row in rows) == [("Ada", 2), ("Bo", 1), ("Cy", 1)]
    assert next(row.form.words for row in rows if row.name == "Ada") == "W L"


def test_the_form_and_the_line_join_both(season):
    board, ada = season.boards.first(), make_player("Ada").pk
    end = place_after_day(DAY + timedelta(1))
    assert load_forms_before(board, end)[ada] == "WL"
    assert load_forms_before(board, end, [ada]) == {ada: "WL"}
    assert len(load_recent_changes(board, DAY + timedelta(2))[ada]) == 2


def test_a_profile_has_the_matches_of_both(season):
    ada, cy = make_player("Ada"), make_player("Cy")
    choice = choose_board(load_player_boards(ada), "", None)
    assert [one.verb for one in load_match_page(choice, ada, None).rows] == ["lost to", "beat"]
    assert sorted(one.name for one in list_rivals(load_career(choice.board, ada)).rows) == ["Bo", "Cy"]
    assert [one.opponents[0].name for one in load_match_page(choice, cy, None, [ada]).rows] == ["Ada"]
    assert load_head_to_head(choice, cy, [ada]).record == "1–0"


def test_results_feed_and_match_name_one_player(season, client):
    latest = list_latest_matches(season.boards.first())[0]
    assert latest.outcome == ("Cy", "beat Ada")
    assert "Ada B." not in load_feed_items(season.ladder)[0].text
    match = season.matches.last()
    for url in (match.get_absolute_url(), season.get_absolute_url()):
        assert "Ada B." not in flat(client.get(url).text)


def test_the_log_names_whoever_was_merged_only_where_it_tells_of_that(season):
    lines = load_log_page(season.ladder).lines
    assert [one.title for one in lines if "Ada B." in one.title] == ["Ada B. into Ada"]
    assert [one.title for one in lines if one.match] == ["Cy beat Ada, 5-point match", "Ada beat Bo, 5-point match"]


def test_an_export_has_one_name(season):
    assert [one.players for one in load_records(season)] == [("Ada", "Bo"), ("Cy", "Ada")]


def test_opponents_are_offered_once_and_not_when_retired(season):
    bo = make_player("Bo")
    assert [one.name for one in list_likely_opponents(season, bo)] == ["Ada", "Cy"]
    assert list_player_names() == ["Ada", "Bo", "Cy"]

    cy = make_player("Cy")
    cy.retired_on = DAY
    cy.save()
    assert [one.name for one in list_likely_opponents(season, bo)] == ["Ada"]
    assert [one.name for one in list_likely_opponents(season, bo, [cy.pk])] == ["Ada", "Cy"]
    assert list_player_names() == ["Ada", "Bo"]


def test_an_account_of_the_merged_player_plays_as_the_other(season):
    user = User.objects.create_user("ada")
    Player.objects.filter(name="Ada B.").update(user=user)
    assert find_account_player(user) == make_player("Ada")
    assert find_last_ladder(make_player("Ada")) == season.ladder
    assert find_revision_author(SimpleNamespace(by=user)) == "Ada"


def test_who_retired_is_inactive_until_the_next_match():
    season = season_of(make_ladder("points-exchange"))
    match = play(season, "Ada", "Bo")
    ada = make_player("Ada")
    ada.retired_on = match.played_at.date()
    ada.save()
    assert {row.name: row.is_ranked for row in load_standings(season.boards.first()).rows} == {"Ada": False, "Bo": True}
    ada.retired_on -= timedelta(1)
    ada.save()
    assert {row.name: row.is_ranked for row in load_standings(season.boards.first()).rows} == {"Ada": True, "Bo": True}


def test_who_has_matches_or_merged_players_is_never_deleted(season):
    for name in ("Ada", "Bo"):
        with pytest.raises(ProtectedError):
            make_player(name).delete()
    Player.objects.create(name="Dee", merged_into=make_player("Elle"))
    with pytest.raises(ProtectedError):
        make_player("Elle").delete()


def test_wins_of_today_and_a_version_gone_back_to_know_one_player(season):
    ada, cy = make_player("Ada"), make_player("Cy")
    old = season.matches.last()
    correct_match(match=old, by=None, reason="To 9", revision=1, facts={"length": 9})
    to = old.revisions.get(number=1)
    change = MatchReversion(season.matches.get(pk=old.pk), to=to)
    shown = change.describe(change.plan())
    assert [[row.title for row in one.remade] for one in shown["boards"]] == [["Cy beat Ada"], ["Cy beat Ada"]]

    for name in ("Ada", "Dee"):
        play(season, name, "Cy")
    merge_players(player=make_player("Dee"), into=ada)
    assert count_wins_today(season, [ada.pk], [cy.pk]) == (2, 0)
