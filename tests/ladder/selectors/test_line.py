"""The ladder line: what is written above it on the narrowest phone."""

import pytest

from ladder.selectors.line import ladder_line
from ladder.selectors.standings import table
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


def line_of(winner, loser):
    """The line of a ladder after one match, as its loser sees it."""
    season = season_of(make_ladder("points-exchange"))
    play(season, winner, loser)
    standings = table(season.boards.select_related("season__ladder").get())
    return ladder_line(standings, standings.rows[-1], loser)


def test_the_line_names_whom_it_is_about_and_the_leader():
    shown = line_of("Ann", "Bo")
    assert (shown.me.text, shown.leader.text) == ("Bo 990", "Ann 1,010")


def test_long_names_are_cut_short_and_the_leader_stays_away_where_both_do_not_fit():
    shown = line_of("Ann" + "n" * 77, "Bo" + "o" * 78)
    assert (shown.me.text, shown.leader) == ("Bo" + "o" * 17 + "… 990", None)
    assert "from Bo" + "o" * 78 + " at 990 to Ann" + "n" * 77 in shown.label
