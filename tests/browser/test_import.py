"""An organiser brings in a messy spreadsheet: from the empty ladder to the standings in five taps."""

import io

import openpyxl
import pytest
from playwright.sync_api import expect

from ladder import ledger
from ladder.models import Match
from players.models import Player
from tests.browser import axe
from tests.factories import make_ladder

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]
MESSY = """Our league;;;
Played on;Won by;Beaten;Notes
2026-03-04;Anna;Bert;
04/03/2026;Cleo;Anna;
05/03/2026;Ana;Bert;
2026-03-04;Anna;Bert;
04/03/2026;Cleo;Anna;
05/03/2026;Ana;Bert;
Total;3;;
"""
NARROW = {"width": 320, "height": 800}


def test_a_spreadsheet_is_checked_then_imported(organiser, visit):
    ladder = make_ladder("points-exchange")
    page = visit(organiser)
    page.goto("/club/")
    page.get_by_role("link", name="Import your results").tap()
    page.get_by_label("Spreadsheet").set_input_files(
        {"name": "league.csv", "mimeType": "text/csv", "buffer": MESSY.encode()}
    )
    page.get_by_role("button", name="Check the file").tap()

    made = page.locator("#h-run").locator("xpath=ancestor::section")
    doubt = page.get_by_role("group", name="“Ana” looks like Anna.").get_by_role("radio", name="The same person")
    expect(made).to_contain_text("New players 4")
    doubt.check(force=True)
    expect(made).to_contain_text("New players 3")
    expect(doubt).to_be_focused()
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert list(axe.found(page)) == []
    assert (Match.objects.count(), Player.objects.count()) == (0, 0)

    page.get_by_role("button", name="Import 3 matches").tap()
    expect(page.locator("#toasts")).to_contain_text("3 matches imported, 4 rows left out.")
    assert (Match.objects.count(), Player.objects.count()) == (3, 3)
    assert ledger.verify(ladder) == []


HEADINGS = ["Date", "Winner", "Loser", *(f"Note {number}" for number in range(40))]
SHEETS = {
    "Info": [["Our club", "Mondays"]],
    "March": [HEADINGS, ["2026-03-04", "Anna", "Bert", *["x"] * 40]],
    "April": [HEADINGS, ["2026-04-04", "Cleo", "Anna", *["x"] * 40]],
    "Old": [["Datum", "Sieger", "Verlierer"], ["2019-03-04", "Dora", "Emil"]],
}


def test_the_sheets_of_a_workbook_are_chosen_by_a_tick_and_its_columns_folded(organiser, visit):
    make_ladder("points-exchange")
    book, stream = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.active)
    for name, rows in SHEETS.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(stream)
    page = visit(organiser)
    page.set_viewport_size(NARROW)
    page.goto("/club/all-time/import")
    page.get_by_label("Spreadsheet").set_input_files(
        {"name": "club.xlsx", "mimeType": "application/zip", "buffer": stream.getvalue()}
    )
    page.get_by_role("button", name="Check the file").tap()

    expect(page.get_by_role("button", name="Import 2 matches")).to_be_visible()
    assert [page.get_by_label(name).is_checked() for name in SHEETS] == [False, True, True, False]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert list(axe.found(page)) == []
    page.get_by_label("April").uncheck()
    expect(page.get_by_role("button", name="Import 1 match")).to_be_visible()
    page.get_by_label("Old").check()
    expect(page.get_by_role("alert")).to_contain_text("have different headings")
    page.get_by_label("March").uncheck()
    expect(page.locator("#h-first").locator("xpath=ancestor::section")).to_contain_text("Dora beat Emil")
    page.get_by_role("button", name="Import 1 match").tap()
    expect(page.locator("#toasts")).to_contain_text("1 match imported.")
