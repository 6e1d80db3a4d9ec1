"""A ladder like another: its settings and boards as a file."""

import json

import pytest

from ladder.club.actions import create_ladder
from ladder.exports.queries import ALL_SETTINGS
from ladder.models import Board, Ladder
from players.models import Player
from tests.factories import play, season_of

pytestmark = pytest.mark.django_db
OTHER = {
    "challenge_reach": 3,
    "challenge_measure": "rating",
    "rematch_days": 14,
    "answer_days": 3,
    "play_days": 10,
    "most_challenges": 2,
    "fix_minutes": 30,
    "confirm_hours": 48,
    "inactive_after": 60,
    "how_to_report": "Ask at the bar.",
    "pair_week_limit": 4,
    "takes_handicaps": True,
}


def read_settings(run, slug):
    return json.loads(run("ladder_settings", slug).out)


def test_a_ladder_is_made_like_another_with_every_setting_and_without_its_players(run, write):
    boards = [("rungs", {"draws": True, "draw_move": "below"}), ("elo", {"k_factor": "fide"})]
    ladder = create_ladder(slug="club", name="Squash", boards=boards, season="spring", reporters="recorders", **OTHER)
    play(season_of(ladder), "Ada", "Bo")
    before = Player.objects.count()

    run("create_ladder", "copy", "--like", write("settings.json", run("ladder_settings", "club").out), "--name", "Copy")

    made = Ladder.objects.get(slug="copy")
    assert {name: getattr(made, name) for name in OTHER} == OTHER
    assert made.reporters == "recorders"
    assert read_settings(run, "copy") == read_settings(run, "club") | {"name": "Copy"}
    assert [one.options["draw_move"] for one in Board.objects.filter(system="rungs")] == ["below", "below"]
    assert (made.seasons.get().matches.count(), Player.objects.count()) == (0, before)


def test_the_file_has_whatever_organisers_can_set():
    columns = {field.name for field in Ladder._meta.concrete_fields if field.editable and not field.primary_key}
    assert columns == {*ALL_SETTINGS, "slug", "name", "reporters"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"answer_days": 0},
        {"challenge_measure": "share", "challenge_reach": "many"},
        {"challenge_reach": "many", "reach_down": "far", "top_places": []},
    ],
)
def test_a_value_that_cannot_be_is_refused(run, write, wrong):
    create_ladder(slug="club", name="Squash", boards=[("elo", {})])
    settings = read_settings(run, "club")
    settings["settings"] |= wrong
    refused = run("create_ladder", "copy", "--like", write("settings.json", json.dumps(settings)))
    assert "This isn't a description of a ladder" in refused.err
    assert not Ladder.objects.filter(slug="copy").exists()
