"""What the ladder does when a player changes."""

import pytest

from ladder.models import Ladder
from players.models import Player
from tests.factories import make_ladder, play, season_of


@pytest.mark.django_db
def test_a_new_name_makes_open_pages_fetch_the_standings_again():
    play(season_of(make_ladder()), "Bo", "Cy")
    make_ladder(slug="other")
    before = dict(Ladder.objects.values_list("slug", "version"))
    player = Player.objects.get(name="Bo")
    player.name = "Bea"
    player.save()
    after = dict(Ladder.objects.values_list("slug", "version"))
    assert after == before | {"club": before["club"] + 1}
