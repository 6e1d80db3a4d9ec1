"""The ranks of the last weeks, and their chart."""

import random
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.utils import timezone

from ladder.models import Ladder
from ladder.standings.queries.bump_chart import pick_rows_drawn, shorten_chart_name
from ladder.standings.queries.table import load_standings
from ladder.standings.queries.weekly_ranks import load_weekly_ranks
from tests.factories import board_of, make_member, play
from tests.ladder.standings.test_kept_past import change_something

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]


class PlayerKey(NamedTuple):
    player: str


def read_ranks(table):
    return {row.player: (n, row.rank_text) for n, row in enumerate(table.ranked, 1)}


@pytest.mark.parametrize(("system", "inactive_after"), [("elo", 20), ("points-exchange", None)])
def test_each_week_has_the_ranks_of_the_standings_of_its_last_day(system, inactive_after):
    luck, today = random.Random(5), timezone.localdate()
    board = board_of(system)
    Ladder.objects.update(inactive_after=inactive_after)
    board.season.ladder.refresh_from_db()
    for _ in range(30):
        winner, loser = luck.sample("ABCDEFGH", 2)
        play(board.season, winner, loser, on=today - timedelta(luck.randrange(3, 70)))

    weeks = load_weekly_ranks(load_standings(board))

    assert [one.day for one in weeks] == [today - timedelta(7 * n) for n in range(7, -1, -1)]
    for one in weeks:
        found = {player: (at.position, str(at.rank)) for player, at in one.ranks.items()}
        assert found == read_ranks(load_standings(board, one.day))


@pytest.mark.once
def test_whatever_was_changed_kept_ranks_are_those_worked_out_afresh():
    luck, today = random.Random(3), timezone.localdate()
    board = board_of("elo")
    for _ in range(12):
        change_something(luck, board.season, today)
        board.season.ladder.refresh_from_db()
        for one in load_weekly_ranks(load_standings(board)):
            found = {player: (at.position, str(at.rank)) for player, at in one.ranks.items()}
            assert found == read_ranks(load_standings(board, one.day))


def test_the_chart_has_a_member_and_those_around(client):
    ann, today = make_member("Ann"), timezone.localdate()
    board = board_of("elo")
    play(board.season, "Ann", "Bea", on=today - timedelta(40))
    play(board.season, "Bea", "Ann", on=today - timedelta(10))
    play(board.season, "Bea", "Ann", on=today - timedelta(10))
    client.force_login(ann.user)

    page = client.get("/")

    chart = page.context["bump"]
    assert chart.label == "Ranks of six weeks: you were 1st and are now 2nd."
    assert [(one.name, one.ranks) for one in chart.own_first] == [
        ("You", ["1", "1", "1", "1", "2", "2"]),
        ("Bea", ["2", "2", "2", "2", "1", "1"]),
    ]
    assert chart.lines[-1].path.startswith("M0.0 16C10.0 16 10.0 16 20.0 16M20.0 16")  # level on the first of two rows
    assert chart.lines[-1].path.endswith("M60.0 16C70.0 16 70.0 40 80.0 40M80.0 40C90.0 40 90.0 40 100.0 40")
    assert page.text.count('class="own" d="M0.0') == 1


@pytest.mark.parametrize(("position", "names"), [(0, "ABCDEFG"), (4, "BCDEFGH"), (8, "CDEFGHI")])
def test_the_chart_has_as_many_players_at_the_ends_of_a_ladder(position, names):
    rows = [PlayerKey(name) for name in "ABCDEFGHI"]

    assert [row.player for row in pick_rows_drawn(rows, rows[position])] == list(names)


@pytest.mark.parametrize(
    ("longest", "shown"), [(30, "Oluwaseun Adeyemi-Bright"), (14, "Oluwaseun A."), (8, "Oluwase…")]
)
def test_a_name_beside_the_ranks_is_as_long_as_there_is_room_for(longest, shown):
    assert shorten_chart_name("Oluwaseun Adeyemi-Bright", longest) == shown
