"""Texts and tables of any kind become sheets or one sentence; and a crosstable says what it was made of."""

from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.files.csv_grid import FileError
from ladder.files.layouts.crosstables import lay_out_crosstable
from ladder.files.layouts.day_rows import add_day_column
from ladder.files.layouts.match_sheets import open_match_sheets
from ladder.files.layouts.message_lines import read_message_sheets
from ladder.files.layouts.pgn_games import read_pgn_sheets
from ladder.files.layouts.place_columns import read_place
from ladder.files.layouts.text_dates import find_text_date, split_first_date
from ladder.files.workbooks import Sheet

PIECES = st.sampled_from(
    [
        *("Ann", "Bo", "beat", "lost to", "3-1", "x", "½", "W", "1st", "2026-01-02", "Set 3", "I", "1", "0", "null"),
        *("Box 2", "w/o", "lost 1-2 ret\u0131red", "2-1 ret.", "by 27 Nov", "not played", "waits"),
        *("[", "]", "{", "}", '"', ":", ",", "\n", "\t", " ", "\0", "😀"),
        *('[White "Ann"]\n', '[Result "1-0"]\n', "[02/01/2026, 21:03] Ann: "),
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join)))
def test_any_text_becomes_sheets_or_a_sentence(text):
    with suppress(FileError):
        sheets = open_match_sheets(text.encode(errors="replace"))
        assert any(sheet.rows for sheet in sheets)
        assert all(not sheet.numbers or len(sheet.numbers) == len(sheet.rows) for sheet in sheets)


@given(st.lists(st.lists(PIECES, max_size=6), min_size=1, max_size=6))
def test_any_cells_are_laid_out(rows):
    sheet = Sheet("2 January 2026", rows)
    for lay_out in (lay_out_crosstable, add_day_column):
        laid = lay_out(sheet) if any(map(any, rows)) else sheet
        assert not laid.numbers or len(laid.numbers) == len(laid.rows)


@given(st.lists(st.sampled_from([(3, 0), (3, 1), (2, 3), (0, 3)]), min_size=6, max_size=6))
def test_a_crosstable_says_what_it_was_made_of(scores):
    names = ["Ann", "Bo", "Cy", "Di"]
    played = dict(zip(combinations(range(4), 2), scores, strict=True))
    rows = [["", *names], *([name, *["x"] * 4] for name in names)]
    for (one, other), (won, lost) in played.items():
        rows[one + 1][other + 1], rows[other + 1][one + 1] = f"{won}-{lost}", f"{lost}-{won}"
    said = lay_out_crosstable(Sheet("", rows)).rows[1:]
    assert said == [[names[one], names[other], f"{won}-{lost}"] for (one, other), (won, lost) in played.items()]


@pytest.mark.parametrize(
    "rows",
    [
        ["Date,Winner,Loser", "2026-01-02,Ann,Bo", "2026-01-03,Bo,Ann"],
        ["Player,Ann,Bo", "Ann,3-1,x", "Bo,x,1-3"],
        ["Player,1,2,3", "Ann,6,4,7", "Bo,3,6,5", "Cy,1,2,3"],
        ["Name,Jan,Feb", "Jan,1500,1490", "Feb,1480,1470"],
    ],
    ids=["a list", "no diagonal", "points of rounds", "ratings by month"],
)
def test_other_tables_stay_as_they_are(rows):
    sheet = Sheet("", [row.split(",") for row in rows])
    assert lay_out_crosstable(sheet) is sheet


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Club night of Friday 2 January 2026", "Friday 2 January 2026"),
        ("Runde 3, 02.01.2026 (Halle 2)", "02.01.2026"),
        ("January 2nd, 2026: finals", "January 2nd, 2026"),
        ("Results 2026-01-02", "2026-01-02"),
        ("Season 2025/26", ""),
        ("Set 3", ""),
        ("from 2 January 2026 to 3 February 2026", ""),
        ("Team 3-1", ""),
    ],
)
def test_a_title_has_a_day_or_none(text, day):
    assert find_text_date(text) == day


def test_a_line_may_begin_with_a_day():
    assert split_first_date("02/01 Ann beat Bo 3-1") == ("02/01", "Ann beat Bo 3-1")
    assert split_first_date("2 Jan 2026 - Ann beat Bo") == ("2 Jan 2026", "Ann beat Bo")
    assert split_first_date("Ann beat Bo on 2 January") == ("", "Ann beat Bo on 2 January")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ann Aalto beat Bo Berg 3-1", ["Ann Aalto", "Bo Berg", "Player 1", "3-1"]),
        ("Bo lost to Ann 3-1", ["Bo", "Ann", "Player 2", "1-3"]),
        ("Bo lost to Ann 1-3", ["Bo", "Ann", "Player 2", "1-3"]),
        ("Ann def. Bo, 11-5 11-7", ["Ann", "Bo", "Player 1", "11-5 11-7"]),
        ("Ann drew with Bo", ["Ann", "Bo", "", "draw"]),
        ("Ann 3-1 Bo", ["Ann", "Bo", "", "3-1"]),
        ("Ann - Bo 3:1", ["Ann", "Bo", "", "3:1"]),
        ("Ann vs Bo 6-4 3-6 7-5", ["Ann", "Bo", "", "6-4 3-6 7-5"]),
        ("- Jan van den Berg beat Bo", ["Jan van den Berg", "Bo", "Player 1", ""]),
        ("Анна победила Бо 3:1", ["Анна", "Бо", "Player 1", "3:1"]),
        ("Cy beat Bo", ["Cy", "Bo", "Player 1", ""]),
        ("Ann a battu Bo 3-1", ["Ann", "Bo", "Player 1", "3-1"]),
        ("Ann slog Bo 3-1", ["Ann", "Bo", "Player 1", "3-1"]),
    ],
)
def test_a_line_says_who_won(line, said):
    (sheet,) = read_message_sheets(line)
    assert sheet.rows[1][1:] == said


@pytest.mark.parametrize(
    "line",
    [
        "Who will beat Bo?",
        "Ann will beat Bo 3-1",
        "if I beat Bo I go up",
        "we beat them all 3-1",
        "I beat my brother in law 3-1",
        "18:30 - 19:30 is free",
        "Ann vs Bo on Friday",
    ],
)
def test_a_line_that_only_sounds_like_a_result_is_named(line):
    (sheet,) = read_message_sheets(f"[02/01/2026, 21:03] Cy: I beat Bo 3-1\n[02/01/2026, 21:05] Di: {line}")
    assert len(sheet.rows) == 2
    assert "line 2" in sheet.unused[0]


def test_games_without_moves_or_blank_lines_are_apart():
    tags = '[White "Ann"]\n[Black "Bo"]\n[Result "1-0"]\n'
    assert len(read_pgn_sheets(tags * 3)[0].rows) == 4
    assert len(read_pgn_sheets(f"{tags}\n1-0\n\n" * 3)[0].rows) == 4
    assert read_pgn_sheets("[Players]\nAnn\n") == []


@pytest.mark.parametrize(
    ("heading", "place"),
    [("1st", 1), ("2nd place", 2), ("Platz 3", 3), ("3.", 3), ("2º", 2), ("1er", 1), ("Third", 3), ("Score", 0)],
)
def test_headings_name_places(heading, place):
    assert read_place(heading) == place
