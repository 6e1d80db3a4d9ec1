"""The page of a night: begun, ticked, played and ended through its forms, by the desk, by members and by a stranger."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.models import Board, Fixture, Ladder, Match, Night, Visit
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.forms import WEIGHTS
from ladder.scene import Scene
from players.models import Player
from tests.factories import make_ladder, make_member, play, season_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
URL = "/club/tonight"
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")


@pytest.fixture
def season():
    ladder = make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2)
    Board.objects.update(options={"takes": "both"})
    return season_of(ladder)


@pytest.fixture
def players():
    return {name: make_member(name) for name in NAMES}


@pytest.fixture
def boss(season):
    return signed_in(User.objects.create_user("boss", is_staff=True))


@pytest.fixture
def night(season, players):
    desk = Scene(season, User.objects.create_user("desk", is_staff=True))
    courts = [NewCourt("One", 4), NewCourt("Table", 2)]
    night = actions.begin_night(scene=desk, ends_at=timezone.now() + timedelta(hours=3), courts=courts)
    for player in players.values():
        actions.come_to_night(night=night, scene=desk, player=player)
    return night


def post(browser, act, **sent):
    return browser.post(f"{URL}/{act}", sent)


def read_proposal(browser, court="One"):
    """Return the fields with which the proposal of a court is taken."""
    (one,) = (one for one in browser.get(URL).context["board"].courts if one.court.name == court)
    return {"court": one.court.pk, **{f"side_{side.number}": side.keys for side in one.proposal.sides}}


def test_a_night_is_begun_ticked_played_and_ended(season, players, boss):
    assert boss.post(f"{URL}/form", {"until": "23:00", "twos": "One, one", "way": "board"}).status_code == 422
    sent = {"until": "23:00", "fours": "One, Two", "way": "board", "points_in_all": 24} | dict.fromkeys(WEIGHTS, 5)
    assert boss.post(f"{URL}/form", sent).status_code == 303
    for name in NAMES[:5]:
        assert post(boss, "come", name=name).status_code == 303
    page = boss.get(URL)
    assert "5 here, 2 courts" in page.text
    assert post(boss, "play", **read_proposal(boss)).status_code == 303
    game = Fixture.objects.get()
    assert "waited longest" in game.note
    board = boss.get(URL).context["board"]
    assert [(one.court.name, bool(one.game), bool(one.proposal)) for one in board.courts] == [
        ("Two", False, False),
        ("One", True, False),
    ]
    assert post(boss, "won", game=game.pk, won=1).status_code == 303
    assert Match.objects.get().kind == "team"
    assert "beat" in boss.get(URL).text
    assert post(boss, "end").status_code == 303
    night = Night.objects.get()
    after = boss.get(night.get_absolute_url())
    assert "1 game" in after.text
    assert "Nights so far" in boss.get(URL).text


def test_another_four_are_other_players_and_without_one_the_rest_stay(night, boss):
    (first, *_) = boss.get(URL).context["board"].courts
    another = boss.get(URL + first.another).context["board"].courts[0]
    assert {*another.keys} != {*first.keys}
    name, url = first.without[0]
    changed = boss.get(URL + url).context["board"].courts[0]
    gone = Player.objects.get(name=name).pk
    assert len({*changed.keys} & {*first.keys}) == 3
    assert gone not in changed.keys


def test_a_court_by_hand_takes_those_who_are_chosen(night, boss, players):
    (court, *_) = boss.get(URL).context["board"].courts
    page = boss.get(court.by_hand)
    assert [label for label, _ in page.context["seats"]] == ["Together", "with", "against", "and"]
    picked = [players[name].pk for name in ("Ana", "Hal", "Ben", "Gus")]
    assert post(boss, "play", court=court.court.pk, pick=picked).status_code == 303
    assert [[one.name for one in side] for side in Fixture.objects.get().sides] == [["Ana", "Hal"], ["Ben", "Gus"]]
    assert post(boss, "play", court=court.court.pk, pick=picked[:3]).status_code == 422


def test_an_unknown_name_is_asked_about_and_joins_as_a_guest(night, boss):
    page = post(boss, "come", name="Zed")
    assert page.status_code == 422
    assert "Nobody is called Zed. Add them as a guest, or enter the whole name." in page.text
    assert post(boss, "come", name="Zed", guest="1").status_code == 303
    assert Visit.objects.filter(player__name="Zed").exists()


def test_a_poll_is_answered_only_when_something_changed(night, boss):
    version = boss.get(URL).context["version"]
    assert boss.get(URL, {"v": version}).status_code == 204
    post(boss, "leave", name="Ana")
    assert boss.get(URL, {"v": version}).status_code == 200


def test_members_act_for_themselves_and_strangers_only_look(night, players):
    ana, stranger = signed_in(players["Ana"].user), Client()
    assert post(ana, "rest").status_code == 303
    assert post(ana, "leave", player=players["Ben"].pk).status_code == 403
    assert (post(ana, "end").status_code, post(ana, "come", name="Zed", guest="1").status_code) == (403, 403)
    assert "They play" not in stranger.get(URL).text
    for act in actions_of_the_page():
        assert post(stranger, act, player=players["Ben"].pk).status_code in (303, 404, 422), act
    assert Visit.objects.filter(left_at=None).count() == len(NAMES)


def actions_of_the_page():
    return ("come", "rest", "leave", "play", "won", "off", "undo", "end")


@pytest.mark.parametrize("value", ["", "0", "-1", "x" * 5000, "9" * 30, "1.2.3.4", "٣", "\x00", "None"])
def test_nonsense_is_refused_and_never_an_error(night, boss, value):
    for act in (*actions_of_the_page()[:-1], "nothing"):
        fields = ("player", "name", "court", "side_1", "side_2", "pick", "game", "won", "match", "revision", "form_key")
        answer = post(boss, act, **dict.fromkeys(fields, value))
        assert answer.status_code in (303, 403, 404, 422), (act, value)
    for query in ("court", "fixed", "refused", "v"):
        assert boss.get(URL, {"court": "1", query: value}).status_code == 200
    sent = dict.fromkeys(("until", "fours", "twos", "way", *WEIGHTS), value)
    assert boss.post(f"{URL}/form", sent).status_code in (303, 422)
    assert Match.objects.count() == 0


def test_a_ladder_without_nights_has_no_page(season, boss):
    Ladder.objects.update(nights="none")
    assert boss.get(URL).status_code == 404
    assert "Tonight" not in boss.get("/club/").text


def count_questions(browser):
    """Return how many questions the board asks; counted before the next request begins a new log."""
    with CaptureQueriesContext(connection) as asked:
        browser.get(URL)
    return len(asked)


def test_the_questions_to_the_database_do_not_grow_with_games(night, boss, season):
    for number in range(6):
        post(boss, "play", **read_proposal(boss))
        post(boss, "won", game=Fixture.objects.latest("pk").pk, won=1 + number % 2)
    few = count_questions(boss)
    for number in range(6):
        play(season, NAMES[number], NAMES[number + 1])
        post(boss, "play", **read_proposal(boss))
        post(boss, "won", game=Fixture.objects.latest("pk").pk, won=1 + number % 2)
    assert count_questions(boss) == few > 0


def begin_way(boss, players, way, courts="One, Two", **more):
    sent = {"until": "23:00", "fours": courts, "way": way, "points_in_all": 24} | dict.fromkeys(WEIGHTS, 5) | more
    assert boss.post(f"{URL}/form", sent).status_code == 303
    for name in NAMES:
        post(boss, "come", player=players[name].pk)


def read_games():
    """Return the names of each running game, by its key."""
    games = Fixture.objects.filter(match=None, court__isnull=False).order_by("pk")
    return {one.pk: [[player.name for player in side] for side in one.sides] for one in games}


def test_mexicano_goes_by_the_points_of_the_night(boss, players):
    """The example of the rules: after round 1 first and fourth play second and third, and fifth and eighth the rest."""
    begin_way(boss, players, "mexicano")
    assert post(boss, "round").status_code == 303
    first, second = read_games().items()
    assert post(boss, "round").status_code == 422  # the first one is played
    assert post(boss, "won", game=first[0], points_1=18).status_code == 303
    assert post(boss, "won", game=second[0], points_1="15", points_2="10").status_code == 422
    assert post(boss, "won", game=second[0], points_1="15", points_2="9").status_code == 303
    assert [one.games for one in Match.objects.order_by("pk")] == ["18-6", "15-9"]
    table = boss.get(URL).context["board"].table
    assert [row.points for row, _ in table] == [18, 18, 15, 15, 9, 9, 6, 6]
    points = {player.name: row.points for row, player in table}
    assert post(boss, "round").status_code == 303
    sums = [[sorted(points[name] for name in side) for side in sides] for sides in read_games().values()]
    assert sums == [[[15, 18], [15, 18]], [[6, 9], [6, 9]]]


def test_americano_gives_everybody_everybody_else_as_partner_once(boss, players):
    begin_way(boss, players, "americano")
    partners = set()
    for _ in range(7):
        assert post(boss, "round").status_code == 303
        for key, sides in read_games().items():
            partners |= {frozenset(side) for side in sides}
            assert post(boss, "won", game=key, points_2=13).status_code == 303
    assert len(partners) == 28  # each two of eight, in seven rounds
    assert {row.games for row, _ in boss.get(URL).context["board"].table} == {7}


def test_kings_stay_for_two_games_and_then_others_come_on(boss, players):
    begin_way(boss, players, "king", courts="One")
    post(boss, "play", **read_proposal(boss))
    ((first, (kings, _)),) = read_games().items()
    assert post(boss, "won", game=first, won=1).status_code == 303
    post(boss, "play", **read_proposal(boss))
    ((second, sides),) = read_games().items()
    assert kings in sides
    assert post(boss, "won", game=second, won=1 + sides.index(kings)).status_code == 303
    post(boss, "play", **read_proposal(boss))
    ((_, sides),) = read_games().items()
    assert not set(kings) & {name for side in sides for name in side}


def test_on_a_peg_board_it_says_who_chooses_from_whom(boss, players):
    begin_way(boss, players, "pegs", courts="One")
    board = boss.get(URL).context["board"]
    waiting = [one.player.name for one in board.waiting]
    assert board.peg_choice == f"{waiting[0]} chooses three of {', '.join(waiting[1:6])} and {waiting[6]}."
    assert board.courts[0].proposal is None
