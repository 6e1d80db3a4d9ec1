"""The page of invitations can be searched; what was ticked before stays ticked."""

import pytest

from ladder.people.actions.players import change_player
from players.accounts.actions.invitations import create_invitation
from players.models import Invitation
from tests.factories import make_player
from tests.markup import flat

pytestmark = pytest.mark.django_db

LIST = "/accounts/invitations"


@pytest.fixture
def club():
    return {name: make_player(name) for name in ("Ana Petrova", "Ben Ito", "Béla Kun", "Cyd Grey")}


def offered(answer):
    """Return the names that can be ticked, and which of them are."""
    ticked = answer.context["ticked"]
    return {player.name: player.pk in ticked for player in answer.context["uninvited"]}


def test_a_search_leaves_the_players_with_that_text_in_a_name(staff, club):
    change_player(player=club["Cyd Grey"], by=None, name="Cyd Bell")
    assert set(offered(staff.get(LIST))) == {"Ana Petrova", "Ben Ito", "Béla Kun", "Cyd Bell"}
    assert set(offered(staff.get(f"{LIST}?q=gre"))) == {"Cyd Bell"}
    assert set(offered(staff.get(f"{LIST}?q=ITO"))) == {"Ben Ito"}


def test_a_search_finds_names_with_accents_by_plain_letters(staff, club):
    create_invitation(player=make_player("Zoë"), by=None)
    assert list(offered(staff.get(LIST))) == ["Ana Petrova", "Béla Kun", "Ben Ito", "Cyd Grey", "Zoë"]
    assert set(offered(staff.get(f"{LIST}?q=bela"))) == {"Béla Kun"}
    assert [one.player.name for one in staff.get(f"{LIST}?q=zoe").context["open"]] == ["Zoë"]


def test_a_search_leaves_the_open_invitations_of_that_name(staff, club):
    for name in ("Ana Petrova", "Ben Ito"):
        create_invitation(player=club[name], by=None)
    page = staff.get(f"{LIST}?q=ana")
    assert [one.player.name for one in page.context["open"]] == ["Ana Petrova"]
    assert "None for “cyd”." in staff.get(f"{LIST}?q=cyd").text


def test_who_was_ticked_before_a_search_stays_ticked(staff, club):
    sent = {"q": "ben", "players": [club["Ana Petrova"].pk, "x", "9" * 30], "find": "1"}
    page = staff.post(f"{LIST}/sheet", sent)
    assert (page.status_code, offered(page)) == (200, {"Ana Petrova": True, "Ben Ito": False})
    assert f'value="{club["Ana Petrova"].pk}" checked' in flat(page.text)
    assert not Invitation.objects.exists()
    live = staff.get(LIST, sent, headers={"HX-Request": "true"})
    assert offered(live) == {"Ana Petrova": True, "Ben Ito": False}
    assert ("<html" in live.text, 'id="found"' in live.text, 'hx-swap-oob="true"' in live.text) == (False, True, True)


def test_who_was_ticked_stays_ticked_when_the_sheet_is_refused(staff):
    many = [make_player(f"P {number}").pk for number in range(61)]
    page = staff.post(f"{LIST}/sheet", {"players": many})
    assert (page.status_code, "Choose at most 60 players" in page.text) == (422, True)
    assert sum(offered(page).values()) == 61


@pytest.mark.parametrize("query", ["%00", "x" * 500, "%25", "_", "\u202e"])
def test_no_search_is_an_error(staff, club, query):
    assert staff.get(f"{LIST}?q={query}").status_code == 200
    assert "Nobody without an account is called" in staff.get(f"{LIST}?q=quoits").text
