"""Members read what they need in their box, and everybody how it was worked out."""

import sys
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder.boxes.actions import NewBox, make_boxes, withdraw_from_box
from ladder.boxes.queries.box_calibration import load_box_calibration
from ladder.boxes.queries.box_chances import BoxState, compare_box_forecasts, list_box_forecasts, play_box_on
from ladder.boxes.queries.box_need import ShownChance, find_own_need, load_box_need
from ladder.boxes.queries.box_states import find_place_zones, load_box_rules, load_box_states
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.formats import ParticipantResult
from ladder.models import Ladder, Season
from ladder.ratings.systems.match_points import POINTS
from tests.factories import enter_match, make_ladder, make_member, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo")
URL = "/club/all-time/boxes"


@pytest.fixture
def players():
    return {name: make_member(name) for name in NAMES}


@pytest.fixture
def season(players):
    """Two boxes of three: Ana, Ben and Cy above, the others below; one goes up and one down."""
    season = season_of(make_ladder("match-points", "elo", box_size=3))
    season.starts_on, season.ends_on = timezone.localdate() - timedelta(10), timezone.localdate() + timedelta(10)
    season.save()
    keys = [players[name].pk for name in NAMES]
    make_boxes(season=season, boxes=[NewBox(1, "", keys[:3]), NewBox(2, "", keys[3:])])
    return season


def win(season, players, winner, loser, days_ago=0):
    results = [ParticipantResult(players[winner], 1.0), ParticipantResult(players[loser], 0.0)]
    moment = timezone.now() - timedelta(days_ago)
    return enter_match(season=season, participants=results, by=None, kind="rated", played_at=moment)


def need_of(season, player, day=None):
    boxes = load_boxes(season)
    shown = next(box for box in boxes if player.pk in box.players)
    return find_own_need(load_box_need(season, boxes, shown, day or timezone.localdate()), player)


def test_a_member_reads_what_a_win_would_make_of_it(season, players):
    win(season, players, "Di", "Eve")
    win(season, players, "Flo", "Eve")
    need = need_of(season, players["Di"])
    assert need.sentences == ["Going up as it stands.", "You go up if you beat Flo, and not if you lose."]
    first, second, third = (one.chance.text for one in need.places)
    assert third == "0%"
    for text in (first, second):  # newcomers of Elo are level, and 10,000 plays have a standard error of 0.5
        assert abs(int(text.removesuffix("%")) - 50) <= 2
    assert [(one.opponent, one.won.text, one.lost.text) for one in need.matches] == [("Flo", "100%", "0%")]
    text = flat(signed_in(players["Di"].user).get(URL).content.decode())
    assert "Going up as it stands. You go up if you beat Flo, and not if you lose." in text
    assert need_of(season, players["Eve"]).sentences == ["Staying as it stands.", "Going up is out of reach."]


def test_who_is_in_no_box_reads_no_chances_but_how_they_are_worked_out(season, client):
    assert "What do I need?" not in client.get(URL).content.decode()
    text = flat(client.get(f"{URL}/chances").content.decode())
    assert "What is still to be played is played 10,000 times." in text
    assert "Box 1: the chance of each player to end at each place" in text
    assert client.get(f"{URL}/chances?box=2").context["shown"].box.level == 2


def test_chances_are_those_of_another_board_that_has_some_and_even_without(season, players):
    for _ in range(3):
        win(season, players, "Ana", "Di")
    (state, _) = load_box_states(season, load_boxes(season), load_box_rules(season), timezone.localdate())
    chances = {one.players: one.results[0].chance for one in state.open}
    assert chances[players["Ana"].pk, players["Ben"].pk] > 0.55
    assert chances[players["Ben"].pk, players["Cy"].pk] == pytest.approx(0.5)
    rules = load_box_rules(season)._replace(chance_board=None)
    (state, _) = load_box_states(season, load_boxes(season), rules, timezone.localdate())
    assert {round(one.results[0].chance, 6) for one in state.open} == {0.5}


def test_as_of_a_past_day_later_matches_are_still_to_be_played(season, players):
    win(season, players, "Ana", "Ben", days_ago=5)
    win(season, players, "Ana", "Cy", days_ago=1)
    day = timezone.localdate()
    counts = [len(need_of(season, players["Cy"], day - timedelta(ago)).need.plays.state.open) for ago in (0, 3, 7)]
    assert counts == [1, 2, 3]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "yesterday"])
def test_a_day_outside_the_season_is_not_found(season, client, day):
    assert client.get(f"{URL}/chances?as-of={day}").status_code == 404


def test_places_go_up_and_down_as_the_boxes_stand(season, players):
    boxes = load_boxes(season)
    zones = find_place_zones(season.ladder, boxes)
    assert list(zones.values()) == [["stays", "stays", "down"], ["up", "stays", "stays"]]
    organiser = User.objects.create_user("organiser", is_staff=True)
    withdraw_from_box(season=season, player=players["Ana"], how="stand", by=organiser)
    assert find_place_zones(season.ladder, load_boxes(season))[boxes[0].box.pk][2] == "out"
    assert need_of(season, players["Ana"]) is None


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (ShownChance(1.0, is_sure=True), "100%"),
        (ShownChance(1.0), "over 99%"),
        (ShownChance(0.995), "over 99%"),
        (ShownChance(0.714), "71%"),
        (ShownChance(0.01), "1%"),
        (ShownChance(0.0099), "under 1%"),
        (ShownChance(0.0), "under 1%"),
        (ShownChance(0.0, is_never=True), "0%"),
    ],
)
def test_only_what_nothing_can_change_is_sure(chance, text):
    assert chance.text == text


def test_the_page_does_without_chances_where_numpy_is_not_installed(season, players, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    client = signed_in(players["Di"].user)
    assert "What do I need?" not in client.get(URL).content.decode()
    text = flat(client.get(f"{URL}/chances").content.decode())
    assert "The person who runs the site can install club-ladder[lab]." in text


def test_forecasts_of_ended_cycles_are_compared_with_their_ends(season, players):
    win(season, players, "Ana", "Ben", days_ago=5)
    win(season, players, "Ben", "Cy")
    assert load_box_calibration(season.ladder) == []
    Season.objects.filter(pk=season.pk).update(closed_at=timezone.now())
    bands = load_box_calibration(Ladder.objects.get())
    assert sum(band.matches for band in bands) > 0
    assert all(0 <= band.share <= 1 and band.low <= band.chance <= band.high + 1e-9 for band in bands)
    text = flat(signed_in(players["Ana"].user).get(f"{URL}/chances").content.decode())
    assert "How often it came true here" in text


def test_a_band_has_its_forecasts_and_how_many_came_true():
    pairs = [(0.71, 1.0), (0.79, 1.0), (0.75, 0.0), (0.12, 0.0)]
    found = [(round(band.low, 1), band.matches, round(band.share, 3)) for band in compare_box_forecasts(pairs)]
    assert found == [(0.1, 1, 0.0), (0.7, 3, 0.667)]


def test_what_was_certain_is_no_forecast():
    state = BoxState({1: 1, 2: 2}, [], [], (POINTS,))
    plays = play_box_on(state, (1,))
    assert list_box_forecasts(plays, ["up", "stays"], [1, 2]) == []
