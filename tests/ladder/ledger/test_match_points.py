"""A board of match points in the ledger: fresh seasons, walkovers and claimed ones, and who stands higher."""

import io
from datetime import date
from zoneinfo import ZoneInfo

import pytest

from ladder import ledger
from ladder.exports.queries import find_extra_columns, load_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import write_match_file
from ladder.formats import ParticipantResult
from ladder.models import Board, Season, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.factories import enter_match, make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rule", ["carry", "shrink", "fresh"])
def test_points_of_one_season_are_not_those_of_the_next(rule):
    """M-1: 1 for playing and 1 for the win, in the second season as in the first."""
    first = season_of(make_ladder("match-points", "elo"))
    for _ in range(3):
        play(first, "Ana", "Ben", on=date(2026, 11, 2))
    second = open_next_season(close_season(first), slug="next", name="Next", rule=rule)
    Season.objects.filter(pk=second.pk).update(starts_on=None)  # it would begin tomorrow
    play(season_of(second.ladder), "Ana", "Ben", on=date(2026, 11, 4))
    points = Standing.objects.filter(board__season=second, board__system="match-points").order_by("-points")
    assert [row.points for row in points] == [2, 1]
    assert Standing.objects.get(board__season=first, board__system="match-points", player__name="Ana").points == 6
    assert ledger.verify(first.ladder) == []


def give_walkover(season, winner, loser, **facts):
    sides = [ParticipantResult(make_player(name), score) for name, score in ((winner, 1.0), (loser, 0.0))]
    return enter_match(season=season, participants=sides, by=None, kind="walkover", facts=facts)


def test_walkover_counts_and_a_claimed_one_gives_less():
    """B2: forfeit 5 to the winner; B3: claimed after three offers: 4."""
    season = season_of(make_ladder("match-points", "elo"))
    give_walkover(season, "Ana", "Ben")
    give_walkover(season, "Cy", "Ben", claimed=1)
    points = Standing.objects.filter(board__season=season, board__system="match-points").order_by("-points")
    assert [(row.player.name, row.points) for row in points.select_related("player")] == [
        ("Ana", 5), ("Cy", 4), ("Ben", 0),
    ]  # fmt: skip
    assert {row.points for row in Standing.objects.filter(board__system="elo")} == {1500}
    assert ledger.verify(season.ladder) == []
    stream = io.StringIO()
    write_match_file(stream, load_records(season), **find_extra_columns(season))
    sheet = read_match_file(stream.getvalue(), ZoneInfo("UTC"))
    assert [dict(one.facts) for one in sheet.records] == [{}, {"claimed": 1}]


def test_standings_say_why_somebody_with_as_many_points_stands_above(client):
    """B4: by wins first; Ana and Ben have 8 points, Ana by two wins and Ben by one."""
    season = season_of(make_ladder("match-points"))
    options = {"first_by": "wins", "playing": 0, "game": 0, "win": 4, "forfeit_winner": 8}
    Board.objects.filter(season=season).update(options=options)
    give_walkover(season, "Ben", "Cy")
    play(season, "Ana", "Di")
    play(season, "Ana", "Cy")
    page = client.get("/club/all-time/").text
    assert page.index(">Ana<") < page.index(">Ben<")
    assert "Level with Ana, who has more wins." in page
