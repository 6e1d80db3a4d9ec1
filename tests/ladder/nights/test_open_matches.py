"""What could be played on a night beside the proposals, and whom of those who are here a member may challenge."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.boxes.actions import NewBox, make_boxes
from ladder.challenges.actions import accept_challenge, arrange_challenge, challenge_side
from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Board, Court, Fixture, Ladder, Origin, Party, Round
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.queries.board import NightBoard
from ladder.nights.queries.stored_night import load_stored_night
from ladder.scene import Scene
from players.models import Player
from tests.factories import make_ladder, make_member, play, play_all, season_of, signed_in
from tests.ladder.challenges.rungs import make_many_rungs

pytestmark = pytest.mark.django_db
URL = "/club/tonight"
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo")


@pytest.fixture
def season():
    return season_of(make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2))


@pytest.fixture
def players():
    return {name: make_member(name) for name in NAMES}


@pytest.fixture
def desk(season):
    return Scene(season, User.objects.create_user("desk", is_staff=True))


def begin_night(desk, *players, courts=(("One", 2), ("Two", 2))):
    places = [NewCourt(*court) for court in courts]
    night = actions.begin_night(scene=desk, ends_at=timezone.now() + timedelta(hours=3), courts=places)
    for player in players:
        actions.come_to_night(night=night, scene=desk, player=player)
    return night


def arrange(desk, *sides, **given):
    first, second = ([one] if isinstance(one, Player) else one for one in sides)
    return arrange_challenge(season=season_of(Ladder.objects.get()), by=desk.user, first=first, second=second, **given)


def list_open(night, scene):
    """Return what could be played, with where it comes from and the court for it."""
    board = NightBoard(load_stored_night(night), Scene(season_of(Ladder.objects.get()), scene.user))
    return [(one.names, one.origin, one.court and one.court.name) for one in board.open_matches]


def read_names(night, scene):
    return [names for names, _, _ in list_open(night, scene)]


def name_reached(browser, url=URL):
    return [one.name for one in browser.get(url).context["board"].reached]


def test_challenges_boxes_and_rounds_could_be_played_now_the_last_day_first(season, desk, players):
    """Cy and Di play until their box ends in three days, Ana and Cy a round in a week, and Ana and Ben in two."""
    ana, ben, cy, di, eve, flo = players.values()
    arrange(desk, ana, ben)
    arrange(desk, eve, flo)  # Flo is not here
    Ladder.objects.update(box_size=4)
    boxed = season_of(Ladder.objects.get())
    boxed.ends_on = timezone.localdate() + timedelta(3)
    boxed.save()
    make_boxes(season=boxed, boxes=[NewBox(1, "", [cy.pk, di.pk])])
    week = timezone.now() + timedelta(7)
    made = Round.objects.create(season=season, number=2, starts_on=timezone.localdate(), ends_on=week.date())
    now = timezone.now()
    dates = {"made_at": now, "answer_by": now, "accepted_at": now, "play_by": week, "decide_at": week}
    of_round = {"origin": Origin.ROUND, "round": made, "kind": "rated", "status": "accepted"}
    fixture = Fixture.objects.create(season=season, by=ana, **of_round, **dates)
    Party.objects.bulk_create(Party(fixture=fixture, player=one, joined_at=now) for one in (ana, cy))
    night = begin_night(desk, ana, ben, cy, di, eve)
    assert list_open(night, desk) == [
        ("Cy v Di", "Box 1", "One"),
        ("Ana v Cy", "Round 2", "One"),
        ("Ana v Ben", "Rated", "One"),
    ]


def test_who_rests_plays_or_has_gone_can_not_play_now(desk, players):
    ana, ben, cy, di, *_ = players.values()
    for pair in ((ana, ben), (cy, di)):
        arrange(desk, *pair)
    night = begin_night(desk, ana, ben, cy, di)
    assert read_names(night, desk) == ["Ana v Ben", "Cy v Di"]
    actions.rest_at_night(night=night, scene=desk, player=ana)
    assert read_names(night, desk) == ["Cy v Di"]
    court = Court.objects.get(name="One")
    game = actions.begin_night_game(court=court, scene=desk, sides=[[cy], [ben]])
    assert read_names(night, desk) == []
    actions.call_off_game(fixture=game, scene=desk)
    actions.come_to_night(night=night, scene=desk, player=ana)
    actions.leave_night(night=night, scene=desk, player=di)
    assert read_names(night, desk) == ["Ana v Ben"]


def test_a_court_for_it_has_as_many_places_and_is_free(desk, players):
    Board.objects.update(options={"takes": "both"})
    ana, ben, cy, di, eve, flo = players.values()
    arrange(desk, [ana, ben], [cy, di], kind="team")
    arrange(desk, ana, cy)
    night = begin_night(desk, *players.values(), courts=(("Table", 2), ("Court", 4)))
    assert list_open(night, desk) == [("Ana and Ben v Cy and Di", "Doubles", "Court"), ("Ana v Cy", "Rated", "Table")]
    actions.begin_night_game(court=Court.objects.get(name="Table"), scene=desk, sides=[[eve], [flo]])
    assert list_open(night, desk) == [("Ana and Ben v Cy and Di", "Doubles", "Court"), ("Ana v Cy", "Rated", None)]


def test_it_begins_with_a_tap_and_its_result_ticks_it_off(desk, players):
    ana, ben, cy, *_ = players.values()
    asked = arrange(desk, ana, ben)
    night = begin_night(desk, ana, ben, cy)
    member = signed_in(ben.user)
    (one,) = member.get(URL).context["board"].open_matches
    sent = {"court": one.court.pk} | {f"side_{side.number}": side.keys for side in one.sides}
    assert signed_in(cy.user).post(f"{URL}/play", sent).status_code == 403
    assert member.post(f"{URL}/play", sent).status_code == 303
    game = Fixture.objects.get(origin=Origin.NIGHT)
    match = actions.enter_game_result(fixture=game, scene=desk, winner=1)
    assert Fixture.objects.get(pk=asked.pk).match == match
    assert read_names(night, desk) == []


def test_members_read_their_own_and_who_runs_the_night_all(season, desk, players):
    ana, ben, cy, di, eve, _ = players.values()
    for pair in ((ana, ben), (cy, di)):
        arrange(desk, *pair)
    night = begin_night(desk, ana, ben, cy, di)
    assert read_names(night, Scene(season, ana.user)) == ["Ana v Ben"]
    assert read_names(night, Scene(season, eve.user)) == []
    assert read_names(night, desk) == ["Ana v Ben", "Cy v Di"]
    stranger = Client()
    assert "Could be played now" in signed_in(ana.user).get(URL).text
    for url in (URL, f"{URL}/screen"):
        assert "Could be played now" not in stranger.get(url).text


def test_the_screen_at_the_venue_shows_them_with_names_as_visitors_read_them(season, desk, players, client):
    ana, ben, *_ = players.values()
    arrange(desk, ana, ben)
    Player.objects.filter(pk=ben.pk).update(hidden=True)
    Ladder.objects.update(nights="venue")
    begin_night(desk, ana, ben)
    client.post("/club/at-the-venue", {"code": make_venue_code(ladder=season.ladder, by=None)})
    page = client.get(f"{URL}/screen").text
    assert "Ana v Hidden player" in page
    assert "Ben" not in page


def test_what_is_agreed_with_a_handicap_is_not_begun_on_a_court(desk, players):
    ana, ben, *_ = players.values()
    Ladder.objects.update(takes_handicaps=True)
    Fixture.objects.filter(pk=arrange(desk, ana, ben).pk).update(facts={"handicap": 100})
    assert read_names(begin_night(desk, ana, ben), desk) == []


def test_where_all_courts_begin_together_nothing_else_begins(desk, players):
    ana, ben, *_ = players.values()
    arrange(desk, ana, ben)
    night = begin_night(desk, ana, ben)
    night.way = night.Way.CLOCK
    assert read_names(night, desk) == []


def test_who_came_under_a_name_that_was_merged_finds_their_match(desk, players):
    ana, ben, cy, *_ = players.values()
    arrange(desk, ana, cy)
    Player.objects.filter(pk=cy.pk).update(merged_into=ben)
    night = begin_night(desk, ana, ben)
    assert read_names(night, desk) == ["Ana v Ben"]


def test_the_questions_do_not_grow_with_what_is_to_be_played(desk, players):
    def count():
        stored = load_stored_night(night)
        board = NightBoard(stored, desk)
        with CaptureQueriesContext(connection) as asked:
            assert board.open_matches
        return len(asked)

    ana, ben, cy, di, eve, flo = players.values()
    arrange(desk, ana, ben)
    night = begin_night(desk, *players.values())
    few = count()
    for pair in ((cy, di), (eve, flo), (ana, di), (ben, eve)):
        arrange(desk, *pair)
    assert count() == few <= 6


@pytest.fixture
def rungs():
    """P1 to P8 on eight rungs; who may challenge two up."""
    return make_many_rungs(8, nights="recorders", challenge_reach=2)


def begin_night_on_rungs(rungs, *numbers):
    desk = Scene(rungs, User.objects.create_user("desk", is_staff=True))
    return begin_night(desk, *(Player.objects.get(name=f"P{number}") for number in numbers)), desk


def find_browser(number):
    return signed_in(Player.objects.get(name=f"P{number}").user)


def test_whom_of_those_who_are_here_a_member_may_challenge(rungs):
    """Of 1, 3, 4, 7, 8: by the whole ladder, two up of 8 is 7 alone; among those who are here 4 as well."""
    begin_night_on_rungs(rungs, 1, 3, 4, 7, 8)
    assert {number: name_reached(find_browser(number)) for number in (8, 7, 4, 3, 1)} == {
        8: ["P7"],
        7: [],
        4: ["P3"],
        3: ["P1"],
        1: [],
    }
    Ladder.objects.update(challenge_among="here")
    assert {number: name_reached(find_browser(number)) for number in (8, 7, 4, 3, 1)} == {
        8: ["P4", "P7"],
        7: ["P3", "P4"],
        4: ["P1", "P3"],
        3: ["P1"],
        1: [],
    }
    assert name_reached(find_browser(6)) == []  # is not here


def test_each_name_leads_to_the_page_on_which_they_are_challenged(rungs):
    begin_night_on_rungs(rungs, 6, 8)
    member = find_browser(8)
    (one,) = member.get(URL).context["board"].reached
    assert "Challenge P6" in member.get(one.url).text
    eight, six = (Player.objects.select_related("user").get(name=name) for name in ("P8", "P6"))
    made = challenge_side(season=rungs, by=eight.user, opponents=[six])
    assert name_reached(member) == []
    accept_challenge(challenge=made, by=six.user)
    assert read_names(made.season.nights.get(), Scene(rungs, eight.user)) == ["P8 v P6"]


def test_nobody_is_named_where_everybody_may_challenge_everybody_nor_to_strangers(rungs):
    begin_night_on_rungs(rungs, 6, 7, 8)
    assert "You may challenge" in find_browser(8).get(URL).text
    assert "You may challenge" not in Client().get(URL).text
    Ladder.objects.update(challenge_reach=None)
    assert name_reached(find_browser(8)) == []


def test_the_questions_do_not_grow_with_who_is_here(rungs):
    def count():
        (me,) = Player.objects.filter(name="P8").select_related("user")
        board = NightBoard(load_stored_night(night), Scene(rungs, me.user))
        with CaptureQueriesContext(connection) as asked:
            assert board.reached
        return len(asked)

    night, desk = begin_night_on_rungs(rungs, 7, 8)
    few = count()
    for number in (1, 2, 3, 4, 5, 6):
        actions.come_to_night(night=night, scene=desk, player=Player.objects.get(name=f"P{number}"))
    play_all(rungs, [("P1", "P2"), ("P3", "P4")])
    play(rungs, "P5", "P6")
    assert count() == few
