"""What tests begin with is what the services would store."""

import pytest
from django.contrib.auth.models import User

from ladder.club.actions import create_ladder
from ladder.models import Board, Ladder, Season
from players.models import Player
from players.people.actions import find_or_create_players, store_player_name
from tests.factories import make_ladder, make_member, make_player

pytestmark = pytest.mark.django_db
OWN = {"id", "slug", "ladder", "season", "version", "past_version"}  # versions only have to grow


def list_columns(row, own=OWN):
    """Return the columns of a stored row, but for its own."""
    return {field.name: field.value_from_object(row) for field in row._meta.fields if field.name not in own}


def list_ladder(ladder):
    """Return the columns of a ladder, its seasons and their boards."""
    seasons = Season.objects.filter(ladder=ladder)
    rows = [*Ladder.objects.filter(pk=ladder.pk), *seasons, *Board.objects.filter(season__in=seasons)]
    return [list_columns(row) for row in rows]


def test_a_ladder_is_what_the_service_creates():
    fields = {"name": "Club", "season": "autumn-2026", "reporters": "any"}
    systems = ["elo", "warlocks-score"]
    created = create_ladder(slug="created", boards=[(key, {}) for key in systems], **fields)
    made = make_ladder(*systems, slug="made", **fields)

    assert list_ladder(made) == list_ladder(created)
    assert [row["system"] for row in list_ladder(made)[2:]] == systems


def test_a_player_is_what_the_service_creates_and_is_found_by_any_name():
    for name in (" Ana  Kim", "Bo"):
        (created,) = find_or_create_players([name]).values()
        expected = list_columns(created, {"id", "joined_at"})
        created.delete()
        assert list_columns(make_player(name), {"id", "joined_at"}) == expected

    ana = Player.objects.get(name="Ana Kim")
    assert make_player("ANA KIM") == ana
    store_player_name(player=ana, name="Ana Lee")
    assert make_player("Ana Kim") == ana
    Player.objects.filter(name="Bo").update(merged_into=ana)
    assert make_player("bo") == ana


def test_a_member_plays_by_an_account_of_their_own():
    member = make_member("Cy")

    assert Player.objects.get(name="Cy").user == member.user == User.objects.get(username="cy")
