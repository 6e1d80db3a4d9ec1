"""The club as pages see it: its name, its zone, and how seldom it is read."""

import pytest
from django.db import OperationalError, connection

from players.models import Club
from players.models.club import forget_club
from tests.factories import make_ladder

pytestmark = pytest.mark.django_db


def test_the_environment_names_a_club_that_has_chosen_nothing(settings, client):
    settings.CLUB_NAME = "The Otters"
    assert str(Club.current()) == "The Otters"
    assert "<title>Ladders · The Otters</title>" in client.get("/").text


def test_the_owner_s_name_goes_first(client):
    Club.objects.create(pk=1, name="The Beavers")
    assert "<title>Ladders · The Beavers</title>" in client.get("/").text


def test_a_club_that_was_just_read_costs_no_query(django_assert_num_queries):
    Club.objects.create(pk=1, name="The Beavers")
    with django_assert_num_queries(1):
        assert {Club.current().name, Club.current().name} == {"The Beavers"}


def test_what_somebody_does_to_their_copy_stays_theirs():
    Club.current().name = "Not saved"
    assert Club.current().name == ""


def test_a_database_that_is_away_leaves_the_club_as_it_was(settings):
    def away(execute, sql, params, many, context):
        raise OperationalError("gone")

    forget_club()
    with connection.execute_wrapper(away):
        assert str(Club.current()) == settings.CLUB_NAME


@pytest.mark.parametrize(("zone", "day"), [("", "Monday 1 June 2026"), ("Asia/Bangkok", "Tuesday 2 June 2026")])
def test_the_day_on_a_page_is_the_club_s(client, time_machine, zone, day):
    time_machine.move_to("2026-06-01T18:00Z", tick=False)
    Club.objects.create(pk=1, time_zone=zone)
    make_ladder()
    assert day in client.get("/club/all-time/match-length-elo/print").text
