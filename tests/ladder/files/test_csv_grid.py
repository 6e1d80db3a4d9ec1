"""Opening a CSV file, or a table that was read already."""

import pytest

from ladder.files.csv_grid import NOT_A_ROW, NOT_UTF8, ROW_TOO_WIDE, FileError, open_grid

KNOWN = {"date", "winner", "loser"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_grid_finds_the_delimiter(delimiter):
    grid = open_grid(delimiter.join(("date", "winner", "loser")) + "\n" + delimiter.join("abc") + "\n", KNOWN)
    assert list(grid.rows()) == [(2, ["a", "b", "c", ""])]


def test_grid_takes_columns_in_any_order_and_case_after_a_byte_order_mark():
    grid = open_grid("\ufeffLOSER, Winner ,Date\n".encode(), KNOWN)
    assert grid.columns == {"loser": 0, "winner": 1, "date": 2}


def test_grid_names_unknown_columns():
    assert open_grid("date,weather\n", KNOWN).warnings == ["The column weather is unknown and left out."]


def test_grid_counts_lines_over_blank_rows_and_quoted_line_ends():
    grid = open_grid('date,winner\n\n1,"a\nb"\n,\n2,c\n', KNOWN)
    assert [line for line, _ in grid.rows()] == [3, 6]


def test_grid_fills_short_rows_and_refuses_long_ones():
    grid = open_grid("date,winner\n1\n1,2,3\n1,2,\n", KNOWN)
    assert [cells[:2] for _, cells in grid.rows()] == [["1", ""], ["1", "2"]]
    assert grid.problems == [(3, ROW_TOO_WIDE)]


def test_grid_reports_an_unclosed_quote_on_its_line():
    grid = open_grid('date,winner\n1,a\n2,"b\n3,c\n', KNOWN)
    assert len(list(grid.rows())) == 1
    assert grid.problems == [(3, NOT_A_ROW)]


def test_a_table_is_a_grid_whose_rows_keep_their_numbers():
    table = [[], ["Date", "Winner"], ["1", "a", ""], ["", ""], ["2"], ["3", "c", "x"]]
    grid = open_grid(table, KNOWN)
    assert list(grid.rows()) == [(3, ["1", "a", ""]), (5, ["2", "", ""])]
    assert grid.problems == [(6, ROW_TOO_WIDE)]
    assert table[4] == ["2"]


@pytest.mark.parametrize(
    ("data", "sentence", "line"),
    [
        (b"", "The file is empty.", 1),
        (b"\xef\xbb\xbf\n \n", "The file is empty.", 1),
        (b"date\n\xff\n", NOT_UTF8, 2),
        ("date\ud800", NOT_UTF8, 1),
        (b"\0\0\0\0", "The file isn't a table: its first row should name the columns.", 1),
        (b'"date', "The first row can't be read. It should name the columns.", 1),
        (b"date,Date\n", "The column date is there twice.", 1),
    ],
)
def test_grid_refuses_what_is_no_table(data, sentence, line):
    with pytest.raises(FileError) as refused:
        open_grid(data, KNOWN)
    assert (str(refused.value), refused.value.line) == (sentence, line)
