"""The admin: players, and the accounts linked to them."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def address(page, *arguments):
    return reverse(f"admin:players_player_{page}", args=arguments)


def found(response):
    return response.context["adminform"].form.errors


def test_a_player_is_added_with_an_account(admin):
    member = User.objects.create_user("bo")
    assert admin.post(address("add"), {"name": " Bo  Ek ", "user": member.pk}).status_code == 302
    assert list(Player.objects.values_list("name", "key", "user__username")) == [("Bo Ek", "bo ek", "bo")]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("BO", "Bo is already a player."),
        ("", "This field is required."),
        ("B\u200bo", "A name can't hold invisible or control characters."),
    ],
)
def test_a_name_that_cannot_be_is_an_error_of_the_form(admin, name, sentence):
    make_player("Bo")
    answer = admin.post(address("add"), {"name": name, "user": ""})
    assert (answer.status_code, found(answer)) == (200, {"name": [sentence]})


@pytest.mark.parametrize("key", ["null", "{}", "1.5", "-1", "٣", "9" * 30])
def test_an_account_that_is_none_is_an_error_of_the_form(admin, key):
    answer = admin.post(address("add"), {"name": "Bo", "user": key})
    said = "Select a valid choice. That choice is not one of the available choices."
    assert (answer.status_code, found(answer)) == (200, {"user": [said]})


def test_an_account_plays_as_one_player(admin):
    player, member = make_player("Bo"), User.objects.create_user("bo")
    admin.post(address("change", player.pk), {"name": "Bo", "user": member.pk})
    answer = admin.post(address("add"), {"name": "Cy", "user": member.pk})
    assert found(answer) == {"user": ["Player with this Account already exists."]}


def test_a_player_of_a_match_is_not_deleted(admin):
    play(season_of(make_ladder()), "Bo", "Cy")
    player = Player.objects.get(name="Bo")
    page = admin.post(address("delete", player.pk), {"post": "yes"})
    assert (page.status_code, Player.objects.count(), bool(page.context["protected"])) == (200, 2, True)
    chosen = {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}
    assert (admin.post(address("changelist"), chosen).status_code, Player.objects.count()) == (200, 2)


def test_a_new_account_can_sign_in(admin, client):
    given = {"username": "bo", "usable_password": "true", "password1": "quiet-river-9", "password2": "quiet-river-9"}
    assert admin.post(reverse("admin:auth_user_add"), given).status_code == 302
    client.logout()
    assert client.login(username="bo", password="quiet-river-9")


def test_the_pages_of_players_and_accounts_open(admin):
    player = make_player("Bo")
    pages = (address("changelist"), address("add"), address("change", player.pk), reverse("admin:auth_user_changelist"))
    assert [admin.get(page, {}).status_code for page in pages] == [200, 200, 200, 200]
