"""What the ladder does when a player changes."""

from threading import Event

import pytest
from django.db import transaction

from ladder import ledger
from ladder.models import Ladder, Match
from players.models import Player
from tests.factories import make_ladder, play, season_of
from tests.threads import together


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


@pytest.mark.django_db(transaction=True)
def test_a_rename_while_a_match_is_recorded_waits_for_it():
    season = season_of(make_ladder())
    play(season, "Bo", "Cy")
    locked = Event()

    def record():
        with transaction.atomic():
            ledger.lock(season.ladder_id)
            locked.set()
            renamed.wait(0.5)  # it can't be done before this is: the ladder is held
            play(season, "Bo", "Cy")

    renamed = Event()

    def rename():
        locked.wait(10)
        player = Player.objects.get(name="Bo")
        player.name = "Bea"
        player.save()
        renamed.set()

    assert [one for one in together([record, rename]) if isinstance(one, Exception)] == []
    assert (Match.objects.count(), Player.objects.filter(name="Bea").count()) == (2, 1)
