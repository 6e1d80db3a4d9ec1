"""Names: one player each, whatever the letter case, and the names that players had."""

import pytest
from django.core.exceptions import ValidationError

from players.models import FormerName, Player
from players.people.actions import find_or_create_players, find_players, store_player_name
from players.people.names import build_name_key
from tests.factories import make_player

pytestmark = pytest.mark.django_db


def finds(name):
    """Who is found under a name."""
    found = find_players([build_name_key(name)]).get(build_name_key(name))
    return found and found.name


def test_an_old_name_still_finds_the_player():
    store_player_name(player=make_player("Bo"), name=" Bo  Ek ")
    assert (finds("bo ek"), finds("BO"), finds("Cy")) == ("Bo Ek", "Bo Ek", None)
    assert [one.name for one in find_or_create_players(["bo"]).values()] == ["Bo Ek"]
    assert Player.objects.count() == 1


def test_another_letter_case_is_no_other_name():
    store_player_name(player=make_player("Bo"), name="BO")
    assert (Player.objects.get().name, FormerName.objects.count()) == ("BO", 0)


def test_a_name_that_somebody_else_has_is_refused():
    make_player("Cy")
    with pytest.raises(ValidationError) as refused:
        store_player_name(player=make_player("Bo"), name="CY")
    assert refused.value.messages == ["Cy is already a player."]
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Bo", "Cy"]


def test_a_former_name_that_somebody_takes_is_theirs():
    bo, cy = make_player("Bo"), make_player("Cy")
    store_player_name(player=bo, name="Bo Ek")
    store_player_name(player=cy, name="Bo")
    assert finds("bo") == "Bo"
    assert make_player("Bo") == cy

    store_player_name(player=cy, name="Cy again")
    assert finds("bo") == "Cy again"  # who had it last


def test_a_name_that_comes_and_goes_is_kept_once():
    bo = make_player("Bo")
    for name in ("Ed", "Bo", "Ed"):
        store_player_name(player=bo, name=name)
    assert list(bo.former_names.values_list("name", flat=True)) == ["Bo", "Ed"]
    assert finds("bo") == "Ed"


def test_many_names_take_two_queries(django_assert_num_queries):
    store_player_name(player=make_player("Bo"), name="Bo Ek")
    make_player("Cy")
    with django_assert_num_queries(2):
        assert {key: one.name for key, one in find_players(["bo", "cy", "dee"]).items()} == {"bo": "Bo Ek", "cy": "Cy"}
