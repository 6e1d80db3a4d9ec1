"""The list of players, where organisers find and add them."""

import pytest

from players.models import Player
from players.people.actions import store_player_name
from players.people.queries import load_roster
from tests.factories import make_ladder, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def test_names_are_added_a_line_each(organises):
    make_player("Ada")
    organises.post("/players/", {"names": "ada\r\n Bo  Li \n\nCy\nbo li"})
    assert list(Player.objects.values_list("name", flat=True)) == ["Ada", "Bo Li", "Cy"]


@pytest.mark.parametrize(
    "names", ["", " \n ", "Ada\na\u202eb", "a" * 81, "\n".join(f"P{one}" for one in range(301)), "\x00"]
)
def test_names_that_can_t_be_add_nobody(organises, names):
    assert organises.post("/players/", {"names": names}).status_code == 422
    assert not Player.objects.exists()


def test_players_are_found_by_a_name_they_had(organises):
    store_player_name(player=make_player("Ada"), name="Eve")
    make_player("Bo")
    found = [one.player.name for one in organises.get("/players/?q=ad").context["rows"]]
    assert found == ["Eve"]
    assert organises.get("/players/", {"q": "a\x00\u0663" * 50}).status_code == 200


@pytest.mark.parametrize("count", [2, 6])
def test_the_list_of_players_takes_as_many_queries_however_long(db, django_assert_num_queries, count):
    for number in range(count):
        make_player(f"P{number}")
    with django_assert_num_queries(2):
        load_roster("", 1)
