"""Which names are taken for a slip or a shortening of another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.people.names import build_name_key, fold_player_name
from players.people.similar_names import (
    MOST_SIMILAR_NAMES,
    find_similar_names,
    find_similar_players,
    rate_likeness,
)
from tests.factories import make_player


def like(one, other):
    return rate_likeness(fold_player_name(one), fold_player_name(other))


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("Aidan", "Aiden"),  # changed
        ("Aden", "Aiden"),  # left out
        ("Aideen", "Aiden"),  # added
        ("Aidne", "Aiden"),  # swapped
        ("aidens", "AIDEN"),
        ("Zoe", "Zoë"),
        ("Ann", "Anna"),
    ],
)
def test_one_letter_makes_names_alike(new, known):
    assert like(new, known) == like(known, new) == 1


@pytest.mark.parametrize(
    ("short", "long"),
    [("Chris", "Christopher"), ("Larry", "Larry Smith"), ("Larry S.", "Larry Smith"), ("J. Smith", "John Smith")],
)
def test_a_shortening_is_alike(short, long):
    assert like(short, long) == like(long, short) == 2


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("Smith", "John Smith"),
        ("Smyth", "John Smith"),
        ("Lary", "Larry Smith"),
        ("lse", "Ilse Grünewald"),  # a letter that was lost
        ("Heijden", "Bram van der Heijden"),
    ],
)
def test_a_word_of_a_name_is_alike(word, name):
    assert like(word, name) == like(name, word) == 3


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ben", "Jen Carter"),  # too short to be a slip
        ("Ben Smith", "John Smith"),
        ("Tom", "Jo Tom 2"),
        ("Ben", "Bo"),
        ("Bo", "Jo"),
        ("Tom 1", "Tom 2"),
        ("Tom", "Tom 2"),
        ("Foe 1", "Foe 11"),
        ("Larry Smith", "Larry Jones"),
        ("Rafa", "Rosa"),
        ("Aidan", "Adein"),
    ],
)
def test_other_names_are_not(one, other):
    assert like(one, other) == like(other, one) == 0


@pytest.mark.django_db
def test_three_are_offered_the_closest_first():
    for name in ("Christopher", "Chriss", "Chrissy", "Christine", "Ben"):
        make_player(name)

    assert [one.name for one in find_similar_players("Chris")] == ["Chriss", "Chrissy", "Christine"]


@given(st.lists(st.text("ab c1é.", max_size=6), unique=True, max_size=8))
def test_many_names_at_once_are_alike_as_one_by_one(names):
    keys = [build_name_key(name) for name in names]
    for key, found in find_similar_names(keys, keys).items():
        others = sorted((like(key, other), other) for other in {*keys} - {key})
        assert found == [one for one in others if one[0]][:MOST_SIMILAR_NAMES]
