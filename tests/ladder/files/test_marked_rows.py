"""Rows that are hidden, filtered away or struck out in a workbook. All people are fictional."""

import io
import zipfile

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from ladder.files.spreadsheet import read_sheets

ROWS = [["Date", "Winner", "Loser"], *([f"2026-03-0{day}", "Ann", "Bo"] for day in range(1, 6))]
STRUCK = Font(strike=True)


def read_xlsx(change):
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)
    change(book.active)
    stream = io.BytesIO()
    book.save(stream)
    (sheet,) = read_sheets(stream.getvalue())
    assert len(sheet.rows) == len(ROWS)
    return sheet.hidden_rows, sheet.struck_rows


def strike(sheet, *cells):
    for cell in cells:
        sheet[cell].font = STRUCK


def test_hidden_and_filtered_rows_of_xlsx_are_told():
    def hide(sheet):
        sheet.row_dimensions[3].hidden = True
        sheet.auto_filter.ref = "A1:C6"
        sheet.auto_filter.add_filter_column(1, ["Cy"])
        sheet.row_dimensions[5].hidden = True

    assert read_xlsx(hide) == ((3, 5), ())


def test_rows_whose_cells_are_mostly_struck_out_are_told():
    def change(sheet):
        strike(sheet, "A3", "B3", "C3", "A4", "B4", "A5")

    assert read_xlsx(change) == ((), (3, 4))


def test_texts_that_are_struck_letter_by_letter_are_told():
    def change(sheet):
        for cell in ("A3", "B3"):
            sheet[cell] = CellRichText(TextBlock(InlineFont(strike=True), sheet[cell].value))
        sheet["B4"] = CellRichText("Ann ", TextBlock(InlineFont(strike=True), "Aalto"))

    assert read_xlsx(change) == ((), (3,))


STRINGS = """<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>Date</t></si>
<si><r><rPr><strike/></rPr><t>gone</t></r></si><si><r><rPr><strike val="0"/></rPr><t>here</t></r></si>
<si><r><t>part</t></r><r><rPr><strike/></rPr><t>ly</t></r></si></sst>"""
SHEET = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>
<row r="3" ht="0" customHeight="1"><c r="A3" t="s"><v>2</v></c></row>
<row r="5"><c r="A5" t="s"><v>3</v></c></row></sheetData></worksheet>"""
STRINGS_TYPE = """<Override PartName="/xl/sharedStrings.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>"""


def test_texts_that_a_workbook_keeps_once_and_rows_without_a_height_are_told_as_well():
    whole, changed = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(whole)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            if name != "xl/worksheets/sheet1.xml":
                new.writestr(name, old.read(name).decode().replace("</Types>", STRINGS_TYPE))
        new.writestr("xl/worksheets/sheet1.xml", SHEET)
        new.writestr("xl/sharedStrings.xml", STRINGS)
    (sheet,) = read_sheets(changed.getvalue())
    assert sheet.rows == [["Date"], ["gone"], ["here"], [], ["partly"]]
    assert (sheet.hidden_rows, sheet.struck_rows) == ((3,), (2,))


ODS = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:automatic-styles>
<style:style style:name="c1" style:family="table-cell">
<style:text-properties style:text-line-through-style="solid" style:text-line-through-type="single"/></style:style>
<style:style style:name="c2" style:family="table-cell" style:parent-style-name="Gone"/>
<style:style style:name="c3" style:family="table-cell" style:parent-style-name="Gone">
<style:text-properties style:text-line-through-style="none"/></style:style>
<style:style style:name="t1" style:family="text">
<style:text-properties style:text-line-through-type="single"/></style:style>
</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="March">{rows}</table:table>
</office:spreadsheet></office:body></office:document-content>"""
STYLES = """<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:styles>
<style:style style:name="Gone" style:family="table-cell">
<style:text-properties style:text-line-through-style="solid"/></style:style></office:styles></office:document-styles>"""


def cell(text, style=""):
    name = f' table:style-name="{style}"' if style else ""
    return f"<table:table-cell{name}><text:p>{text}</text:p></table:table-cell>"


def row(*cells, more=""):
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def read_ods(*rows):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("styles.xml", STYLES)
        archive.writestr("content.xml", ODS.replace("{rows}", "".join(rows)))
    (sheet,) = read_sheets(stream.getvalue())
    return sheet.hidden_rows, sheet.struck_rows


@pytest.mark.parametrize("how", ["collapse", "filter"])
def test_hidden_and_filtered_rows_of_ods_are_told(how):
    hidden, twice = f' table:visibility="{how}"', ' table:number-rows-repeated="2"'
    rows = [row(cell("Date")), row(more=twice), row(cell("a"), more=hidden + twice), row(cell("b"))]
    assert read_ods(*rows) == ((4, 5), ())


def test_rows_of_ods_that_are_struck_out_are_told():
    rows = [
        row(cell("a"), cell("b")),
        row(cell("a", "c1"), cell("b", "c1")),
        row(cell("a", "c2"), cell("b", "c1"), cell("c")),
        row(cell("a", "c3"), cell("b", "c1")),
        row(cell('<text:span text:style-name="t1">a</text:span>')),
        row(cell('a <text:span text:style-name="t1">b</text:span>')),
    ]
    assert read_ods(*rows) == ((), (2, 3, 5))
