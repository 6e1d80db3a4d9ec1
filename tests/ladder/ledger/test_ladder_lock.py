"""What is about to change is read under the lock, and as it then is."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from ladder import ledger
from ladder.ledger.ladder_lock import lock_all_ladders, lock_match, lock_open_season, lock_season
from ladder.models import Match, Season
from ladder.seasons.actions.life_cycle import close_season
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder())


def test_what_another_changed_meanwhile_is_seen(season):
    match = play(season, "Ann", "Bea")
    Season.objects.filter(pk=season.pk).update(name="Autumn")
    Match.objects.filter(pk=match.pk).update(status="void")

    assert (lock_season(season).name, lock_match(match).is_void) == ("Autumn", True)


def test_a_season_that_was_closed_meanwhile_is_refused(season):
    close_season(season)

    with pytest.raises(ValidationError) as refused:
        lock_open_season(season)
    assert refused.value.messages == ["All time is closed. Reopen it first."]


def test_all_ladders_are_locked_in_the_order_in_which_they_were_made():
    """Two who take the locks of all ladders never wait for each other, whatever the ladders are called."""
    made = [make_ladder(slug=f"{name}-club", name=name).pk for name in ("zeta", "eta", "beta", "alpha")]
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        lock_all_ladders()

    assert re.findall(r'"ladder_ladder"."id" = (\d+)', "\n".join(one["sql"] for one in asked)) == [*map(str, made)]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no such setting")
@pytest.mark.django_db(transaction=True)
def test_a_ladder_s_rows_are_looked_up_by_an_index_as_long_as_it_is_locked():
    """Only there: a page of a past day reads nearly all that it goes through (decision 0023)."""
    ladder = make_ladder()

    def cost():
        with connection.cursor() as cursor:
            cursor.execute("SHOW random_page_cost")
            return float(cursor.fetchone()[0])

    usual = cost()
    with ledger.one_moment():
        reading = cost()
    with transaction.atomic():
        ledger.lock(ladder.pk)
        locked = cost()
    assert (reading, locked, cost()) == (1.1, 1.1, usual)
    assert usual > 1.1
