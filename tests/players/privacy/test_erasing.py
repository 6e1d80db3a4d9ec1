"""The owner erases a person through the page."""

from copy import deepcopy

import pytest
from django.contrib.auth.models import User

from ladder.matches.actions.corrections import void_match
from ladder.models import Match
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db

NAME = "Zephyra Nightwell"


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_player_to_erase)


@pytest.fixture
def player(stored):
    return deepcopy(stored)


def make_player_to_erase():
    match = play(season_of(make_ladder()), NAME, "Bo Ek")
    void_match(match=match, by=None, reason=f"{NAME} says so", revision=1)
    play(match.season, NAME, "Bo Ek")
    player = make_player(NAME)
    player.user = User.objects.create_user("nightwell")
    player.save()
    return player


def erase(client, player, name):
    """Look at what will happen, then say yes."""
    url = f"/players/{player.pk}/erase"
    return client.post(url, {"name": name, "token": client.get(url).context.get("token", "")})


def test_the_page_says_what_will_happen(staff, player):
    page = flat(staff.get(f"/players/{player.pk}/erase").text)
    said = [f"Former player {player.pk}", "in 2 matches and", "Their account,<b>nightwell</b>, is deleted", "says so"]
    assert [one for one in said if one not in page] == []
    assert Player.objects.get(pk=player.pk).name == NAME


def test_the_typed_name_erases_and_leaves_no_trace_on_any_page(staff, client, player):
    answer = erase(staff, player, "zephyra nightwell ")
    assert (answer.status_code, answer.url) == (303, player.get_absolute_url())
    match = Match.objects.first()
    for url in (answer.url, "/club/", "/club/log", match.get_absolute_url(), "/club/feed.xml", "/players/"):
        page = staff.get(url).text
        assert ("Nightwell" in page, f"Former player {player.pk}" in page) == (False, True), url


def test_the_account_is_signed_out(client, player, organiser):
    client.force_login(player.user)
    assert client.get("/").context["user"].is_authenticated
    other = type(client)()
    other.force_login(organiser)
    erase(other, player, NAME)
    assert not client.get("/").context["user"].is_authenticated


@pytest.mark.parametrize("name", ["", "Bo Ek", "Zephyra", "\0", "x" * 10_000])
def test_without_the_name_nothing_is_erased(staff, player, name):
    answer = erase(staff, player, name)
    assert answer.status_code == 422
    assert Player.objects.get(pk=player.pk).name == NAME


def test_only_the_owner_erases(client, player):
    url = f"/players/{player.pk}/erase"
    assert [client.get(url).status_code, client.post(url, {"name": NAME}).status_code] == [303, 303]
    client.force_login(player.user)
    assert [client.get(url).status_code, client.post(url, {"name": NAME}).status_code] == [403, 403]
    assert Player.objects.get(pk=player.pk).name == NAME


def test_somebody_merged_is_not_erased_alone(staff, player):
    twin = make_player("Zef")
    Player.objects.filter(pk=twin.pk).update(merged_into=player)
    answer = erase(staff, twin, "Zef")
    assert (answer.status_code, "Erase Zephyra Nightwell, or undo the merge first." in answer.text) == (422, True)
