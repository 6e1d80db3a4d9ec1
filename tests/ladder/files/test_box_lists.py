"""Lists of players with their boxes as people paste them: each name with its box, or one sentence."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.files.box_lists import read_box_list
from ladder.files.csv_grid import FileError
from ladder.files.interpretation.box_names import read_box_name

PIECES = st.sampled_from(
    [
        *(
            "Box 1",
            "Box",
            "Name",
            "2A",
            "1",
            "Ana",
            ":",
            ",",
            ";",
            "\t",
            "\n",
            '"',
            "\ufeff",
            "\u202eבן",
            "\0",
            "Gruppe 2",
        )
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "Ana, 1\nBen, 1\nCy, 2A",
        "Ana\t1\nBen\tBox 1\nCy\tbox 2a",
        "Box;Name\n1;Ana\n1;Ben\n2A;Cy",
        "Rang;Spieler;Gruppe;Punkte\n1;Ana;1;20\n2;Ben;1;10\n3;Cy;2A;30",
        "\ufeffBox 1\r\nAna\r\nBen\r\n\r\nBox 2A\r\nCy",
        "Box 1\n1. Ana\n2. Ben\nBox 2A\n1. Cy",
        "Box 1\n1;Ana\n2;Ben\nBox 2A\n1;Cy",
        "Box 1, Ana, Ben\nBox 2A, Cy",
    ],
    ids=["rows", "tabs", "columns", "more columns", "headings", "numbers", "positions", "a row a box"],
)
def test_a_list_says_who_is_in_which_box_in_its_order(text):
    assert [(one.name, str(one.box)) for one in read_box_list(text)] == [("Ana", "1"), ("Ben", "1"), ("Cy", "2A")]


def test_boxes_may_stand_side_by_side():
    listed = read_box_list("Box 1\t\tBox 2A\nAna\t20\tCy\nBen\t10\tDi")
    assert [(one.name, str(one.box)) for one in listed] == [("Ana", "1"), ("Cy", "2A"), ("Ben", "1"), ("Di", "2A")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ana, 1\nBen", "Row 2, “Ben”, doesn’t say who is in which box. Write “Ana, 2”, or “Box 2” above the names."),
        ("Name,Box\nAna,\n", "Row 2, “Ana”, doesn’t say who is in which box."),
        ("Ana, 1, 2", "Row 1, “Ana, 1, 2”, doesn’t say who is in which box."),
        ("Box 1", "The list has no names."),
        (" \n", "The list has no names."),
    ],
)
def test_a_row_without_a_box_is_said(text, sentence):
    with pytest.raises(FileError) as refused:
        read_box_list(text)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2", "2"),
        ("2a", "2A"),
        ("Box 2 B", "2B"),
        ("Box No. 12", "12"),
        ("Gruppe 3", "3"),
        ("группа 1", "1"),
        ("グループ2", "2"),
        ("Box 2: games won, matches played and points", "2"),
        *((other, "None") for other in ("", "0", "100", "2-1", "-2", "Box", "Hall 2", "Box 2 or 3", "1st", "2\u0131x")),
    ],
)
def test_a_box_is_known_by_its_name(text, name):
    assert str(read_box_name(text)) == name


@given(st.one_of(st.text(), st.lists(PIECES, max_size=30).map("".join)))
def test_any_text_is_a_list_or_a_sentence(text):
    with suppress(FileError):
        assert all(one.name and one.box.level for one in read_box_list(text))
