"""The race of a year (B7): all points of its cycles; level: fewer points by forfeit, then fewer points conceded."""

from datetime import date

import pytest

from ladder.boxes.actions import NewBox, end_cycle, make_boxes
from ladder.boxes.queries.race import load_race
from ladder.formats import ParticipantResult
from ladder.formats.games import parse_games
from ladder.seasons.actions.life_cycle import close_season
from tests.factories import enter_match, make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db
FIRST, LATER = date(2026, 1, 10), date(2026, 2, 10)


def test_the_cycles_of_a_year_make_a_champion(client, time_machine):
    """On paper, by B2 (1 for playing, 1 a game, 1 for the win, forfeit 5):

    January: Ana beats Ben 3-0 by 11-1 each: 5, 1. Cy is given a forfeit by Ben: 5, 0. Ana beats Cy 3-2: 5, 3.
    February: Ben beats Ana 3-0: 5, 1. Cy beats Ben 3-1 : 5, 2.
    Sums: Ana 5 + 5 + 1 = 11; Cy 5 + 3 + 5 = 13; Ben 1 + 0 + 5 + 2 = 8.
    """
    time_machine.move_to(FIRST)
    ladder = make_ladder("match-points", box_size=3, season="january")
    season = season_of(ladder)
    season.starts_on, season.ends_on = date(2026, 1, 1), date(2026, 1, 31)
    season.save()
    people = {name: make_player(name) for name in ("Ana", "Ben", "Cy")}
    boxes = [NewBox(1, "", [one.pk for one in people.values()])]
    make_boxes(season=season, boxes=boxes)

    def enter(season, winner, loser, games, kind="rated"):
        results = [ParticipantResult(people[winner], 1.0), ParticipantResult(people[loser], 0.0)]
        enter_match(season=season, participants=results, by=None, kind=kind, games=parse_games(games))

    enter(season, "Ana", "Ben", "11-1 11-1 11-1")
    enter(season, "Cy", "Ben", "", "walkover")
    enter(season, "Ana", "Cy", "11-9 9-11 11-9 9-11 11-9")
    second = end_cycle(season=season, boxes=boxes, name="February", ends_on=date(2026, 2, 28))
    time_machine.move_to(LATER)
    enter(second, "Ben", "Ana", "11-5 11-5 11-5")
    enter(second, "Cy", "Ben", "11-5 5-11 11-5 11-5")
    race = load_race(ladder, 2026)
    assert [(str(line.rank), line.player.name, line.points, line.total) for line in race.lines] == [
        ("1", "Cy", ["8", "5"], "13"),
        ("2", "Ana", ["10", "1"], "11"),
        ("3", "Ben", ["1", "7"], "8"),
    ]
    assert race.champions == []
    close_season(second)
    assert [one.name for one in load_race(ladder, 2026).champions] == ["Cy"]
    assert "<b>Cy</b> won it." in client.get("/club/race?year=2026").text
    assert load_race(ladder, 2025).lines == []


def test_no_year_whatever_makes_an_error(client):
    make_ladder("match-points", box_size=3)
    for year in ("", "0", "99999999999999999999", "abc", "-5"):
        assert client.get("/club/race", {"year": year}).status_code == 200
