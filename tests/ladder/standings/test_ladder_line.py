"""The ladder line: what is written above it on the narrowest phone."""

import pytest

from ladder.ratings import create_system
from ladder.standings.queries.ladder_line import build_ladder_line, list_round_numbers
from ladder.standings.queries.table import load_standings
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


def line_of(winner, loser):
    """The line of a ladder after one match, as its loser sees it."""
    season = season_of(make_ladder("points-exchange"))
    play(season, winner, loser)
    standings = load_standings(season.boards.select_related("season__ladder").get())
    return build_ladder_line(standings, standings.rows[-1], loser)


def test_the_line_names_whom_it_is_about_and_the_leader():
    shown = line_of("Ann", "Bo")
    assert (shown.me.text, shown.leader.text, shown.leader.wide_only) == ("Bo 990", "Ann 1,010", False)


def test_the_leader_is_not_named_above_somebody_who_stands_there_too():
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ann", "Cy")
    play(season, "Bo", "Cy")
    standings = load_standings(season.boards.select_related("season__ladder").get())
    assert build_ladder_line(standings, standings.rows[1]).leader is None


def test_long_names_are_cut_short_and_the_leader_is_named_only_where_both_fit():
    shown = line_of("Ann" + "n" * 77, "Bo" + "o" * 78)
    assert (shown.me.text, shown.leader.wide_only) == ("Bo" + "o" * 17 + "… 990", True)
    assert "from Bo" + "o" * 78 + " at 990 to Ann" + "n" * 77 in shown.label


def test_round_numbers_stand_where_they_are():
    assert [(rung.x, rung.text) for rung in line_of("Ann", "Bo").scale] == [
        ("27.3%", "995"),  # from 989 to 1011, a twentieth of 20 outside the two
        ("50.0%", "1,000"),
        ("72.7%", "1,005"),
    ]


def test_no_number_is_finer_than_the_system_prints():
    assert list_round_numbers(create_system("warlocks-score"), -0.05, 1.05) == []  # whole points, from 0 to 1
    assert list_round_numbers(create_system("tournament-points"), 0, 1)[0] == (0.2, "0.20")
