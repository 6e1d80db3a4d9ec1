"""Players by name: known in any letter case, or new and not saved."""

import pytest

from ladder.pages.fields import find_known_players
from players.models import Player
from tests.factories import make_player

pytestmark = pytest.mark.django_db


def test_all_names_are_looked_up_in_two_queries(django_assert_num_queries):
    """One for the names that players have, one for those they had."""
    ana = make_player("Ana")
    typed = [Player(name="ANA"), Player(name="Rafa"), Player(name="ana")]

    with django_assert_num_queries(2):
        found = find_known_players(typed)

    assert found == [ana, typed[1], ana]
