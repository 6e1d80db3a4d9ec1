"""Sheets that could be read wrongly without a word, brought in as the page offers it; all people are fictional.

Each is sent with every preset answer kept; then it is told what was stored, in the order of play.
"""

import io
import re

import openpyxl
import pytest
from openpyxl.styles import Font

from ladder.models import Match
from tests.factories import make_ladder, season_of
from tests.ladder.imports.test_name_pages import bring, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def list_stored():
    """Return the stored matches that count: day, who won, who lost or drew, and the score."""
    found = Match.objects.exclude(status="void").prefetch_related("participants__player")
    return [tell(match) for match in found.order_by("played_at", "sequence")]


def tell(match):
    seats = sorted(match.participants.all(), key=lambda one: (-one.score, one.seat))
    sides = [" & ".join(one.player.name for one in seats if one.score == score) for score in (1, 0.5, 0)]
    return " ".join(filter(None, [f"{match.played_at:%d.%m.}", " - ".join(filter(None, sides)), match.games]))


def test_two_columns_under_the_heading_of_a_set_are_the_points_of_both_players(staff, season):
    bring(
        staff,
        "Date,Player A,Player B,Set 1,,Set 2,,Set 3,\n2026-03-04,Ann,Bo,11,8,11,5,,\n2026-03-05,Bo,Cy,11,8,5,11,9,11",
    )
    assert list_stored() == ["04.03. Ann - Bo 11-8 11-5", "05.03. Cy - Bo 11-8 5-11 9-11"]


def test_the_heading_of_a_set_may_stand_over_the_points_of_each_player(staff, season):
    bring(staff, "Date,A,B,S1,S1,S2,S2\n2026-03-04,Ann,Bo,11,8,11,5\n2026-03-05,Bo,Cy,8,11,9,11")
    assert list_stored() == ["04.03. Ann - Bo 11-8 11-5", "05.03. Cy - Bo 8-11 9-11"]


def test_two_columns_under_winners_are_partners(staff, season):
    season.boards.update(options={"takes": "both"})
    bring(staff, "Date,Winners,,Losers,,Score\n2026-03-04,Ann,Bo,Cy,Di,6-4\n2026-03-05,Cy,,Ann,,6-3")
    assert list_stored() == ["04.03. Ann & Bo - Cy & Di 6-4", "05.03. Cy - Ann 6-3"]


def test_the_same_heading_twice_for_each_side_is_that_of_partners(staff, season):
    season.boards.update(options={"takes": "both"})
    bring(staff, "Date,Winner,Winner,Loser,Loser\n2026-03-04,Ann,Bo,Cy,Di\n2026-03-05,Cy,Bo,Ann,Di")
    assert list_stored() == ["04.03. Ann & Bo - Cy & Di", "05.03. Cy & Bo - Ann & Di"]


SLASHED = "Date,Winner,Loser\n2026-03-04,Ann Aalto/Bo Berg,Cy Carter/Di Dolan"
COMMAS = 'Date,Winner,Loser\n2026-03-04,"Ann Aalto, Bo Berg","Cy Carter, Di Dolan"'
LINES = 'Date,Winner,Loser\n2026-03-04,"Ann Aalto\nBo Berg","Cy Carter\nDi Dolan"'


@pytest.mark.parametrize("text", [SLASHED, COMMAS, LINES], ids=["slashes", "commas", "lines"])
def test_pairs_in_a_cell_are_never_people(staff, season, text):
    assert "1 row is doubles, and this ladder counts singles." in send(staff, text)
    bring(staff, text)
    assert list_stored() == []
    season.boards.update(options={"takes": "both"})
    bring(staff, text)
    assert list_stored() == ["04.03. Ann Aalto & Bo Berg - Cy Carter & Di Dolan"]


FROM_BOTH_SIDES = """Date,Player,Opponent,Result
2026-03-04,Ann,Bo,W
2026-03-04,Bo,Ann,L
2026-03-05,Bo,Cy,W
2026-03-05,Cy,Bo,L
2026-03-06,Ann,Cy,W"""


def test_a_match_that_stands_once_for_each_player_is_one(staff, season):
    page = send(staff, FROM_BOTH_SIDES)
    assert page.index("Each match stands twice here") < page.index("How the rows are read")
    bring(staff, FROM_BOTH_SIDES)
    assert list_stored() == ["04.03. Ann - Bo", "05.03. Bo - Cy", "06.03. Ann - Cy"]


def test_the_same_list_may_be_said_to_have_different_matches(staff, season):
    bring(staff, FROM_BOTH_SIDES, twice="keep")
    assert len(list_stored()) == 5


def test_two_tables_side_by_side_are_read_one_below_the_other(staff, season):
    text = "Date,Winner,Loser,,Date,Winner,Loser\n2026-03-04,Ann,Bo,,2026-03-05,Cy,Di\n2026-03-06,Ann,Cy,,,,"
    page = send(staff, text)
    assert "Tables that stand side by side are read one below the other." in page
    assert "Row 2 of “columns E to G”: Cy beat Di" in page
    bring(staff, text)
    assert list_stored() == ["04.03. Ann - Bo", "05.03. Cy - Di", "06.03. Ann - Cy"]


def build_book(rows, hidden=(), struck=()):
    """Return the bytes of a workbook in which some rows are hidden, and others struck out."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for number in hidden:
        book.active.row_dimensions[number].hidden = True
    for cell in [cell for number in struck for cell in book.active[number]]:
        cell.font = Font(strike=True)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_rows_that_are_hidden_or_struck_out_are_left_out_unless_they_are_kept(staff, season):
    rows = [["Date", "Winner", "Loser"], *([f"2026-03-0{day}", "Ann", "Bo"] for day in range(1, 6))]
    book = build_book(rows, hidden=[3, 4], struck=[6])
    page = send(staff, book)
    assert "Rows 3 and 4 are hidden or filtered away." in page
    assert "Row 6 is struck out." in page
    bring(staff, book)
    assert list_stored() == ["01.03. Ann - Bo", "04.03. Ann - Bo"]
    bring(staff, book, hidden="keep")
    assert len(list_stored()) == 4


def test_hidden_rows_of_several_sheets_are_told_with_their_sheet(staff, season):
    book = openpyxl.Workbook()
    for name, day in (("March", "2026-03-01"), ("April", "2026-04-01")):
        sheet = book.create_sheet(name)
        for row in (["Date", "Winner", "Loser"], [day, "Ann", "Bo"], [day, "Bo", "Cy"]):
            sheet.append(row)
        sheet.row_dimensions[3].hidden = name == "April"
    stream = io.BytesIO()
    book.save(stream)
    assert "Row 3 of “April” is hidden or filtered away." in send(staff, stream.getvalue())


def test_a_file_in_an_old_code_page_has_its_own_letters(staff, season):
    data = "Date;Winner;Loser\n04.03.2026;Ольга Лес;Борис Дом\n13.03.2026;Зоя Сад;Ольга Лес".encode("cp1251")
    assert "How do these names read?" not in send(staff, data)
    bring(staff, data)
    assert list_stored() == ["04.03. Ольга Лес - Борис Дом", "13.03. Зоя Сад - Ольга Лес"]


def test_letters_that_are_not_plain_are_asked_with_names_as_they_read(staff, season):
    data = "Date;Winner;Loser\n04.03.2026;Ayşe Yılmaz;Ann\n13.03.2026;Ann;Ayşe Yılmaz".encode("cp1254")
    page = send(staff, data)
    assert "How do these names read?" in page
    assert re.findall(r'<option value="(cp\d+)"( selected)?>([^<]*)<', page) == [
        ("cp1254", " selected", "Ayşe Yılmaz"),
        ("cp1252", "", "Ayþe Yýlmaz"),
    ]
    bring(staff, data)
    assert list_stored() == ["04.03. Ayşe Yılmaz - Ann", "13.03. Ann - Ayşe Yılmaz"]


def test_the_letters_that_are_chosen_count(staff, season):
    data = "Date;Winner;Loser\n04.03.2026;Ayþe Yýlmaz;Ann".encode("cp1252")
    bring(staff, data, letters="cp1252")
    assert list_stored() == ["04.03. Ayþe Yýlmaz - Ann"]


ROUNDS = {
    "a knockout from its final on": ["Final,Ann,Bo", "Semi-final,Ann,Cy", "Semi-final,Bo,Di", "Quarter final,Ann,Ed"],
    "in German": ["Finale,Ann,Bo", "Halbfinale,Ann,Cy", "Halbfinale,Bo,Di", "Viertelfinale,Ann,Ed"],
    "numbered": ["Round 11,Ann,Bo", "Round 2,Ann,Cy", "Round 2,Bo,Di", "Round 1,Ann,Ed"],
    "as numbers": ["3,Ann,Bo", "2,Ann,Cy", "2,Bo,Di", "1,Ann,Ed"],
    "of a group first": ["SF,Ann,Bo", "R16,Ann,Cy", "R16,Bo,Di", "Group B,Ann,Ed"],
}


@pytest.mark.parametrize("rows", ROUNDS.values(), ids=ROUNDS)
def test_the_rounds_of_a_day_are_played_one_after_the_other(staff, season, rows):
    text = "Date,Round,Winner,Loser\n" + "\n".join(f"2026-03-04,{row}" for row in rows)
    assert "The matches of one day are taken in the order of their rounds." in send(staff, text)
    bring(staff, text)
    assert list_stored() == ["04.03. Ann - Ed", "04.03. Ann - Cy", "04.03. Bo - Di", "04.03. Ann - Bo"]


def test_a_column_of_other_names_is_no_order(staff, season):
    text = "Date,Round,Winner,Loser\n2026-03-04,Red,Ann,Bo\n2026-03-04,1,Ann,Cy"
    assert "in the order of their rounds" not in send(staff, text)
    bring(staff, text)
    assert list_stored() == ["04.03. Ann - Bo", "04.03. Ann - Cy"]
