"""What players bring into a season: every surface counts the season's own matches, and names what was brought."""

import json
from copy import deepcopy
from datetime import date

import pytest
from django.core.management import call_command

from ladder import ledger
from ladder.models import Ladder, Season
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Player
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.once]
SYSTEM = "provisional-elo"


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_carrying_season)


@pytest.fixture
def follower(stored):
    return deepcopy(stored)


def make_carrying_season():
    """Return a season into which Ana brings three matches: two won, one drawn; in it she beat Ben once more.

    Everybody has a rank, however long ago they played.
    """
    Ladder.objects.filter(pk=make_ladder(SYSTEM).pk).update(inactive_after=None)
    first = season_of(Ladder.objects.get())
    for day in (1, 2):
        play(first, "Ana", "Ben", on=date(2026, 1, day))
    play(first, "Ana", "Cy", on=date(2026, 1, 3), drawn=True)
    second = open_next_season(close_season(first), slug="next", name="Next", rule="carry")
    play(second, "Ana", "Ben")
    return second


def text(client, url):
    return flat(client.get(url).text)


def test_standings_count_the_season_and_name_what_was_brought(client, follower):
    shown = text(client, "/club/next/")
    assert '<span class="of" data-unit="games">4</span><small>, 1 this season</small>' in shown
    assert ">1–0–0</td>" in shown
    assert 'x1 fresh"><span class="of" data-unit="game">1</span><small>, none this season</small>' in shown  # Cy
    assert ">0–0–0</td>" in shown
    assert "this season" not in text(client, "/club/all-time/")


def test_a_past_day_of_the_season_does_as_well(client, follower):
    Season.objects.filter(pk=follower.pk).update(starts_on=date(2026, 2, 1))
    play(season_of(follower.ladder), "Cy", "Ana", on=date(2026, 2, 1))
    assert "<small>, 1 this season</small>" in text(client, "/club/next/?as-of=2026-02-01")
    assert ">0–0–1</td>" in text(client, "/club/next/?as-of=2026-02-01")


def test_profile_and_statement_do_as_well(client, follower):
    ana = Player.objects.get(name="Ana")
    profile = text(client, f"/players/{ana.pk}/")
    assert "<dt>Won</dt><dd>1<small>of 1 this season</small></dd>" in profile
    assert "<dt>Before this season</dt><dd>3<small>matches: 2 won, 1 drawn</small></dd>" in profile
    assert "Carried over from the season before, with 3 matches" in text(client, f"/players/{ana.pk}/statement/")


def test_downloads_do_as_well(client, follower):
    rows = client.get("/club/next/provisional-elo/standings.csv").content.decode("utf-8-sig").splitlines()
    assert rows[0].endswith(",Games,W–D–L,Games this season,No rank")
    counts = [row.split(",")[-4:-1] for row in rows[1:]]
    assert counts == [["4", "1–0–0", "1"], ["1", "0–0–0", "0"], ["3", "0–0–1", "1"]]


def test_the_command_ranks_by_all_and_names_what_was_brought(run_command, follower):
    ana = json.loads(run_command("standings", "club", "--format", "json"))["standings"][0]
    assert (ana["played"], ana["won"], ana["drawn"]) == (4, 3, 1)
    assert ana["brought"] == {"played": 3, "won": 2, "drawn": 1, "lost": 0, "died": 0}
    assert "brought" not in run_command("standings", "club", "--season", "all-time", "--format", "json")
    assert run_command("standings", "club").splitlines()[1].split()[-3:] == ["4", "1–0–0", "3"]


def test_a_drawn_in_rating_keeps_its_games_and_brings_no_outcomes(client, follower):
    follower.opening_rule, follower.factor = "shrink", 0.5
    follower.save()
    assert "<small>, 1 this season</small>" in text(client, "/club/next/")
    assert not ledger.verify(follower.ladder)


@pytest.fixture
def run_command(capsys):
    def run(*arguments):
        call_command(*arguments)
        return capsys.readouterr().out

    return run
