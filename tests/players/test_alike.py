"""Which names are taken for a slip or a shortening of another."""

import pytest

from players.alike import likeness, plain, players_alike
from players.names import name_key
from tests.factories import make_player


def like(one, other):
    return likeness(plain(name_key(one)), plain(name_key(other)))


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
    ("one", "other"),
    [
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
def test_three_are_offered_the_closest_first_and_nobody_who_plays():
    people = [make_player(name) for name in ("Christopher", "Chriss", "Chrissy", "Christine", "Ben", "Chrys")]

    assert [one.name for one in players_alike("Chris", [people[-1].pk])] == ["Chriss", "Chrissy", "Christine"]
