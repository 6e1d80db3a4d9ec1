"""Which rows are shown, and in which order; the places stay what they are."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.standings.queries.selection import (
    SortOrder,
    build_headings,
    list_rows_around,
    parse_sort_order,
    search_rows,
    sort_rows,
)
from ladder.standings.queries.table import load_standings
from tests.factories import board_of, play, play_all

pytestmark = pytest.mark.django_db


def test_a_search_keeps_the_ranks():
    board = board_of("points-exchange")
    play(board.season, "Bea", "Cid", on=timezone.localdate() - timedelta(61))
    play(board.season, "Ann", "Anna", on=timezone.localdate() - timedelta(60))

    rows = load_standings(board).rows

    assert [(row.rank, row.name) for row in search_rows(rows, "ANN")] == [(1, "Ann"), (2, "Anna")]
    assert [(row.rank_text, row.name, row.absence) for row in search_rows(rows, "")] == [
        ("1", "Ann", ""),
        ("", "Bea", "no match for 61 days"),
        ("2", "Anna", ""),
        ("", "Cid", "no match for 61 days"),
    ]


def test_a_search_and_the_order_of_names_do_not_mind_accents():
    board = board_of("points-exchange")
    play_all(board.season, [("Zoë", "Émile"), ("Fred", "Øyvind")])
    table = load_standings(board)

    assert [row.name for row in search_rows(table.rows, "zoe")] == ["Zoë"]
    assert [row.name for row in search_rows(table.rows, "ÖY")] == ["Øyvind"]
    by_name = [row.name for row in sort_rows(table, list(table.rows), SortOrder("player", falls=False))]
    assert by_name == ["Émile", "Fred", "Øyvind", "Zoë"]
    assert [row.name for row in table.rows] == ["Fred", "Zoë", "Émile", "Øyvind"]  # level ones by name


def test_around_a_player_shows_the_top_a_gap_and_the_neighbours():
    board = board_of("points-exchange")
    for number in range(12):
        play(board.season, f"Winner {number:02}", f"Zoe {number:02}")
    rows = load_standings(board).rows

    shown = [
        [None if row is None else rows.index(row) for row in list_rows_around(rows, rows[at].player)]
        for at in (11, 6, 0)
    ]

    assert shown == [[0, 1, 2, 3, 4, None, 9, 10, 11, 12, 13], [0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4]]


@pytest.mark.parametrize(
    ("asked", "order"),
    [
        ("-rating", "Cid Ann Bea"),
        ("rating", "Bea Ann Cid"),
        ("player", "Ann Bea Cid"),
        ("-player", "Cid Bea Ann"),
        ("-experience", "Ann Bea Cid"),
        ("experience", "Cid Ann Bea"),
        ("-change", "Cid Bea Ann"),
        ("nonsense", "Cid Ann Bea"),
        ("-died", "Cid Ann Bea"),
        ("\0", "Cid Ann Bea"),
    ],
)
def test_rows_are_sorted_by_a_column_and_keep_their_places(asked, order):
    board = board_of("match-length-elo")
    play(board.season, "Ann", "Bea", 5)  # 4.5 points; the two wins of Cid are worth about 2 each (B-3)
    play(board.season, "Cid", "Ann", 1)
    play(board.season, "Cid", "Bea", 1)
    standings = load_standings(board)

    rows = sort_rows(standings, standings.rows, parse_sort_order(standings, asked))

    assert " ".join(row.name for row in rows) == order
    assert {row.name: row.rank for row in rows} == {"Cid": 1, "Ann": 2, "Bea": 3}


def test_a_heading_sorts_by_the_high_end_first_and_then_turns_round():
    standings = load_standings(board_of("match-length-elo"))

    fresh = {one.label: (one.link, one.direction) for one in build_headings(standings, SortOrder())}
    turned = {one.label: (one.link, one.direction) for one in build_headings(standings, SortOrder("experience", True))}

    assert fresh == {
        "Rank": ("", ""),
        "Player": ("player", ""),
        "Rating": ("rating", "descending"),
        "Last": ("-change", ""),
        "Form": ("", ""),
        "12 weeks": ("", ""),
        "Exp": ("-experience", ""),
    }
    assert turned["Exp"] == ("experience", "descending")
    assert turned["Rating"] == ("-rating", "")


def test_headings_without_an_order_link_nowhere():
    assert {one.link for one in build_headings(load_standings(board_of()))} == {""}
