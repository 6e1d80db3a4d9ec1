"""The first visit: only the installer becomes the owner, once; then the first ladder from cards."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from ladder.models import FirstStep, Ladder
from players.models import Club, Player
from tests.factories import make_ladder
from tests.markup import flat
from tests.simulator.browser import find_page_form

pytestmark = pytest.mark.django_db

CODE = "KX7F-29QM-TB3W"
FIRST = {
    "code": CODE,
    "name": "Harbour Club",
    "time_zone": "Asia/Bangkok",
    "names": "initial",
    "username": "vesna",
    "password": "long enough 8",
    "again": "long enough 8",
}


@pytest.fixture(autouse=True)
def printed(settings):
    settings.SETUP_CODE = CODE
    cache.clear()


def founded(client, **other):
    return client.post("/setup", FIRST | other)


def test_a_new_site_leads_the_installer_to_its_set_up(client):
    assert 'href="/setup"' in client.get("/").text


def test_the_installer_becomes_the_owner_and_is_signed_in(client):
    answer = founded(client, email="vesna@club.example")
    owner = User.objects.get()
    assert (answer.status_code, answer.url) == (303, "/ladders/new")
    assert (owner.username, owner.email, owner.is_staff, owner.is_superuser) == (
        "vesna",
        "vesna@club.example",
        True,
        True,
    )
    assert owner.check_password("long enough 8")
    assert int(client.session["_auth_user_id"]) == owner.pk
    club = Club.objects.get()
    assert (club.name, club.time_zone) == ("Harbour Club", "Asia/Bangkok")


def test_the_set_up_asks_who_sees_names_and_presets_initials(client):
    page = client.get("/setup")
    assert page.context["form"]["names"].value() == "initial"
    assert "Names that visitors see" in page.text
    founded(client, names="nickname")
    assert Club.objects.get().names == "nickname"
    assert FirstStep.objects.get().key == "names"


def test_the_owner_may_play_too(client):
    founded(client, player="Vesna K.")
    assert Player.objects.get().user == User.objects.get()


@pytest.mark.parametrize("code", ["kx7f 29qm tb3w", "KX7F29QMTB3W"])
def test_the_code_is_read_as_people_write_it(client, code):
    assert founded(client, code=code).status_code == 303


@pytest.mark.parametrize("code", ["", "KX7F-29QM-TB3X", "\x00", "x" * 50, "ＫＸ７Ｆ"])
def test_nobody_else_gets_in(client, code):
    answer = founded(client, code=code)
    assert (answer.status_code, User.objects.count(), Club.objects.count()) == (422, 0, 0)


def test_without_a_code_nothing_opens_the_site(client, settings):
    settings.SETUP_CODE = ""
    assert founded(client, code="").status_code == 422
    assert "make run" in client.get("/setup").text
    assert not User.objects.exists()


def test_a_site_with_an_owner_has_no_set_up(client, organiser):
    assert client.get("/setup").url == founded(client).url == reverse("ladder:home")
    assert User.objects.count() == 1


def test_who_comes_second_is_told_that_there_is_an_owner(client):
    Client(REMOTE_ADDR="192.0.2.1").post("/setup", FIRST)
    assert "This site already has an owner." in client.post("/setup", FIRST, follow=True).text
    assert "This site already has an owner." in client.get("/setup", follow=True).text


def test_guesses_are_stopped(client):
    statuses = [founded(client, code="wrong").status_code for _ in range(21)]
    assert statuses == [422] * 20 + [429]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", " ", "Enter a name."),
        ("name", "a\u202eb", "A name can&#x27;t hold invisible or control characters."),
        ("time_zone", "Mars/Base", "Choose one of these."),
        ("names", "", "Choose one of these."),
        ("names", "x", "Choose one of these."),
        ("username", "no spaces", "A user name has no spaces: only letters, digits and @ . + - _"),
        ("again", "other", "The two passwords differ."),
        ("password", "1234567", "This password is too short."),
        ("player", "a" * 81, "at most 80 characters"),
        ("email", "nowhere", "Enter a valid email address."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, field, value, sentence):
    answer = founded(client, **{field: value})
    assert (answer.status_code, User.objects.count()) == (422, 0)
    assert sentence in answer.text
    assert 'value="vesna"' in answer.text or field == "username"


def test_fields_of_others_have_no_effect(client):
    make_ladder()
    player = Player.objects.create(name="Ana", user=User.objects.create_user("ana"))
    answer = founded(client, player="Ana", is_staff="", id="7", pk="7")
    assert "Ana already has an account." in answer.text
    assert Player.objects.get(pk=player.pk).user.username == "ana"
    assert User.objects.count() == 1


def test_an_owner_without_a_ladder_goes_on_without_a_code(client, organiser):
    organiser.is_superuser = True
    client.force_login(organiser)
    assert "Set-up code" not in flat(client.get("/setup").text)
    founded(client, code="")
    organiser.refresh_from_db()
    assert (organiser.username, User.objects.count()) == ("vesna", 1)


def test_an_owner_has_their_password_and_address_changed_by_their_own_pages_only(client, organiser):
    client.force_login(organiser)
    assert 'name="password"' not in client.get("/setup").text
    assert founded(client, code="", email="thief@evil.example").url == "/ladders/new"
    organiser.refresh_from_db()
    assert (organiser.check_password("let me in"), organiser.email) == (True, "organiser@club.example")
    assert client.get("/ladders/new").status_code == 200  # still signed in


LADDER = {"name": "Tuesday backgammon", "season": "Autumn", "system": "points-exchange", "reporters": "winner"}


@pytest.fixture
def owner(client, organiser):
    client.force_login(organiser)
    return organiser


def made(client, **other):
    return client.post("/ladders/new", LADDER | other)


def test_a_ladder_of_places_leads_to_the_questions_of_its_sheet(client, owner):
    answer = client.post("/ladders/new", LADDER | {"system": "rungs"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/tuesday-backgammon/edit-rules"
    assert "Whom may I challenge?" in answer.text


def test_a_ladder_is_made_from_a_card(client, owner):
    assert made(client).url == "/tuesday-backgammon/"
    ladder = Ladder.objects.get()
    season = ladder.seasons.get()
    assert (ladder.name, ladder.reporters, season.slug, season.name) == (
        "Tuesday backgammon",
        "winner",
        "autumn",
        "Autumn",
    )
    assert list(season.boards.values_list("system", "options")) == [("points-exchange", {})]


def test_other_systems_rate_the_same_matches(client, owner):
    made(client, others=["points-exchange", "match-length-elo"])
    boards = Ladder.objects.get().seasons.get().boards
    assert list(boards.values_list("system", flat=True)) == ["points-exchange", "match-length-elo"]


def test_options_that_differ_are_kept(client, owner):
    options = {"option_start": "1500", "option_stake": "4", "option_spread": "2000", "option_provisional_until": "0"}
    made(client, system="match-length-elo", shown="match-length-elo", **options)
    assert Ladder.objects.get().seasons.get().boards.get().options == {"start": 1500}


def test_options_of_a_card_that_was_left_are_passed_over(client, owner):
    made(client, shown="match-length-elo", option_start="-5")
    assert Ladder.objects.get().seasons.get().boards.get().options == {}


def test_another_card_shows_its_options_alone(client, owner):
    answer = client.get("/ladders/new?game=other&system=points-exchange", headers={"HX-Request": "true"})
    assert "Settings of Points exchange" in answer.text
    assert "<html" not in flat(answer.text)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Enter a name."),
        ("slug", "admin", "“admin” is used by the site itself. Choose another address."),
        ("slug", "desk", "“desk” is used by the site itself. Choose another address."),
        ("slug", "a b", "Use letters from a to z, digits and hyphens."),
        ("slug", "taken", "Another ladder already has this address."),
        ("system", "no-such", "Choose one of these."),
        ("reporters", "nobody", "Choose one of these."),
        ("others", "no-such", "Choose from these."),
        ("season", "a\x00", "Null characters are not allowed."),
    ],
)
def test_a_ladder_that_can_t_be_made_says_why(client, owner, field, value, sentence):
    make_ladder(slug="taken")
    answer = made(client, **{field: value})
    assert (answer.status_code, Ladder.objects.count()) == (422, 1)
    assert sentence in answer.text


@pytest.mark.parametrize(
    ("name", "slug"), [("Šach ♞", "sach"), ("将棋", "ladder"), ("Admin", "admin-2"), ("Pub", "pub-2")]
)
def test_an_address_is_made_from_the_name(client, owner, name, slug):
    make_ladder(slug="pub")
    assert made(client, name=name).url == f"/{slug}/"


def test_only_the_owner_makes_ladders(client):
    client.force_login(User.objects.create_user("ana"))
    assert (client.get("/ladders/new").status_code, made(client).status_code) == (403, 403)
    assert not Ladder.objects.exists()


def test_a_new_ladder_begins_with_the_game_and_a_search_finds_it(client, owner):
    page = client.get("/ladders/new")
    assert "Which game do you play?" in page.text
    assert 'href="/ladders/new?game=darts"' in page.text
    found = client.get("/ladders/new?q=nardi")
    assert [game.key for group in found.context["groups"] for game in group.games] == ["backgammon"]
    assert "No game here is called “quoits &amp; co”." in client.get("/ladders/new?q=quoits+%26+co").text


def test_a_game_fills_the_form_in_and_says_why(client, owner):
    page = client.get("/ladders/new?game=darts&sides=singles")
    shown = {one.name: one.value() for one in page.context["form"]}
    wanted = {"name": "Darts", "system": "match-length-elo", "confirm_hours": 24, "inactive_after": 60}
    assert wanted.items() <= shown.items()
    assert "because a longer match says more about who is better" in page.text


def test_chess_is_proposed_as_the_kind_of_elo_that_it_names(client, owner):
    page = client.get("/ladders/new?game=chess")
    shown = {one.name: one.value() for one in page.context["form"]}
    assert "Elo as in chess (FIDE), because every chess player knows it" in page.text
    assert [value for name, value in shown.items() if name.endswith("preset")] == ["fide"]


def test_after_a_game_that_is_played_in_doubles_too_the_set_up_asks_who_plays(client, owner):
    page = client.get("/ladders/new?game=table-tennis")
    assert "<h1>Singles, doubles or both?</h1>" in page.text
    links = re.findall(r'href="/ladders/new\?(game=[^"]*)"', page.text)
    assert links == [
        "game=table-tennis&amp;sides=singles",
        "game=table-tennis-doubles&amp;sides=teams",
        "game=table-tennis-both&amp;sides=both",
    ]
    assert "doubles or both" not in client.get("/ladders/new?game=chess").text


@pytest.mark.parametrize(
    ("game", "takes", "kinds"),
    [
        ("table-tennis&sides=singles", None, {"rated"}),
        ("table-tennis-doubles&sides=teams", "teams", {"team"}),
        ("table-tennis-both&sides=both", "both", {"rated", "team"}),
        ("pool-both", "both", {"rated", "team"}),
        ("tennis-doubles", "teams", {"team"}),
    ],
)
def test_a_ladder_counts_the_singles_or_doubles_that_were_chosen(client, owner, game, takes, kinds):
    sent = find_page_form(client.get(f"/ladders/new?game={game}").text, "slug").values
    assert client.post("/ladders/new", sent).status_code == 303
    board = Ladder.objects.get().seasons.get().boards.get()
    assert (board.options.get("takes"), {kind.key for kind in board.rating_system.kinds}) == (takes, kinds)
    assert client.get(board.season.get_absolute_url()).status_code == 200


def test_another_system_than_the_advised_ones_counts_doubles_where_these_were_chosen(client, owner):
    sent = find_page_form(client.get("/ladders/new?game=table-tennis-both&system=fibs").text, "slug").values
    client.post("/ladders/new", sent | {"system": "fibs"})
    assert Ladder.objects.get().seasons.get().boards.get().options["takes"] == "both"


def test_only_a_game_of_sides_asks_how_many_play_on_one(client, owner):
    asked = [one.name for one in client.get("/ladders/new?game=foosball").context["form"].setting_fields()]
    assert asked[:2] == ["fewest_a_side", "most_a_side"]
    sent = find_page_form(client.get("/ladders/new?game=foosball").text, "slug").values
    darts = client.get("/ladders/new?game=darts&sides=singles").text
    assert "fewest_a_side" not in find_page_form(darts, "slug").values
    assert client.post("/ladders/new", sent).url == "/foosball/"
    ladder = Ladder.objects.get()
    assert (ladder.fewest_a_side, ladder.most_a_side) == (1, 2)
    assert ladder.seasons.get().boards.get().options["takes"] == "both"


def test_what_else_a_game_sets_is_asked_for_too(client, owner):
    sent = find_page_form(client.get("/ladders/new?game=tennis-singles&sides=singles").text, "slug").values
    assert sent["challenge_reach"] == "3"
    client.post("/ladders/new", sent | {"challenge_reach": "2"})
    assert Ladder.objects.get().challenge_reach == 2


def test_what_was_typed_stays_when_the_game_changes(client, owner):
    """What the first game filled in goes, and what was typed over it stays; so does a system whose option was typed."""
    sent = find_page_form(client.get("/ladders/new?game=darts&sides=singles").text, "slug").values
    typed = {"name": "Tuesdays", "inactive_after": "45", "option_start": "1500", "confirm_hours": ""}
    page = client.post("/ladders/new", sent | typed | {"switch": "chess"})
    shown = {one.name: one.value() for one in page.context["form"]}
    assert page.status_code == 200
    assert (shown["name"], shown["inactive_after"], shown["option_start"]) == ("Tuesdays", "45", "1500")
    assert page.context["form"].chosen.key == "match-length-elo"
    assert shown["confirm_hours"] == ""
    assert shown["how_to_report"] == "Over-the-board games that both agreed to rate. Report a draw as a draw."
    assert not Ladder.objects.exists()


def test_a_ladder_has_what_its_game_filled_in(client, owner):
    sent = find_page_form(client.get("/ladders/new?game=darts&sides=singles").text, "slug").values
    assert client.post("/ladders/new", sent).url == "/darts/"
    ladder = Ladder.objects.get()
    assert (ladder.game, ladder.reporters, ladder.confirm_hours, ladder.inactive_after) == ("darts", "players", 24, 60)
    assert list(ladder.seasons.get().boards.values_list("system", "options")) == [("match-length-elo", {})]


def test_a_setting_that_can_t_be_is_refused_beside_its_field(client, owner):
    answer = made(client, game="darts", counts_when_confirmed="on", confirm_hours="")
    assert answer.status_code == 422
    assert answer.context["form"].errors["confirm_hours"] == [
        "Set the hours to confirm a report, or let results count at once."
    ]
