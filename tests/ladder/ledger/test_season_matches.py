from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.formats import Exit, ParticipantResult
from ladder.ledger.storage.season_matches import load_entries
from tests.factories import enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 2, 20, tzinfo=UTC)


def test_matches_of_all_formats_come_in_the_order_of_play():
    season = season_of(make_ladder("match-length-elo", "warlocks-score"))
    late = play(season, "Ana", "Ben", 7, on=DAY.date() + timedelta(1))
    battle = enter_match(season=season, by=None, kind="ladder", played_at=DAY, participants=battle_of_three())
    early = play(season, "Ben", "Cy", 5, on=DAY.date() - timedelta(1))

    found = load_entries(season, None)

    assert [one.match for one in found] == [early.pk, battle.pk, late.pk]
    assert [len(one.result.players) for one in found] == [2, 3, 2]
    assert [one.result.scores for one in found] == [(1, 0), (0, 1, 0), (1, 0)]
    assert found[1].result.exits == (Exit("dead", 4), Exit("standing"), Exit("surrendered", 2))
    assert [one.result.facts for one in found] == [{"length": 5}, {}, {"length": 7}]
    for one in found:
        seats = one.result.players, one.participants
        stored = [*zip(*season.matches.get(pk=one.match).participants.values_list("player", "pk"), strict=True)]
        assert [*seats] == stored


def test_a_match_of_two_keeps_when_it_began(settings):
    settings.TIME_ZONE = "Europe/Rome"
    season = season_of(make_ladder("match-length-elo"))
    began = DAY - timedelta(hours=1)
    participants = [ParticipantResult(make_player("Ana"), 0.0), ParticipantResult(make_player("Ben"), 1.0)]
    enter_match(
        season=season,
        by=None,
        kind="rated",
        facts={"length": 5},
        started_at=began,
        played_at=DAY,
        participants=participants,
    )

    (found,) = load_entries(season, None)

    assert (found.result.started, found.result.ended) == (began, DAY)
    assert {found.result.started.tzinfo, found.result.ended.tzinfo} == {timezone.get_current_timezone()}


@pytest.mark.once
@pytest.mark.parametrize(("battles", "queries"), [(0, 2), (1, 3), (5, 3)])
def test_it_takes_as_many_queries_however_many_they_are(battles, queries):
    season = season_of(make_ladder("match-length-elo", "warlocks-score"))
    for number in range(3):
        play(season, "Ana", "Ben", on=DAY.date() + timedelta(number))
    for number in range(battles):
        at = DAY + timedelta(hours=number)
        enter_match(season=season, by=None, kind="friendly", played_at=at, participants=battle_of_three())

    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert len(load_entries(season, None)) == 3 + battles

    assert len([one for one in asked if one["sql"].startswith("SELECT")]) == queries


def battle_of_three():
    """Ben stands at the end; Cy gave up before Ana died."""
    exits = [("Ana", 0.0, "dead", 4), ("Ben", 1.0, "standing", None), ("Cy", 0.0, "surrendered", 2)]
    return [ParticipantResult(make_player(name), score, Exit(exit, round)) for name, score, exit, round in exits]
