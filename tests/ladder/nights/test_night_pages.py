"""The page of a night: begun, ticked, played and ended through its forms, by the desk, by members and by a stranger."""

import re
from datetime import date, datetime, time, timedelta
from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Board, Court, Fixture, Ladder, Match, Night, Role, Visit
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.actions.wishes import store_partner_wish
from ladder.nights.forms import WEIGHTS
from ladder.nights.views.acts import NIGHT_ACTS
from ladder.scene import Scene
from players.models import Player
from tests.factories import make_ladder, make_member, play, season_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
URL = "/club/tonight"
UNTIL = f"{timezone.localtime() + timedelta(hours=8):%H:%M}"
FORM = {"until": UNTIL, "way": "board", "points_in_all": 24, "round_minutes": 15, "partners": "change"}
FORM |= dict.fromkeys(WEIGHTS, 5)
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
    assert boss.post(f"{URL}/form", {"until": UNTIL, "twos": "One, one", "way": "board"}).status_code == 422
    sent = FORM | {"fours": "One, Two"}
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


@pytest.mark.parametrize("guest", [{}, {"guest": "1"}])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Z\u202eed", "A name can't hold invisible or control characters."),
        ("Z\u200bed", "A name can't hold invisible or control characters."),
        ("Z\u00aded", "A name can't hold invisible or control characters."),
        ("Z\x01ed", "A name can't hold invisible or control characters."),
        ("Z\ufffded", "A name can't hold “\ufffd”, which stands for a lost letter. Type the name again."),
        ("hidden player", "“Hidden player” can't be a name: it stands for players who are hidden."),
        ("\x00", "Enter a name."),
        ("\u0301", "A name needs at least one visible letter or sign."),
    ],
)
def test_a_guest_whose_name_can_not_be_is_refused_and_the_name_stays_in_its_field(night, boss, name, why, guest):
    page = post(boss, "come", name=name, **guest)
    assert (page.status_code, page.context["refusal"], page.context["guest"]) == (422, why, "")
    assert f'value="{name}"' in page.text
    assert Player.objects.count() == len(NAMES)


def test_a_name_with_a_nul_is_looked_for_without_it(night, boss, players):
    Visit.objects.all().delete()
    assert post(boss, "come", name="A\x00na").status_code == 303
    assert Visit.objects.get().player == players["Ana"]


UNKNOWN = "Nobody here is meant by that. Load the page again."


@pytest.mark.parametrize("act", ["come", "leave"])
@pytest.mark.parametrize(
    ("sent", "why"),
    [*(({"player": key}, UNKNOWN) for key in ("", "0", "x", "-1", "9" * 30)), ({"name": " "}, "Enter a name.")],
)
def test_a_player_who_is_not_known_is_not_oneself(season, players, act, sent, why):
    """Ana, who is a player herself, runs the night and is not ticked in; Ben is."""
    Role.objects.create(ladder=season.ladder, user=players["Ana"].user, role="recorder")
    scene = Scene(season, players["Ana"].user)
    ends_at = timezone.now() + timedelta(hours=3)
    night = actions.begin_night(scene=scene, ends_at=ends_at, courts=[NewCourt("One", 2)])
    actions.come_to_night(night=night, scene=scene, player=players["Ben"])
    page = post(signed_in(players["Ana"].user), act, **sent)
    assert (page.status_code, page.context["refusal"]) == (422, why)
    assert [one.player.name for one in Visit.objects.filter(left_at=None, rests=[])] == ["Ben"]


def test_a_partner_who_is_not_known_parts_nobody(boss, players):
    begin_way(boss, players, "mexicano", partners="stay")
    post(boss, "pair", player=players["Ana"].pk, partner=players["Ben"].pk)
    assert post(boss, "pair", player=players["Ana"].pk, partner="").status_code == 422
    assert list_pairs_of(boss)[0] == [{"Ana", "Ben"}]


def test_without_javascript_a_refusal_leads_back_to_the_board_and_a_wanted_proposal_stays(night, boss):
    refused, another = post(boss, "come", name="Zed"), boss.get(URL, {"court": 1, "refused": "1.2"})
    refresh = '<noscript><meta http-equiv="refresh" content="{}"></noscript>'
    assert refresh.format("30; url=/club/tonight") in refused.text
    assert refresh.format("30") in another.text


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
    for act in NIGHT_ACTS:
        assert post(stranger, act, player=players["Ben"].pk).status_code in (303, 404, 422), act
    assert Visit.objects.filter(left_at=None).count() == len(NAMES)


@pytest.mark.parametrize("value", ["", "0", "-1", "x" * 5000, "9" * 30, "1.2.3.4", "٣", "\x00", "None"])
def test_nonsense_is_refused_and_never_an_error(night, boss, value):
    for act in (*NIGHT_ACTS.keys() - {"end"}, "nothing"):
        fields = (
            "player",
            "name",
            "court",
            "side_1",
            "side_2",
            "pick",
            "game",
            "won",
            "match",
            "revision",
            "form_key",
            "waited",
            "after",
        )
        fields += ("chooser", "chosen", "partner")
        answer = post(boss, act, **dict.fromkeys(fields, value))
        assert answer.status_code in (303, 403, 404, 422), (act, value)
    for query in ("court", "fixed", "refused", "v"):
        assert boss.get(URL, {"court": "1", query: value}).status_code == 200
    sent = dict.fromkeys(("until", "fours", "twos", "way", "round_minutes", "partners", *WEIGHTS), value)
    assert boss.post(f"{URL}/form", sent).status_code in (303, 422)
    assert Match.objects.count() == 0


def test_what_was_tapped_on_another_night_is_refused_and_stays_on_its_device(night, boss, players):
    ivy = make_member("Ivy").pk
    for _ in range(2):
        answer = post(boss, "come", player=ivy, waited=60 * 60 * 1000)  # the night has just begun, then it is over
        assert (answer.status_code, "This night is over." in answer.text) == (422, True)
        Night.objects.update(closed_at=timezone.now())
    assert not Visit.objects.filter(player=ivy).exists()


@pytest.mark.parametrize(("system", "scores"), [("match-length-elo", "none"), ("elo", "required")])
def test_where_a_result_is_more_than_who_won_the_board_leads_to_the_form(system, scores, players, boss):
    season = season_of(make_ladder(system, slug="more", nights="recorders", scores=scores))
    scene = Scene(season, User.objects.get(username="boss"))
    ends_at = timezone.now() + timedelta(hours=3)
    night = actions.begin_night(scene=scene, ends_at=ends_at, courts=[NewCourt("One", 2)])
    for name in ("Ana", "Ben"):
        actions.come_to_night(night=night, scene=scene, player=players[name])
    court = Court.objects.select_related("night__season__ladder").get(night=night)
    actions.begin_night_game(court=court, scene=scene, sides=[[players["Ana"]], [players["Ben"]]])
    page = boss.get("/more/tonight")
    assert "Tap if" not in page.text
    assert "Enter the result" in page.text
    assert boss.get(page.context["board"].courts[0].game.report).status_code == 200


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
    sent = FORM | {"fours": courts, "way": way} | more
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


WHOLE, IN_ALL = "Points are whole numbers from 0 to 100.", "A game has 24 points in all."
BOTH = "Enter the points of both sides."


@pytest.mark.parametrize(
    ("in_all", "points", "why"),
    [
        (24, ("1 5", "8"), WHOLE),
        (24, ("-3", "21"), WHOLE),
        (24, ("9" * 20, "1"), WHOLE),
        (24, ("101", ""), WHOLE),
        (24, ("25", ""), IN_ALL),
        (24, ("", "25"), IN_ALL),
        (24, ("15", "10"), IN_ALL),
        (24, ("", " "), BOTH),
        (0, ("101", "3"), WHOLE),
        (0, ("11", "3.5"), WHOLE),
        (0, ("11", ""), BOTH),
    ],
)
def test_points_are_filled_up_and_never_guessed(boss, players, in_all, points, why):
    begin_way(boss, players, "mexicano", points_in_all=in_all)
    post(boss, "round")
    game = Fixture.objects.first().pk
    page = post(boss, "won", game=game, points_1=points[0], points_2=points[1])
    assert (page.status_code, page.context["refusal"]) == (422, why)
    assert not Match.objects.exists()


def test_points_that_are_refused_stay_in_the_fields_of_their_game(boss, players):
    begin_way(boss, players, "mexicano")
    post(boss, "round")
    first, second = Fixture.objects.order_by("pk").values_list("pk", flat=True)
    page = post(boss, "won", game=second, points_1="15", points_2='1"')
    tags = re.findall(r'<input[^>]* id="(points-[^"]+)"([^>]*)>', page.text)
    assert {key: re.findall('value="(.*?)"', rest) for key, rest in tags} == {
        f"points-{first}-1": [],
        f"points-{first}-2": [],
        f"points-{second}-1": ["15"],
        f"points-{second}-2": ["1&quot;"],
    }


def test_a_side_may_have_all_the_points(boss, players):
    begin_way(boss, players, "mexicano")
    post(boss, "round")
    assert post(boss, "won", game=Fixture.objects.first().pk, points_1="", points_2=" 24 ").status_code == 303
    assert Match.objects.get().games == "0-24"


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


def test_at_the_peg_board_whoever_waits_longest_chooses_three_of_the_next_six(boss, players):
    begin_way(boss, players, "pegs", courts="One")
    choice = boss.get(URL).context["board"].peg_choice
    assert (choice.chooser.name, [one.name for one in choice.offered]) == ("Ana", list(NAMES[1:7]))
    court, ana = choice.court.pk, players["Ana"].pk
    own = signed_in(players["Ana"].user)
    assert "Ana chooses 3 players for One" in own.get(URL).text
    two = [players[name].pk for name in ("Cy", "Flo")]
    page = post(own, "play", court=court, chooser=ana, chosen=two)
    assert page.status_code == 422
    assert "Choose 3 players." in page.text
    other = signed_in(players["Hal"].user)
    assert post(other, "play", court=court, chooser=ana, chosen=[*two, players["Gus"].pk]).status_code == 403
    for _ in range(2):  # twice sent, once stored
        assert post(own, "play", court=court, chooser=ana, chosen=[*two, players["Gus"].pk]).status_code == 303
    (sides,) = read_games().values()
    assert {*sides[0], *sides[1]} == {"Ana", "Cy", "Flo", "Gus"}
    assert Fixture.objects.get().note


def test_whoever_does_not_choose_goes_to_the_end_of_the_queue(boss, players):
    begin_way(boss, players, "pegs", courts="One")
    assert post(signed_in(players["Ana"].user), "pass").status_code == 303
    board = boss.get(URL).context["board"]
    assert [one.player.name for one in board.waiting] == [*NAMES[1:], "Ana"]
    assert board.peg_choice.chooser.name == "Ben"
    assert board.resting == []


def test_a_closed_court_takes_nobody_and_says_so(night, boss, players):
    taken = read_proposal(boss)
    assert boss.post(f"{URL}/form", FORM | {"night": night.pk, "twos": "Table"}).status_code == 303
    page = post(boss, "play", **taken)
    assert page.status_code == 422
    assert "One is out of order." in page.text


def test_a_form_that_begins_a_night_changes_none_that_runs_by_then(night, boss):
    """Two recorders opened the form; the first one began the night."""
    for _ in range(2):
        page = boss.post(f"{URL}/form", FORM | {"night": "", "twos": "Other", "way": "king"})
        assert page.status_code == 422
        assert page.context["form"].non_field_errors() == ["A night runs already. End it first."]
        assert ("Begin a night" in page.text, 'value="Other"' in page.text) == (True, True)
        assert 'name="night" value=""' in page.text
    night.refresh_from_db()
    assert (night.way, [one.name for one in night.courts.all()]) == ("board", ["One", "Table"])


def test_a_form_that_changes_a_night_changes_no_later_one_and_begins_none(night, boss, season):
    assert f'name="night" value="{night.pk}"' in boss.get(f"{URL}/form").text
    desk = Scene(season, User.objects.get(username="desk"))
    actions.close_night(night=night, scene=desk)
    sent = FORM | {"night": night.pk, "twos": "Other"}
    assert boss.post(f"{URL}/form", sent).context["form"].non_field_errors() == ["This night is over."]
    later = actions.begin_night(scene=desk, ends_at=night.ends_at, courts=[NewCourt("Late", 2)])
    page = boss.post(f"{URL}/form", sent)
    assert (page.status_code, page.context["form"].non_field_errors()) == (422, ["This night is over."])
    assert [one.name for one in later.courts.all()] == ["Late"]


@pytest.mark.parametrize("key", ["x", "0", "-1", "9" * 30, "\x00"])
def test_a_form_for_no_night_is_not_found(night, boss, key):
    assert boss.post(f"{URL}/form", FORM | {"night": key, "twos": "Table"}).status_code == 404


TOO_LONG = ["A night lasts at most 16 hours."]


def read_clock(text, day=12):
    """A time of a day in January, as the club's clock shows it: "19:00"."""
    return timezone.make_aware(datetime.combine(date(2027, 1, day), time.fromisoformat(text)))


@pytest.mark.parametrize(
    ("begins", "until", "ends"),
    [
        ("01:42", "17:42", read_clock("17:42")),
        ("01:42", "17:43", None),
        ("01:42", "23:30", None),
        ("01:42", "01:00", None),
        ("19:00", "01:00", read_clock("01:00", day=13)),
        ("19:00", "11:00", read_clock("11:00", day=13)),
        ("19:00", "19:00", None),
    ],
)
def test_a_night_lasts_until_the_time_that_was_entered_and_at_most_sixteen_hours(
    season, time_machine, begins, until, ends
):
    time_machine.move_to(read_clock(begins), tick=False)
    boss = signed_in(User.objects.create_user("boss", is_staff=True))
    page = boss.post(f"{URL}/form", FORM | {"until": until, "twos": "Table"})
    assert [one.ends_at for one in Night.objects.all()] == ([ends] if ends else [])
    assert (page.status_code, page.context and page.context["form"].errors.get("until")) == (
        (303, None) if ends else (422, TOO_LONG)
    )


def test_a_night_that_runs_is_not_made_longer_than_sixteen_hours(season, time_machine):
    time_machine.move_to(read_clock("12:00"), tick=False)
    scene = Scene(season, User.objects.create_user("boss", is_staff=True))
    night = actions.begin_night(scene=scene, ends_at=read_clock("18:00"), courts=[NewCourt("Table", 2)])
    time_machine.move_to(read_clock("17:00"), tick=False)
    boss, sent = signed_in(scene.user), FORM | {"night": night.pk, "twos": "Table"}
    assert boss.post(f"{URL}/form", sent | {"until": "04:01"}).context["form"].errors == {"until": TOO_LONG}
    assert boss.post(f"{URL}/form", sent | {"until": "04:00"}).status_code == 303
    assert Night.objects.get().ends_at == read_clock("04:00", day=13)


def test_a_season_of_battles_has_no_night_and_says_why(boss):
    make_ladder("warlocks-score", "warlocks-elo", slug="duels", nights="recorders")
    why = "Singles and doubles are played on a club night, and no board of this season takes either."
    for browser in (boss, Client()):
        text = browser.get("/duels/tonight").text
        assert (why in text, "begin a night" in text.lower()) == (True, False)
    for page in (boss.get("/duels/tonight/form"), boss.post("/duels/tonight/form", FORM)):
        assert (why in page.text, "<form" in page.text.split("<main")[1].split("</main>")[0]) == (True, False)
    assert not Night.objects.exists()


def list_pairs_of(browser):
    """Return the names of the pairs of a night, and of those who have no partner."""
    board = browser.get(URL).context["board"]
    return [{one.name, other.name} for one, other, _ in board.pairs], [one.name for one in board.unpaired]


def test_where_pairs_stay_together_they_all_meet_once(boss, players):
    """Ana and Ben wish it both, the desk puts four together; Gus and Hal have no partner until it does."""
    for one, other in (("Ana", "Ben"), ("Ben", "Ana"), ("Cy", "Gus")):
        store_partner_wish(player=players[one], name=other, wanted="with")
    begin_way(boss, players, "americano", partners="stay")
    for pair in (("Cy", "Di"), ("Eve", "Flo")):
        player, partner = (players[name].pk for name in pair)
        assert post(boss, "pair", player=player, partner=partner).status_code == 303
    assert list_pairs_of(boss) == ([{"Ana", "Ben"}, {"Cy", "Di"}, {"Eve", "Flo"}], ["Gus", "Hal"])
    assert post(signed_in(players["Gus"].user), "pair", partner=players["Hal"].pk).status_code == 403
    assert post(boss, "pair", player=players["Gus"].pk, partner=players["Hal"].pk).status_code == 303
    met = set()
    for _ in range(3):
        assert post(boss, "round").status_code == 303
        for key, sides in read_games().items():
            met.add(frozenset(map(frozenset, sides)))
            assert post(boss, "won", game=key, points_1=13).status_code == 303
    pairs = [frozenset(pair) for pair in ({"Ana", "Ben"}, {"Cy", "Di"}, {"Eve", "Flo"}, {"Gus", "Hal"})]
    assert met == {frozenset(both) for both in combinations(pairs, 2)}


def test_the_desk_parts_whom_it_put_together_and_nobody_has_two_partners(boss, players):
    begin_way(boss, players, "mexicano", partners="stay")
    post(boss, "pair", player=players["Ana"].pk, partner=players["Ben"].pk)
    post(boss, "pair", player=players["Ben"].pk, partner=players["Cy"].pk)
    assert list_pairs_of(boss)[0] == [{"Ben", "Cy"}]
    post(boss, "pair", player=players["Cy"].pk)
    assert list_pairs_of(boss)[0] == []
    assert post(boss, "pair", player=players["Ana"].pk, partner=players["Ana"].pk).status_code == 422


def test_a_court_is_kept_for_mixed_games(season, boss, players):
    """Of eight two say that they play as women and three as men; the court is for two of each."""
    for name, kind in {"Gus": "men", "Hal": "men", "Ben": "men", "Ana": "women", "Eve": "women"}.items():
        Player.objects.filter(name=name).update(plays_as=kind)
    begin_way(boss, players, "board", courts="One, Two (mixed)")
    assert 'value="One, Two (mixed)"' in boss.get(f"{URL}/form").text
    (two,) = (one for one in boss.get(URL).context["board"].courts if one.court.name == "Two")
    women = [{one.name for one in side.players} & {"Ana", "Eve"} for side in two.proposal.sides]
    men = [{one.name for one in side.players} & {"Gus", "Hal", "Ben"} for side in two.proposal.sides]
    assert ([len(one) for one in women], [len(one) for one in men]) == ([1, 1], [1, 1])


@pytest.mark.parametrize("way", ["americano", "mexicano"])
def test_where_everybody_plays_with_everybody_no_court_is_kept(boss, way):
    page = boss.post(f"{URL}/form", FORM | {"way": way, "fours": "One, Two (mixed)"})
    assert page.status_code == 422
    assert "In an Americano and a Mexicano no court is kept." in page.text
    assert not Night.objects.exists()


def test_the_desk_finds_the_field_to_tick_somebody_in_above_the_courts(night, boss, players):
    text = boss.get(URL).text
    assert text.index('name="name"') < text.index('class="courts"') < text.index('id="waiting"')
    assert 'name="name"' not in signed_in(players["Ana"].user).get(URL).text


def read_lack(browser, court):
    (one,) = (one for one in browser.get(URL).context["board"].courts if one.court.name == court)
    return one.lacks


def test_a_court_says_whom_it_waits_for(boss, players):
    """Eight wait: four of them are proposed for One, and nobody has said how they play."""
    begin_way(boss, players, "board", courts="One, Two (mixed), Three (women)", twos="Four, Five, Six")
    assert read_lack(boss, "One") == ""
    mixed = "It is kept for mixed games. Too few of those who wait say that they play as a woman or man."
    assert mixed in boss.get(URL).text
    assert read_lack(boss, "Six") == "It waits for 2 more players."


def test_a_court_says_that_pairs_are_lacking(boss, players):
    begin_way(boss, players, "americano", partners="stay", twos="Table")
    assert read_lack(boss, "One") == "It waits for two pairs. Too few of those who wait have a partner."
    assert read_lack(boss, "Table") == "In this way of play only courts for four are played on."


def test_the_four_are_called_on_their_phones_and_on_the_screen_and_nobody_else(night, boss, players):
    post(boss, "play", **read_proposal(boss))
    game = Fixture.objects.get()
    playing = game.sides[0][0]
    waiting = next(one for one in players.values() if not game.find_side(one.pk))
    called = [bool(browser.get(URL).context["board"].calls) for browser in map(signed_in, (playing.user, waiting.user))]
    assert called == [True, False]
    assert f'data-call="{game.pk}"' in Client().get(f"{URL}/screen").text
    Fixture.objects.update(made_at=timezone.now() - timedelta(minutes=4))
    assert boss.get(URL).context["board"].calls == []


def test_the_screen_lists_who_waits_next_and_says_how_many_more_do(night, boss):
    for number in range(4):
        post(boss, "come", name=f"Guest {number}", guest=1)
    assert len(boss.get(URL).context["board"].first_waiting) == 12
    page = Client().get(f"{URL}/screen")
    board = page.context["board"]
    assert [one.player.name for one in board.first_waiting] == [*NAMES, "Guest 0", "Guest 1"]
    assert [one.player.name for one in board.later_waiting] == ["Guest 2", "Guest 3"]
    assert "The queue goes on with 2 more players." in page.text


def test_a_round_ends_by_the_clock(boss, players):
    begin_way(boss, players, "clock", round_minutes=20)
    assert boss.get(URL).context["board"].round_ends_at is None
    post(boss, "round")
    Fixture.objects.update(made_at=timezone.now() - timedelta(minutes=15))
    board = boss.get(URL).context["board"]
    assert board.round_ends_at == Fixture.objects.first().made_at + timedelta(minutes=20)
    assert 290 <= board.round_seconds_left <= 300
    Night.objects.update(round_minutes=0)
    assert boss.get(URL).context["board"].round_ends_at is None


def test_a_ladder_of_singles_is_not_asked_about_pairs(boss):
    Board.objects.update(options={})
    Ladder.objects.update(most_a_side=1, fewest_a_side=1)
    text = boss.get(f"{URL}/form").text
    assert "King of the court" in text
    assert "Mexicano" not in text
    sent = FORM | {"twos": "Table 1"}
    del sent["points_in_all"], sent["partners"]
    assert boss.post(f"{URL}/form", sent).status_code == 303


def test_the_screen_at_the_venue_takes_back_what_it_entered_and_nothing_else(night, boss, season):
    """Two games: one entered by the desk's account, one by the screen with the venue code."""
    Ladder.objects.update(nights="venue", reporters="any")
    screen = Client()
    screen.post("/club/at-the-venue", {"code": make_venue_code(ladder=season.ladder, by=None)})
    for browser in (boss, screen):
        assert post(boss, "play", **read_proposal(boss)).status_code == 303
        assert post(browser, "won", game=Fixture.objects.latest("pk").pk, won=1).status_code == 303
    by_screen, by_desk = screen.get(URL).context["board"].results
    assert (by_screen.may_undo, by_desk.may_undo) == (True, False)
    undo = {"match": by_desk.match, "revision": by_desk.revision}
    assert post(screen, "undo", **undo).status_code == 303  # to sign in, too
    undo = {"match": by_screen.match, "revision": by_screen.revision}
    assert post(Client(), "undo", **undo).status_code == 303  # to sign in
    assert Match.objects.filter(status="void").count() == 0
    assert post(screen, "undo", **undo).status_code == 303
    assert [one.pk for one in Match.objects.filter(status="void")] == [by_screen.match]


def test_the_screen_takes_nothing_back_once_it_is_too_late(night, boss, season):
    Ladder.objects.update(nights="venue", reporters="any", fix_minutes=5)
    screen = Client()
    screen.post("/club/at-the-venue", {"code": make_venue_code(ladder=season.ladder, by=None)})
    post(boss, "play", **read_proposal(boss))
    post(screen, "won", game=Fixture.objects.get().pk, won=1)
    Match.objects.update(recorded_at=timezone.now() - timedelta(minutes=6))
    (result,) = screen.get(URL).context["board"].results
    assert not result.may_undo
    assert post(screen, "undo", match=result.match, revision=result.revision).status_code == 422
