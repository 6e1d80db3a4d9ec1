"""The honours on a player's profile."""

from datetime import date

import pytest

from ladder.models import Ladder
from ladder.seasons.actions.life_cycle import close_season
from ladder.story.queries.player_honours import load_player_honours
from tests.factories import make_ladder, make_player, play, play_all, season_of

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 3)


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def test_a_profile_shows_badges_records_seasons_won_and_what_is_next(client, season):
    for number in range(10):
        play(season, "Ana", f"Ben {number}", on=DAY)
    close_season(season, on=DAY)
    ana = make_player("Ana")

    honours = load_player_honours(Ladder.objects.get(), ana)

    # First among eight from the seventh match on, ten wins in a row over ten opponents, all on one day. Against 1,500
    # each, ten steps of 32 * (1 - 1 / (1 + 10^((1500 - r) / 400))) lead from 1,500 to 1,631.2.
    assert [one.badge.name for one in honours.badges] == ["Summit", "Unstoppable", "Sociable"]
    assert [one.held.mark.text for one in honours.records] == ["10 wins", "1,631", "10 matches"]
    assert [one.name for one in honours.seasons] == ["All-time"] or [one.name for one in honours.seasons] == [
        "All time"
    ]
    assert (honours.in_reach.badge.name, honours.in_reach.has) == ("The whole club", 10)
    page = client.get(f"/players/{ana.pk}/").text
    assert "Won All time" in page
    assert 'max="25" value="10"' in page


def test_who_has_nothing_yet_sees_what_is_next(client, season):
    play_all(season, [("Ana", "Ben")] * 2, on=DAY)

    honours = load_player_honours(Ladder.objects.get(), make_player("Ben"))

    assert honours.badges == honours.records == honours.seasons == []
    assert (honours.in_reach.badge.name, honours.in_reach.has) == ("Sociable", 1)


def test_a_past_day_shows_no_honours_of_later(client, season):
    play_all(season, [("Ana", "Ben")] * 2, on=DAY)

    assert "h-honours" not in client.get(f"/players/{make_player('Ana').pk}/?as-of=2026-01-04").text
