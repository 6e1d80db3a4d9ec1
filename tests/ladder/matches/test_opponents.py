"""The nine opponents to tap."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.matches.queries.opponents import list_likely_opponents
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def names(season, **chosen):
    return [one.name for one in list_likely_opponents(season, make_player("Ana"), **chosen)]


def test_those_here_today_come_before_the_usual_ones_and_the_most_active():
    season, day = season_of(make_ladder()), timezone.localdate() - timedelta(days=30)
    for _ in range(3):
        play(season, "Ana", "Often", on=day)
    for _ in range(4):
        play(season, "Busy", "Often", on=day)
    play(season, "Ana", "Once", on=day)
    play(season, "Here", "Once")

    assert names(season) == ["Once", "Here", "Often", "Busy"] or names(season) == ["Here", "Once", "Often", "Busy"]


def test_those_who_are_here_for_another_ladder_come_after_those_who_play_on_this_one():
    season, chess = season_of(make_ladder()), season_of(make_ladder(slug="chess", name="Chess"))
    play(season, "Ana", "Often", on=timezone.localdate() - timedelta(days=30))
    play(chess, "Elsewhere", "Further")

    assert names(season)[0] == "Often"


def test_there_are_nine_at_most_and_never_oneself():
    season = season_of(make_ladder())
    for number in range(12):
        play(season, "Ana", f"Foe {number}")

    assert len(names(season)) == 9
    assert "Ana" not in names(season)


def test_whoever_is_chosen_stays_in_sight():
    season = season_of(make_ladder())
    chosen = make_player("Zoe")
    for number in range(12):
        play(season, "Ana", f"Foe {number}")

    assert "Zoe" in names(season, chosen=[chosen.pk])


def test_a_new_ladder_offers_the_players_there_are():
    season = season_of(make_ladder())
    make_player("Ben")

    assert list_likely_opponents(season, make_player("Ana"))[0][1:] == ("Ben", "1,800")


def test_a_new_ladder_offers_the_club_by_name_and_nobody_who_retired():
    season, chess = season_of(make_ladder()), season_of(make_ladder(slug="chess", name="Chess"))
    play(chess, "Zoe", "Cleo", on=timezone.localdate() - timedelta(days=3))
    make_player("Ben")
    Player.objects.filter(pk=make_player("Abe").pk).update(retired_on=timezone.localdate())

    assert names(season) == ["Ben", "Cleo", "Zoe"]
    assert [one.name for one in list_likely_opponents(season)] == ["Ana", "Ben", "Cleo", "Zoe"]


def test_the_frequent_are_those_here_today_then_the_most_active_and_nobody_twice():
    season, day = season_of(make_ladder()), timezone.localdate() - timedelta(days=30)
    for _ in range(3):
        play(season, "Busy", "Often", on=day)
    play(season, "Busy", "Once", on=day)
    play(season, "Here", "Once")

    found = [one.name for one in list_likely_opponents(season)]
    assert (set(found[:2]), found[2:]) == ({"Here", "Once"}, ["Busy", "Often"])


def test_those_who_are_chosen_for_two_others_come_first_with_five_more_besides():
    season = season_of(make_ladder())
    for number in range(12):
        play(season, "Ana", f"Foe {number}")
    chosen = [make_player(f"Guest {number}").pk for number in range(6)]

    found = [one.pk for one in list_likely_opponents(season, chosen=chosen)]

    assert (found[:6], len(found)) == (chosen, 11)
    assert len(list_likely_opponents(season, chosen=chosen[:2])) == 9
