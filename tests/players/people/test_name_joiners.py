"""The zero-width non-joiner of Persian names: taken where it belongs, and never what tells two names apart."""

import pytest
from django.core.exceptions import ValidationError

from ladder.club.forms.ladders import AccountField
from players.form_fields import SentenceField
from players.models import Player
from players.people.actions import find_or_create_players, find_players, store_player_name
from players.people.names import build_name_key, clean_name
from players.privacy.abbreviation import NamedPerson, abbreviate_names
from players.privacy.erasure import build_name_eraser
from players.privacy.visitors import VisitorRedaction
from tests.factories import make_ladder, make_member, make_player, play, season_of

NAME, BARE = "علی\u200cرضا کریمی", "علیرضا کریمی"


def test_between_two_letters_of_the_arabic_script_it_is_part_of_a_name():
    assert clean_name(f" {NAME} ") == NAME
    assert SentenceField().clean(f"{NAME}: بله") == f"{NAME}: بله"


@pytest.mark.parametrize(
    "name",
    ["An\u200cn", "\u200cعلی", "علی\u200c", "علی\u200c رضا", "علی\u200c\u200cرضا", "علی\u200c1", "ع\u200cb", "\u200c"],
)
def test_elsewhere_it_is_an_invisible_character(name):
    with pytest.raises(ValueError, match="A name can't hold invisible or control characters"):
        clean_name(name)
    with pytest.raises(ValidationError, match="can't hold invisible or control characters"):
        SentenceField().clean(name)


@pytest.mark.parametrize("letter", ["\u200b", "\u200d", "\u202e", "\u2060", "\ufeff"])
def test_no_other_invisible_character_is_one(letter):
    with pytest.raises(ValueError, match="A name can't hold invisible or control characters"):
        clean_name(f"علی{letter}رضا")


@pytest.mark.django_db
def test_with_and_without_it_is_one_player():
    player = make_player(NAME)

    assert find_players([build_name_key(BARE)]) == {build_name_key(NAME): player}
    assert find_or_create_players([BARE, NAME]) == {build_name_key(NAME): player}
    assert Player.objects.get().name == NAME
    with pytest.raises(ValidationError, match="is already a player"):
        store_player_name(player=make_player("Bo"), name=BARE)


@pytest.mark.django_db
def test_a_search_finds_it_with_and_without(client):
    season = season_of(make_ladder())
    play(season, NAME, "Bo")

    for query in (NAME, BARE, "علیرضا"):
        assert NAME in client.get("/club/all-time/", {"q": query}).text


@pytest.mark.django_db
def test_an_account_is_found_by_it_with_and_without():
    player = make_member("Ali")
    store_player_name(player=player, name=NAME)

    assert [AccountField().clean(name) for name in (NAME, BARE)] == [player.user] * 2


def test_it_is_left_out_of_the_letters_of_a_surname():
    """The third of them would end with one, which nobody can see or type."""
    people = [NamedPerson(1, "سارا می\u200cخک"), NamedPerson(2, "سارا میرا")]

    assert set(abbreviate_names(people).values()) == {"سارا میخ.", "سارا میر."}


@pytest.mark.django_db
@pytest.mark.parametrize("stored", [NAME, BARE])
@pytest.mark.parametrize("said", [NAME, BARE])
def test_who_is_hidden_is_hidden_in_both_spellings(stored, said):
    Player.objects.filter(pk=make_player(stored).pk).update(hidden=True)

    assert VisitorRedaction().redact_text(f"{said} باخت") == "Hidden player باخت"
    assert VisitorRedaction().redact_text("می\u200cرود") == "می\u200cرود"


@pytest.mark.parametrize("stored", [NAME, BARE])
@pytest.mark.parametrize("said", [NAME, BARE])
def test_who_is_forgotten_is_forgotten_in_both_spellings(stored, said):
    forget = build_name_eraser([stored], ["بهرام می\u200cرود"], "Former player 1")

    assert forget(f"{said} باخت") == "Former player 1 باخت"
    assert forget("بهرام می\u200cرود باخت") == "بهرام می\u200cرود باخت"


def test_a_half_of_a_name_is_forgotten_like_one_with_a_hyphen():
    assert build_name_eraser([NAME], [], "Former player 1")("رضا باخت") == "Former player 1 باخت"
