"""What pages show of a player whom matches of others moved."""

import re
from copy import deepcopy
from datetime import date, timedelta

import pytest
import time_machine
from django.utils import timezone

from ladder.matches.actions.corrections import void_match
from ladder.models import Adjustment, Board, Match
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import list_rating_entries
from ladder.profiles.queries.career_rows import load_career
from ladder.profiles.queries.chart import build_chart
from ladder.profiles.queries.chart_view import ChartView
from ladder.profiles.queries.statement import load_statement
from ladder.profiles.queries.summary import list_figures
from ladder.standings.queries.sparkline import load_recent_changes
from ladder.standings.queries.table import load_standings
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
DAY, NOW = date(2026, 3, 1), "2026-03-10 12:00Z"


@pytest.fixture(scope="module")
def stored(store_once):
    with time_machine.travel(NOW):
        return store_once(make_climbed_rungs)


@pytest.fixture
def season(stored):
    with time_machine.travel(NOW):
        yield deepcopy(stored)


def make_climbed_rungs():
    """Ana, Bo, Cy and Dee come in on rungs 1 to 4; Dee takes Ana's on the third day, Bo takes Dee's on the fifth."""
    season = season_of(make_ladder("rungs"))
    for days, pair in ((0, "Ana Bo"), (1, "Cy Dee"), (2, "Dee Ana"), (4, "Bo Dee")):
        play(season, *pair.split(), on=DAY + timedelta(days))
    return season


@pytest.fixture
def board(season):
    return Board.objects.select_related("season__ladder").get()


def played_on(day):
    return Match.objects.get(played_at__day=day)


def statement(board, name, past=None):
    shown = load_statement(BoardChoice(board, past, [], []), make_player(name), None)
    return [
        (line.day, line.what, line.before.text if line.before else "", line.change, line.after.text)
        for line in shown.lines
    ]


def test_a_statement_says_which_match_moved_the_player(board):
    assert statement(board, "Bo") == [
        ("5 Mar", "beat Dee", "3", "+2", "1"),
        ("3 Mar", "moved down: Dee beat Ana", "2", "−1", "3"),
        ("1 Mar", "lost to Ana", "2", "+0", "2"),
        ("1 Mar", "Starting rung", "", "", "2"),
    ]


def test_a_statement_begins_on_the_day_of_the_first_change(board):
    career = load_career(board, make_player("Bo"))
    (shift,) = career.shifts
    moved = career._replace(matches=career.matches[1:], shifts=[shift._replace(slot=0)])  # before the first match
    assert [entry.day.day for entry in list_rating_entries(moved)] == [3, 3, 5]


def test_a_statement_ends_with_what_moved_the_player_since_the_last_match(board):
    assert [line[1:] for line in statement(board, "Ana")[:2]] == [
        ("moved down: Bo beat Dee", "2", "−1", "3"),
        ("lost to Dee", "1", "−1", "2"),
    ]


def test_a_shift_that_leaves_the_points_is_no_line(board):
    career = load_career(board, make_player("Cy"))
    (shift,) = career.shifts
    changed = career._replace(shifts=[shift._replace(after=shift.before._replace(memory="more"))])
    assert len(list(list_rating_entries(career))) == 3
    assert len(list(list_rating_entries(changed))) == 2


def test_a_statement_of_a_past_day_ends_there(board):
    assert statement(board, "Ana", DAY + timedelta(3))[0] == ("3 Mar", "lost to Dee", "1", "−1", "2")


def test_a_statement_leads_to_the_match(client, board):
    page = client.get(f"/players/{make_player('Cy').pk}/statement/").text
    assert "moved down: Dee beat Ana" in page
    assert f'href="/matches/{played_on(3).pk}/"' in page


def test_a_profile_shows_where_the_player_is_and_what_moved_them_last(client, board):
    career = load_career(board, make_player("Cy"))
    assert career.rating.points == -4
    figures = {one.label: (one.text, one.note, one.match) for one in list_figures(career)}
    assert figures["Last match"] == ("+0", "", played_on(2).pk)
    assert figures["Moved down, 3 Mar"] == ("−1", "Dee beat Ana", played_on(3).pk)
    assert "Moved down, 3 Mar" in client.get(f"/players/{make_player('Cy').pk}/").text


def test_a_profile_after_a_match_of_ones_own_leaves_earlier_ones_to_the_statement(board):
    assert not [one for one in list_figures(load_career(board, make_player("Bo"))) if one.label.startswith("Moved")]


def test_a_chart_has_a_step_to_where_the_player_is_now(board):
    chart = build_chart(load_career(board, make_player("Cy")), ChartView())
    # their own match changed nothing; that of others moved them down one rung, of two that the scale spans
    assert len(chart.points) == 1
    assert re.search(r"V380H\d+V740H1009", chart.lines[-1].path)


def test_the_page_of_the_match_names_whom_it_moved(client, board):
    page = client.get(f"/matches/{played_on(3).pk}/").text
    moved = page[page.index("Moved without playing in it") :]
    assert moved.index("Bo") < moved.index("Cy")
    assert "Moved without" not in flat(client.get(f"/matches/{played_on(1).pk}/").text)


def test_the_page_of_a_match_keeps_names_from_visitors(client, season):
    Player.objects.filter(name="Cy").update(hidden=True)
    page = client.get(f"/matches/{played_on(3).pk}/").text
    moved = page[page.index("Moved without playing in it") :].partition("</table>")[0]
    assert "Bo" in moved
    assert "Cy" not in moved


def test_standings_say_how_ranks_moved(board):
    """On the fifth Bo rose from 3 to 1: Dee, whom he beat, and Ana, who did not play, are one lower."""
    rows = load_standings(board).rows
    assert [(row.name, row.rating, row.movement.direction, row.movement.places) for row in rows] == [
        ("Bo", "1", "up", 2),
        ("Dee", "2", "down", 1),
        ("Ana", "3", "down", 1),
        ("Cy", "4", "same", 0),
    ]


def test_standings_of_a_past_day_say_so_too(board):
    rows = load_standings(board, DAY + timedelta(3)).rows
    assert [(row.name, row.rating, row.movement.direction) for row in rows] == [
        ("Dee", "1", "up"),
        ("Ana", "2", "down"),
        ("Bo", "3", "down"),
        ("Cy", "4", "down"),
    ]


def test_who_came_in_and_was_moved_on_one_day_is_new(season, board):
    play(season, "Eve", "Flo", on=DAY + timedelta(6))
    play(season, "Gus", "Ana", on=DAY + timedelta(6))
    new = [row.name for row in load_standings(board).rows if row.movement.direction == "new"]
    assert new == ["Gus", "Eve", "Flo"]


def test_the_line_of_twelve_weeks_has_the_steps_in_order(season, board):
    """Two matches at one moment: Cy takes Bo's rung, which moves Ana to 4; then Ana takes Cy's, which moves Bo to 3."""
    play(season, "Cy", "Bo", on=DAY + timedelta(6))
    play(season, "Ana", "Cy", on=DAY + timedelta(6))
    changes = load_recent_changes(board, timezone.localdate())
    names = {player: [row[1:] for row in rows] for player, rows in changes.items()}
    assert names[make_player("Bo").pk][-2:] == [(-1, -2), (-2, -3)]
    assert names[make_player("Ana").pk][-2:] == [(-3, -4), (-4, -1)]


def test_the_standings_page_shows_it(client, board):
    page = client.get("/club/all-time/rungs/").text
    assert page.index("Bo") < page.index("Dee") < page.index("Ana") < page.index("Cy")


def test_a_preview_of_a_correction_names_whom_it_moves(staff, board):
    page = staff.post(f"/matches/{played_on(3).pk}/void", {"preview": "1", "reason": "a test"}).text
    assert "Ana" in page
    assert "Cy" in page


def test_who_was_moved_by_a_change_to_the_past_is_told_so(client, board):
    void_match(match=played_on(3), by=None, reason="a test", revision=1)
    assert Adjustment.objects.filter(player=make_player("Cy")).values_list("before", "after").get() == (-4, -3)
    page = flat(client.get(f"/players/{make_player('Cy').pk}/statement/").text)
    assert "Changes by corrections" in page
    assert "moved down" not in page
