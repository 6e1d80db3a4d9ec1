"""Joining by invitation: looking changes nothing, accepting makes an account, and guessing is stopped."""

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from players.accounts.actions.invitations import create_club_invitation, create_invitation, decline_claim, link_account
from players.models import Claim, Club, Invitation, Player
from tests.factories import make_player
from tests.markup import flat

pytestmark = pytest.mark.django_db

PASSWORD = "harbour lights"


@pytest.fixture
def bo(db):
    return make_player("Bo")


@pytest.fixture
def link(bo):
    return f"/accounts/join/{create_invitation(player=bo, by=None)}"


@pytest.fixture
def club(db):
    return f"/accounts/join/{create_club_invitation(by=None)}"


def stored():
    """Everything that joining changes."""
    return [
        list(User.objects.values()),
        list(Player.objects.values()),
        list(Invitation.objects.values()),
        list(Claim.objects.values()),
    ]


def account_of(client):
    return User.objects.filter(pk=client.session.get("_auth_user_id", 0)).first()


def test_looking_at_an_invitation_changes_nothing(client, link, club):
    before = stored()
    for url in (link, club, "/accounts/join"):
        assert [client.get(url).status_code, client.head(url).status_code] == [200, 200]
    assert stored() == before


def test_an_invitation_is_kept_nowhere_on_the_way(client, link):
    answer = client.get(link)
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"


def test_whoever_is_invited_reads_their_whole_name(client):
    Club(pk=Club.ONLY, names=Club.Names.INITIAL).save()
    noor = make_player("Noor Jansen")
    Player.objects.filter(pk=noor.pk).update(hidden=True)
    link = f"/accounts/join/{create_invitation(player=noor, by=None)}"
    assert "Are you Noor Jansen?" in client.get(link).text
    home = client.post(link, {"password": PASSWORD}, follow=True)
    assert "Welcome. You sign in as Noor Jansen." in home.text
    noor.refresh_from_db()
    assert (noor.name, noor.key, noor.user, noor.former_names.count()) == (
        "Noor Jansen",
        "noor jansen",
        User.objects.get(username="noor_jansen"),
        0,
    )


def test_accepting_signs_in_as_the_player(client, link, bo):
    client.get(link)
    before = client.session.session_key
    done = client.post(link, {"password": PASSWORD})
    assert (done.status_code, done.url) == (302, "/")
    assert account_of(client).player == bo
    assert client.session.session_key != before
    assert "Welcome. You sign in as Bo." in client.get("/", follow=True).text


def test_a_password_is_not_needed_with_an_address(client, link):
    client.post(link, {"email": "bo@club.example"})
    assert not account_of(client).has_usable_password()
    assert [one.to for one in mail.outbox] == [["bo@club.example"]]


def test_whoever_joined_without_an_address_gets_in_on_another_device_by_what_the_pages_say(client):
    anna = make_player("Anna Kovacs")
    link = f"/accounts/join/{create_invitation(player=anna, by=None)}"
    assert "You sign in as <b>Anna Kovacs</b>." in client.get(link).text
    home = client.post(link, {"password": PASSWORD}, follow=True).text
    assert "Welcome. You sign in as Anna Kovacs." in home
    assert "You sign in as Anna Kovacs</li>" in client.get("/systems/").text  # in the menu of every page

    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "Anna Kovacs", "password": PASSWORD})
    assert account_of(elsewhere).player == anna


def test_whoever_waits_to_be_linked_is_told_the_user_name(client, club, bo):
    link_account(player=bo, user=User.objects.create_user("bo"))
    home = client.post(club, {"name": "Bo", "password": PASSWORD}, follow=True).text
    name = account_of(client).username
    assert f"Welcome. You sign in as {name}. You can report once an organiser has confirmed who you are." in home
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert account_of(elsewhere) == account_of(client)


def test_whoever_gives_an_address_whose_codes_go_elsewhere_needs_a_password(client, link):
    ines = User.objects.create_user("ines", "ines@club.example")
    ines.emailaddress_set.create(email="ines@club.example", primary=True)
    answer = client.post(link, {"email": "Ines@club.example"})
    assert (answer.status_code, User.objects.count()) == (422, 1)
    assert "Choose a password too: codes sent to this address are for another account." in answer.text
    assert client.post(link, {"email": "Ines@club.example", "password": PASSWORD}).status_code == 302


def test_an_address_is_kept_in_small_letters(client, link):
    client.post(link, {"email": "Bo@Club.Example"})
    assert account_of(client).emailaddress_set.get().email == account_of(client).email == "bo@club.example"


def test_an_invitation_works_once(client, link):
    client.post(link, {"password": PASSWORD})
    second = Client().post(link, {"password": PASSWORD})
    assert (second.status_code, "no longer works" in second.text) == (404, True)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Choose a password, or enter an e-mail address to get sign-in codes."),
        ({"email": "bo"}, "That is not an e-mail address."),
        ({"password": "short"}, "This password is too short. It must contain at least 8 characters."),
        ({"password": "password1"}, "This password is too common."),
        ({"email": "x" * 300 + "@club.example"}, "Ensure this value has at most 254 characters (it has 313)."),
        ({"password": "\x00" * 9}, "Null characters are not allowed."),
    ],
)
def test_a_mistake_stores_nothing(client, link, typed, sentence):
    answer = client.post(link, typed)
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert not User.objects.exists()


def test_without_a_mail_server_a_password_is_needed(client, link, settings):
    settings.SENDS_MAIL = False
    answer = client.post(link, {"email": "bo@club.example"})
    assert (answer.status_code, User.objects.count()) == (422, 0)
    assert client.post(link, {"email": "bo@club.example", "password": PASSWORD}).status_code == 302


def test_an_address_of_somebody_else_tells_nothing(link, club):
    taken = User.objects.create_user("ines", "ines@club.example", "let me in")
    taken.emailaddress_set.create(email="ines@club.example", verified=True, primary=True)
    answers = [
        Client().post(club, {"name": name, "email": email, "password": PASSWORD})
        for name, email in (("Ada", "ines@club.example"), ("Bea", "new@club.example"))
    ]
    assert {(one.status_code, one.url) for one in answers} == {(302, "/")}
    assert [one.to for one in mail.outbox] == [["ines@club.example"], ["new@club.example"]]


def test_an_unconfirmed_address_opens_nobody_elses_account(club):
    ines = User.objects.create_user("ines", "ines@club.example")
    ines.emailaddress_set.create(email="ines@club.example", verified=True, primary=True)
    Client().post(club, {"name": "Ada", "email": "ines@club.example", "password": PASSWORD})
    mail.outbox.clear()
    browser = Client()
    browser.post("/accounts/login/code/", {"email": "ines@club.example"})
    code = next(line for line in mail.outbox[0].body.splitlines() if len(line) == 9 and "-" in line)
    browser.post("/accounts/login/code/confirm/", {"code": code})
    assert account_of(browser) == ines


def test_rights_cannot_be_typed_in(client, link):
    client.post(link, {"password": PASSWORD, "is_staff": "1", "is_superuser": "1", "player": "1", "username": "root"})
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.username) == (False, False, "bo")


def test_by_the_clubs_code_a_new_name_joins_at_once(client, club):
    client.post(club, {"name": "Ada", "password": PASSWORD})
    assert account_of(client).player.name == "Ada"


@pytest.mark.parametrize("taken", [False, True], ids=["without an account", "with one"])
def test_by_the_clubs_code_a_known_name_waits_and_tells_nothing(client, club, bo, taken):
    if taken:
        link_account(player=bo, user=User.objects.create_user("robin"))
    answer = client.post(club, {"name": "Bo", "password": PASSWORD}, follow=True)
    assert answer.status_code == 200
    assert "You can report once an organiser has confirmed who you are." in answer.text
    assert not hasattr(account_of(client), "player")


@pytest.mark.parametrize("taken", [False, True], ids=["without an account", "with one"])
def test_whoever_joins_under_a_known_name_and_is_somebody_else_joins_under_another(client, club, bo, taken):
    if taken:
        link_account(player=bo, user=User.objects.create_user("robin"))
    page = client.post(club, {"name": "Bo", "password": PASSWORD}, follow=True)
    assert page.request["PATH_INFO"] == club
    assert "is known here. An organiser checks that it is you; then you can report." in flat(page.text)
    assert "Are you someone else?" in page.text
    assert client.post(club, {"name": " "}).status_code == 422
    assert client.post(club, {"name": "bo"}).url == club  # known as before
    assert Claim.objects.get().player == bo

    home = client.post(club, {"name": "Bo of the Harbour"}, follow=True)
    assert "Your account plays as Bo of the Harbour now." in home.text
    assert account_of(client).player.name == "Bo of the Harbour"
    assert not Claim.objects.exists()


def test_whoever_was_not_confirmed_joins_under_another_name(client, club, bo):
    client.post(club, {"name": "Bo", "password": PASSWORD})
    decline_claim(claim=Claim.objects.get())
    assert "New here?" in client.get(club).text
    client.post(club, {"name": "Ada"})
    assert account_of(client).player.name == "Ada"


def test_a_new_name_like_a_known_one_is_asked_about_before_an_account_is_made(client, club):
    zoe, typed = make_player("Zoë Lund"), {"name": "Zoe Lund", "password": PASSWORD}
    asked = client.post(club, typed)
    assert (asked.status_code, "Did you mean Zoë Lund?" in asked.text, User.objects.count()) == (422, True, 0)
    assert "type the password again" in asked.text
    key = asked.context["form"].question.key

    client.post(club, {**typed, "meant": "name=Zoë Lund", "asked": key})
    assert Claim.objects.get().player == zoe

    other = Client()
    forgot = other.post(club, {"name": "Zoe Lund", "password": "", "sure": key})
    assert ("Did you mean" in forgot.text, f'name="sure" value="{key}"' in forgot.text) == (False, True)
    other.post(club, {**typed, "sure": key})
    assert account_of(other).player.name == "Zoe Lund"


def test_a_name_like_one_that_visitors_do_not_read_is_not_asked_about(client, club):
    Player.objects.filter(pk=make_player("Zoë Lund").pk).update(hidden=True)
    assert client.post(club, {"name": "Zoe Lund", "password": PASSWORD}).status_code == 302


def test_an_account_that_is_there_joins_by_the_clubs_code_under_a_name(client, club):
    make_player("Zoë Lund")
    client.force_login(User.objects.create_user("robin"))
    asked = client.post(club, {"name": "Zoe Lund"})
    assert (asked.status_code, "Did you mean Zoë Lund?" in asked.text) == (422, True)
    client.post(club, {"name": "Zoe Lund", "sure": asked.context["named"].question.key})
    assert account_of(client).player.name == "Zoe Lund"


@pytest.mark.parametrize("signed", [False, True], ids=["a new account", "one that is there"])
def test_an_invitation_of_somebody_merged_leads_to_whom_they_count_as(client, link, bo, signed):
    bob = make_player("Bob")
    Player.objects.filter(pk=bo.pk).update(merged_into=bob)
    if signed:
        client.force_login(User.objects.create_user("robin"))
    answer = client.get(link)
    assert ("Are you Bob?" in answer.text, "Bo counts as Bob now." in answer.text) == (True, True)
    client.post(link, {"password": PASSWORD})
    assert account_of(client).player == bob
    assert Client().get(link).status_code == 404


@pytest.mark.parametrize("signed", [False, True], ids=["signed out", "signed in"])
def test_an_invitation_that_gives_nothing_says_so_when_opened(client, link, bo, signed):
    bob = make_player("Bob")
    link_account(player=bob, user=User.objects.create_user("bob"))
    Player.objects.filter(pk=bo.pk).update(merged_into=bob)
    if signed:
        client.force_login(User.objects.create_user("robin"))
    for answer in (client.get(link), client.post(link, {"password": PASSWORD})):
        assert (answer.status_code, "Bob already has an account. Ask an organiser" in answer.text) == (404, True)
        assert '<form class="stack"' not in flat(answer.text)
    assert User.objects.count() == 1 + signed


def test_whoever_plays_as_the_invited_already_has_nothing_left_to_do(client, link, bo):
    bob, user = make_player("Bob"), User.objects.create_user("bob")
    link_account(player=bob, user=user)
    Player.objects.filter(pk=bo.pk).update(merged_into=bob)
    client.force_login(user)
    assert "There is nothing left to do." in client.get(link).text


def test_a_typed_code_leads_to_the_invitation(client, link):
    code = link.rpartition("/")[2]
    answer = client.post("/accounts/join", {"code": f" {code.lower()} "})
    assert (answer.status_code, answer.url) == (303, f"/accounts/join/{code.lower()}")
    assert client.get(answer.url).status_code == 200


def test_a_wrong_code_says_so(client, link):
    answer = client.post("/accounts/join", {"code": "K7QX-2MRT-9AHD"})
    assert (answer.status_code, "There is no open invitation with this code." in answer.text) == (422, True)


@pytest.mark.parametrize("guessed", ["link", "typed"])
def test_guessing_codes_is_stopped_here_and_not_elsewhere(link, guessed):
    here = Client(REMOTE_ADDR="198.51.100.7")
    for number in range(30):
        if guessed == "link":
            assert here.get(f"/accounts/join/GUESS{number}").status_code == 404
        else:
            assert here.post("/accounts/join", {"code": f"GUESS{number}"}).status_code == 422
    stopped = [here.get(link), here.post(link, {"password": PASSWORD}), here.post("/accounts/join", {"code": "A"})]
    assert [one.status_code for one in stopped] == [429, 429, 429]
    assert "Too many tries" in stopped[0].text
    assert Client(REMOTE_ADDR="192.0.2.1").get(link).status_code == 200


def test_a_whole_club_joins_from_one_network(club):
    statuses = [
        Client().post(club, {"name": f"New {number}", "password": PASSWORD}).status_code for number in range(12)
    ]
    assert statuses == [302] * 12


def test_nobody_makes_accounts_by_the_dozen(club, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip"}  # is 20
    joined = [Client().post(club, {"name": f"New {number}", "password": PASSWORD}) for number in range(3)]
    assert ([one.status_code for one in joined], User.objects.count()) == ([302, 302, 429], 2)


def test_an_account_that_is_there_becomes_the_player(client, link, bo):
    user = User.objects.create_user("robin")
    client.force_login(user)
    client.get(link)
    assert not Player.objects.filter(user=user).exists()
    assert client.post(link).url == f"/players/{bo.pk}/"
    assert Player.objects.get(user=user) == bo


def test_an_account_that_plays_becomes_nobody_else(client, link, bo):
    user = User.objects.create_user("robin")
    link_account(player=make_player("Robin"), user=user)
    client.force_login(user)
    assert "plays as" in client.get(link).text
    assert client.post(link).status_code == 422
    assert Player.objects.get(pk=bo.pk).user is None
