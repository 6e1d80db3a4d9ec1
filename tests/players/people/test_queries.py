"""What is said about a player besides their matches."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.models import Player
from players.people.actions import store_player_name
from players.people.queries import ask_about_absence, describe_absence, list_completion_names, load_player_remarks
from tests.changes import merge_players
from tests.factories import make_player


@pytest.mark.parametrize(
    ("days", "retired", "said", "asked"),
    [
        (None, True, "Retired on 3 May 2026.", "Bo retired on 3 May 2026. Is it them?"),
        (0, False, "", ""),
        (-1, False, "", ""),
        (None, False, "", ""),
    ],
)
def test_who_is_away_is_asked_about(days, retired, said, asked):
    day = None if days is None else timezone.localdate() + timedelta(days)
    player = Player(name="Bo", sits_out_until=day, retired_on=timezone.datetime(2026, 5, 3) if retired else None)
    assert (describe_absence(player), ask_about_absence(player)) == (said, asked)


def test_who_sits_out_does_so_until_the_day_before():
    player = Player(name="Bo", sits_out_until=timezone.localdate() + timedelta(1))
    assert describe_absence(player)[:15] == "Sits out until "


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 6])
def test_other_names_take_two_queries(count, django_assert_num_queries):
    bo = make_player("Bo 0")
    for number in range(1, count):
        store_player_name(player=bo, name=f"Bo {number}")
        merge_players(player=make_player(f"B. {number}"), into=bo)
    with django_assert_num_queries(2):
        told = load_player_remarks(bo)
    assert told.formerly == [f"Bo {number}" for number in reversed(range(count - 1))]
    assert [one.name for one in told.merged] == [f"B. {number}" for number in range(1, count)]
    assert list_completion_names() == [f"Bo {count - 1}"]
