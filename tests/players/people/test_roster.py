"""The list of players: members find everybody in it, organisers add them and get to their forms."""

import pytest
from django.utils import timezone

from players.models import Club, Player
from players.people.actions import store_player_name
from players.people.queries import load_roster
from tests.changes import merge_players
from tests.factories import make_ladder, make_member, make_player, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def test_names_are_added_a_line_each(organises):
    make_player("Ada")
    organises.post("/players/add", {"names": "ada\r\n Bo  Li \n\nCy\nbo li"})
    assert list(Player.objects.values_list("name", flat=True)) == ["Ada", "Bo Li", "Cy"]


@pytest.mark.parametrize(
    "names", ["", " \n ", "Ada\na\u202eb", "a" * 81, "\n".join(f"P{one}" for one in range(301)), "\x00"]
)
def test_names_that_can_t_be_add_nobody(organises, names):
    assert organises.post("/players/add", {"names": names}).status_code == 422
    assert not Player.objects.exists()


def test_players_are_found_by_a_name_they_had(organises):
    store_player_name(player=make_player("Ada"), name="Eve")
    make_player("Bo")
    found = [one.player.name for one in organises.get("/players/?q=ad").context["rows"]]
    assert found == ["Eve"]
    assert organises.get("/players/", {"q": "a\x00\u0663" * 50}).status_code == 200


def test_a_search_and_the_order_of_names_do_not_mind_accents(organises):
    store_player_name(player=make_player("Ève"), name="Ada")
    for name in ("Zoë", "Émile", "Øyvind", "Emma", "Olga"):
        make_player(name)

    def names(query):
        return [one.player.name for one in organises.get("/players/", {"q": query}).context["rows"]]

    assert names("") == ["Ada", "Émile", "Emma", "Olga", "Øyvind", "Zoë"]
    assert [names(query) for query in ("zoe", "ZOË", "emi", "oyv", "eve")] == [
        ["Zoë"], ["Zoë"], ["Émile"], ["Øyvind"], ["Ada"],
    ]  # fmt: skip
    store_player_name(player=Player.objects.get(name="Zoë"), name="Àlex")
    assert (names("alex"), names("zoe")) == (["Àlex"], ["Àlex"])


def test_members_find_everybody_in_the_club_and_get_to_their_pages(db):
    ana, hidden = make_member("Ana Lund"), make_player("Zoe Lindqvist")
    Player.objects.filter(pk=hidden.pk).update(hidden=True)
    make_player("Bo Adler")
    member = signed_in(ana.user)

    page = member.get("/players/")

    assert [one.player.name for one in page.context["rows"]] == ["Ana Lund", "Bo Adler", "Zoe Lindqvist"]
    assert f'<a href="/players/{hidden.pk}/"><b>Zoe Lindqvist</b></a>' in page.text
    found = member.get("/players/?q=L").context["rows"]
    assert [one.player.name for one in found] == ["Ana Lund", "Bo Adler", "Zoe Lindqvist"]
    assert [one.player.name for one in member.get("/players/?q=lund").context["rows"]] == ["Ana Lund"]
    assert 'href="/players/"' in member.get("/").text


def test_members_see_nobody_twice_nobody_erased_and_no_buttons_of_organisers(organises):
    ana, twin, gone = make_member("Ana"), make_player("Anna"), make_player("Player 7")
    merge_players(player=twin, into=ana)
    Player.objects.filter(pk=gone.pk).update(erased_at=timezone.now())

    page = signed_in(ana.user).get("/players/")

    assert [one.player.name for one in page.context["rows"]] == ["Ana"]
    for word in ("account</span>", "/players/add", "Invite", "Desk"):
        assert word not in page.text
        assert word in organises.get("/players/").text
    assert {"Ana", "Anna", "Player 7"} <= {one.player.name for one in organises.get("/players/").context["rows"]}


def test_an_organiser_without_the_factor_that_the_club_asks_for_sees_what_members_see(organises):
    make_player("Ana")
    Club.objects.update_or_create(pk=1, defaults={"second_factor": True})

    assert "Invite" not in organises.get("/players/").text


@pytest.mark.parametrize("count", [2, 6])
def test_the_list_of_players_takes_as_many_queries_however_long(db, django_assert_num_queries, count):
    for number in range(count):
        make_player(f"P{number}")
    with django_assert_num_queries(2):
        load_roster("", 1, everyone=True)
