"""The rows of the standings as HTML."""

import re
from datetime import date

import pytest

from ladder.standings.queries.key_figures import RankGap
from ladder.standings.queries.selection import build_headings
from ladder.standings.queries.table import load_standings
from ladder.templatetags.board import board_rows
from tests.factories import board_of, make_player, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def standings():
    board = board_of("points-exchange")
    play(board.season, "A<b>n&n", "Bea")
    return load_standings(board)


def html(standings, rows, me=None, pinned=False, behind=None):
    return board_rows(standings, rows, me, pinned, behind)


def test_a_name_is_text(standings):
    text = html(standings, standings.rows)

    assert ">A&lt;b&gt;n&amp;n</a>" in text
    assert "<b>n" not in text


def test_a_row_links_to_its_player_and_its_latest_match(standings):
    row = standings.rows[1]

    text = html(standings, [row])

    assert re.search(rf'<a href="/players/{row.player}/\?board={standings.board.pk}" [^>]+ data-face="B">Bea</a>', text)
    assert f'<a class="chg down" href="/matches/{row.match}/">−10</a>' in text


def test_a_past_day_is_kept_in_the_links_to_players(standings):
    then = standings._replace(past=date(2026, 1, 5))

    assert f'href="/players/{then.rows[0].player}/?board={then.board.pk}&amp;as-of=2026-01-05"' in html(then, then.rows)


def test_the_own_row_is_marked_and_the_gap_escaped(standings):
    bea = make_player("Bea").pk

    text = html(standings, standings.rows, bea, True, RankGap("20 behind", "A<b>"))

    assert text.count('id="me" class="me p2"') == 1
    assert "20 behind<span> A&lt;b&gt;</span>" in text


def test_a_row_that_is_not_pinned_has_no_id(standings):
    assert 'id="me"' not in html(standings, standings.rows, make_player("Bea").pk)


def test_a_gap_spans_the_table(standings):
    """Rank, player, points, last, form, line and record."""
    assert 'colspan="7"' in html(standings, [None])


def test_each_row_has_as_many_cells_as_there_are_headings(standings):
    row = html(standings, standings.rows).partition("</tr>")[0]

    assert row.count("<td") + row.count("<th") == len(build_headings(standings))
