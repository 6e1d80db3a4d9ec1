"""Workbooks of several sheets, and sheets of many columns, on the page that checks them."""

import io
import re
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder.models import Match
from tests.factories import make_ladder, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
URL = "/club/all-time/import"
HEADINGS = ["Date", "Winner", "Loser"]
MARCH = [HEADINGS, ["2026-03-04", "Ann", "Bo"], ["2026-03-05", "Cy", "Ann"]]
APRIL = [HEADINGS, ["2026-04-01", "Bo", "Cy"]]
INFO = [["Our club", "", ""], ["Rules", "Best of five", "Ask Di"]]
OLD = [["Datum", "Sieger", "Verlierer"], ["2019-03-04", "Di", "Ed"]]


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def build_book(hidden=(), **sheets):
    """Return the bytes of a workbook with these sheets, each given by its rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.sheet_state = "hidden" if name in hidden else "visible"
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def send(client, data, name="club.xlsx"):
    return client.post(URL, {"file": SimpleUploadedFile(name, data)})


def read_fields(response):
    """Return what a browser would send of the check page: hidden fields, ticked sheets, and what is selected."""
    page = unescape(response.text)
    fields = dict(re.findall(r'type="hidden" name="(packed|token|columns-of)" value="([^"]*)"', page))
    boxes = re.findall(r'<input type="checkbox"[^>]*>', page)
    fields |= {re.search(r'name="([^"]*)"', one)[1]: "on" for one in boxes if " checked" in one}
    for name, options in re.findall(r'<select name="((?:column-|heading)[^"]*)".*?>(.*?)</select>', page, re.DOTALL):
        fields[name] = re.search(r'<option value="([^"]*)" selected', options)[1]
    return fields


def rows_of(response):
    """Return the first rows in words."""
    found = re.search(r'id="h-first".*?<ul[^>]*>(.*?)</ul>', unescape(response.text), re.DOTALL)
    return [re.sub(r"<.*?>", "", one).strip() for one in re.findall(r"<li>(.*?)</li>", found[1])] if found else []


def test_sheets_with_the_same_headings_are_read_together(staff, season):
    shown = send(staff, build_book(March=MARCH, April=APRIL))
    assert rows_of(shown) == [
        "Row 2 of “March”: Ann beat Bo, 4 March 2026",
        "Row 3 of “March”: Cy beat Ann, 5 March 2026",
        "Row 2 of “April”: Bo beat Cy, 1 April 2026",
    ]
    staff.post(URL, read_fields(shown) | {"import": "1"})
    assert Match.objects.count() == 3


def test_a_sheet_that_is_no_list_of_matches_is_named_and_left_alone(staff, season):
    shown = send(staff, build_book(Info=INFO, March=MARCH))
    assert rows_of(shown) == ["Row 2: Ann beat Bo, 4 March 2026", "Row 3: Cy beat Ann, 5 March 2026"]
    assert {name for name in read_fields(shown) if name.startswith("sheet-")} == {"sheet-1"}
    assert "Info" in shown.text


def test_a_sheet_with_other_headings_can_be_chosen_instead_and_not_besides(staff, season):
    shown = send(staff, build_book(March=MARCH, Old=OLD))
    fields = read_fields(shown)
    assert "sheet-1" not in fields
    both = staff.post(URL, fields | {"sheet-1": "on"})
    assert (both.status_code, "have different headings" in both.text) == (422, True)
    del fields["sheet-0"]
    assert rows_of(staff.post(URL, fields | {"sheet-1": "on"})) == ["Row 2: Di beat Ed, 4 March 2019"]


def test_no_sheet_at_all_is_asked_for(staff, season):
    fields = read_fields(send(staff, build_book(March=MARCH, April=APRIL)))
    none = staff.post(URL, {name: value for name, value in fields.items() if not name.startswith("sheet-")})
    assert (none.status_code, "Choose at least one sheet." in none.text) == (422, True)
    assert not any(name.startswith("sheet-") for name in read_fields(none))


def test_a_hidden_sheet_is_named_and_read_only_if_it_is_chosen(staff, season):
    shown = send(staff, build_book(hidden=("April",), March=MARCH, April=APRIL))
    assert "2 rows, hidden" in shown.text
    assert len(rows_of(shown)) == 2
    assert len(rows_of(staff.post(URL, read_fields(shown) | {"sheet-1": "on"}))) == 3


def test_columns_in_another_order_and_further_ones_go_by_their_headings(staff, season):
    april = [["April"], [], ["Loser", "Notes", "Date", "Winner"], ["Cy", "late", "2026-04-01", "Bo"]]
    shown = send(staff, build_book(March=MARCH, April=april))
    assert rows_of(shown)[2] == "Row 4 of “April”: Bo beat Cy, 1 April 2026"
    assert "Notes" in shown.text


def test_what_is_odd_says_its_sheet(staff, season):
    odd = [HEADINGS, ["2026-04-01", "Bo", "bye"], ["2026-04-02", "Bo", "Bo"], ["Total", "2", ""]]
    shown = flat(send(staff, build_book(March=[*MARCH, ["soon", "Ann", "Bo"]], April=odd, May=MARCH)).text)
    for sentence in (
        "“soon” is not a date (row 4 of “March”).",
        "Row 2 of “April” names no opponent.",
        "Row 3 of “April”: A player can&#x27;t play himself.",
        "Row 4 of “April” looks like a total or a heading.",
    ):
        assert sentence in shown


def test_a_sheet_that_repeats_another_is_asked_about(staff, season):
    more = [["2026-03-06", "Ann", "Cy"]]
    shown = send(staff, build_book(March=MARCH + more, Copy=MARCH + more))
    assert "Rows 2 to 4 of “Copy” repeat rows 2 to 4 of “March”." in unescape(shown.text)
    assert "Import 3 matches" in shown.text


def test_sheets_that_another_one_sums_up_are_asked_about(staff, season):
    shown = send(staff, build_book(All=[HEADINGS, APRIL[1], *MARCH[:0:-1]], March=MARCH, April=APRIL))
    page = unescape(shown.text)
    assert "“March” and “April” have only matches that other sheets have too." in page
    assert "Import 3 matches" in page
    kept = staff.post(URL, read_fields(shown) | {"sheets-again": "keep"})
    assert "Import 6 matches" in kept.text


def test_sheets_without_dates_repeat_nothing(staff, season):
    week = [HEADINGS, ["2026-03-04", "Ann", "Bo"], ["", "Ann", "Bo"]]
    shown = send(staff, build_book(First=week, Second=[HEADINGS, ["", "Ann", "Bo"]]))
    assert "only matches that other sheets have" not in shown.text


def test_empty_sheets_are_nothing_to_choose_from(staff, season):
    shown = send(staff, build_book(Sheet1=MARCH, Sheet2=[], Sheet3=[]))
    assert len(rows_of(shown)) == 2
    assert "Sheet3" not in shown.text


def test_a_workbook_of_which_the_first_sheet_was_imported_adds_the_others(staff, season):
    april = [*APRIL, MARCH[1]]  # a match that the first sheet has too, on the same day
    staff.post(URL, read_fields(send(staff, build_book(March=MARCH))) | {"import": "1"})
    shown = send(staff, build_book(March=MARCH, April=april))
    assert "Import 2 matches" in shown.text
    staff.post(URL, read_fields(shown) | {"import": "1"})
    assert Match.objects.count() == 4
    assert "Nothing new" in send(staff, build_book(March=MARCH, April=april)).text


def test_sheets_that_stand_newest_first_ask_nothing_of_their_order(staff, season):
    april = [HEADINGS, ["2026-04-01", "Bo", "Cy"], ["2026-04-01", "Cy", "Bo"], ["2026-04-02", "Bo", "Cy"]]
    shown = send(staff, build_book(April=april, March=[*MARCH, MARCH[2]]))
    assert "run both ways" not in shown.text


def test_a_sheet_s_name_is_never_markup(staff, season):
    book = build_book(**{"<b>x": MARCH, "y": [HEADINGS, ["2026-04-01", "Bo", "Bo"], ["2026-04-02", "Bo", "bye"]]})
    assert "<b>x" not in send(staff, book).text


FEDERATION = (
    "tourney_id,tourney_name,surface,draw_size,tourney_level,tourney_date,match_num,winner_id,winner_seed,winner_entry,"
    "winner_name,winner_hand,winner_ht,winner_ioc,winner_age,loser_id,loser_seed,loser_entry,loser_name,loser_hand,"
    "loser_ht,loser_ioc,loser_age,score,best_of,round,minutes,w_ace,w_df,w_svpt,w_1stIn,w_1stWon,w_2ndWon,w_SvGms,"
    "w_bpSaved,w_bpFaced,l_ace,l_df,l_svpt,l_1stIn,l_1stWon,l_2ndWon,l_SvGms,l_bpSaved,l_bpFaced,winner_rank,"
    "winner_rank_points,loser_rank,loser_rank_points"
)
FINAL = (
    "2026-0301,Harbour Open,Hard,32,A,20260302,300,100001,1,,Ada Lind,R,183,NOR,28.1,100002,,Q,Bo Marsh,L,175,SUD,22.4,"
    "6-4 7-6(5),3,F,94,5,2,60,40,30,12,11,3,4,2,4,66,38,25,11,11,5,8,3,4200,57,900"
)
SEMIFINAL = (
    "2026-0301,Harbour Open,Hard,32,A,20260301,299,100003,4,,Cy Dahl,R,190,WES,25.0,100001,1,,Ada Lind,R,183,NOR,28.1,"
    "3-6 3-2 RET,3,SF,51,5,2,60,40,30,12,11,3,4,2,4,66,38,25,11,11,5,8,12,2100,3,4200"
)


def test_the_49_columns_of_a_federation_are_read_and_most_are_folded(staff, season):
    shown = staff.post(URL, {"text": "\n".join((FEDERATION, FINAL, SEMIFINAL))})
    assert [one.split(", length")[0] for one in rows_of(shown)] == [
        "Row 2: Ada Lind – Bo Marsh 6–4, 7–6: Ada Lind won, 2 March 2026",
        "Row 3: Cy Dahl – Ada Lind 3–6, 3–2: Cy Dahl won, Ada Lind retired, 1 March 2026",
    ]
    assert "Columns that are not read (4" in shown.text
    assert (
        shown.text.index('name="column-10"')
        < shown.text.index("Columns that are not read")
        < shown.text.index('name="column-0"')
    )


def test_the_heading_row_can_be_chosen(staff, season):
    text = "Winner,Loser,Date,Points\nWho,Whom,When,What\n2026-03-04,Ann,Bo,x\n"
    fields = read_fields(staff.post(URL, {"text": text}))
    assert fields["heading"] == "1"
    lower = staff.post(URL, fields | {"heading": "2"})
    assert [name in flat(lower.text) for name in (">Whom</label>", ">Loser</label>")] == [True, False]
    chosen = read_fields(lower) | {"column-0": "date", "column-1": "winner", "column-2": "loser"}
    assert rows_of(staff.post(URL, chosen)) == ["Row 3: Ann beat Bo, 4 March 2026"]


def test_headings_far_below_stay_chosen(staff, season):
    fields = read_fields(send(staff, build_book(March=[*[[]] * 60, *MARCH])))
    assert fields["heading"] == "61"
    turned = fields | {"column-1": "loser", "column-2": "winner"}
    assert rows_of(staff.post(URL, turned))[0] == "Row 62: Bo beat Ann, 4 March 2026"


@pytest.mark.parametrize("heading", ["0", "2", "3", "39", "41", "x", "-1", "²", "", "9" * 5_000])
def test_any_number_of_a_heading_row_is_answered(staff, season, heading):
    fields = read_fields(staff.post(URL, {"text": "Date,Winner,Loser\n2026-03-04,Ann,Bo\n"}))
    assert staff.post(URL, fields | {"heading": heading}).status_code in (200, 422)


def test_the_meanings_are_guessed_anew_for_another_heading_row_only(staff, season):
    text = "Date,Winner,Loser\n2026-03-04,Ann,Bo\n"
    fields = read_fields(staff.post(URL, {"text": text})) | {"column-1": "loser", "column-2": "winner"}
    assert rows_of(staff.post(URL, fields)) == ["Row 2: Bo beat Ann, 4 March 2026"]
    again = read_fields(staff.post(URL, fields | {"heading": "0"}))
    assert (again["heading"], again["column-1"]) == ("0", "player1")
