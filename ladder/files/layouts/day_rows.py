"""Days that stand in rows of their own, above a list, or in the name of a sheet, as a column of dates.

Rows keep their places. A day beside words such as “printed” is of something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ladder.files.interpretation.calendar_words import is_weekday
from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.column_meanings import find_heading_row, find_missing_meaning
from ladder.files.interpretation.heading_rows import find_last_heading_row
from ladder.files.interpretation.row_numbers import format_row_numbers
from ladder.files.layouts.text_dates import drop_words_before, find_text_date, read_day
from ladder.files.workbooks import MOST_COLUMNS, Rows, Sheet
from ladder.formats import format_count

DATE_HEADING = "Date"
ROUND_WORDS = """round rd week wk matchday match day session night evening club date played results games of on the no
    runde spieltag woche kw tag datum abend vereinsabend vom am den journée journee tour soirée soiree semaine le du
    jornada fecha ronda semana día dia el de giornata turno serata settimana data il ronde speelronde week avond datum
    rodada omgång omgang spelomgång kväll тур раунд неделя дата kolejka runda tydzień data 第 節 回戦"""
MOST_ROWS_JUDGED = 200
NOT_PLAYED_ON = re.compile(  # beside a date that is of something else
    r"\b(?:as (?:of|at)|until|till|by|from|since|between|deadline|due|updated?|printed|exported|created|generated"
    r"|begins?|starts?|ends?|next|stand|bis|ab|seit|gedruckt|erstellt|frist|jusqu|depuis|hasta|desde|fino|dal|tot"
    r"|vanaf|até|postponed|cancelled|canceled|verschoben)\b",
    re.IGNORECASE,
)


def add_day_column(sheet: Sheet) -> Sheet:
    """Return a sheet of matches without dates with a column of the dates that stand elsewhere in it, if any do."""
    top = sheet.rows[:MOST_ROWS_JUDGED]
    days = {place: day for place, row in enumerate(sheet.rows) if (day := read_day_row(row))}
    named = "" if days else find_sheet_day(sheet, top)
    if not (days or named) or max(map(len, sheet.rows)) >= MOST_COLUMNS:
        return sheet
    rows = [[] if place in days else row for place, row in enumerate(sheet.rows)]
    if not any(rows) or has_dates_or_no_players(rows[:MOST_ROWS_JUDGED]):
        return sheet
    heading = find_last_heading_row(rows, find_heading_row(rows))
    remark = describe_named_day(named) if named else describe_days(days)
    return sheet._replace(rows=write_days(rows, heading, days, named), remarks=(*sheet.remarks, remark))


def read_day_row(row: Sequence[str]) -> str:
    """Return the date of a row that holds a day and nothing else but a few words, such as “Round 3, 2 January”."""
    said = list(dict.fromkeys(filter(None, row)))
    if not 1 <= len(said) <= 2:
        return ""
    text = " ".join(said)
    day = next((drop_words_before(one) for one in said if read_day(one)), "") or find_text_date(text)
    words = re.findall(r"\w+", text.replace(day, " ").casefold())
    return day if all(one.isdigit() or is_weekday(one) or one in ROUND_WORDS.split() for one in words) else ""


def find_sheet_day(sheet: Sheet, rows: Rows) -> str:
    """Return the day in a longer title above the headings, or else in the name of a sheet; "" if there is none."""
    heading = find_heading_row(rows) if any(rows) else 0
    titles = [" ".join(filter(None, row)) for row in rows[: max(heading - 1, 0)]]
    said = [title for title in [*titles, sheet.name] if title and not NOT_PLAYED_ON.search(title)]
    return next(filter(None, map(find_text_date, said)), "")


def has_dates_or_no_players(rows: Rows) -> bool:
    """Return whether rows have a column of dates, or no two columns of players."""
    guess = guess_columns(rows)
    if guess.is_export or guess.is_dated(rows):
        return True
    said = [one for one in guess.meanings if one not in ("date", "")]
    return bool(guess.refused) or find_missing_meaning([*said, "date"]) == "names"


def write_days(rows: Rows, heading: int, days: dict[int, str], named: str) -> Rows:
    """Return rows with one column more, which has the day above each, or the one of all."""
    width = max(map(len, rows))
    day = named
    written: Rows = []
    for place, row in enumerate(rows):
        day = days.get(place, day)
        said = DATE_HEADING if place == heading - 1 else day if place >= heading else ""
        written.append([*row, *[""] * (width - len(row)), said] if any(row) and said else row)
    return written


def describe_named_day(day: str) -> str:
    """Return the sentence that says that one day is that of all matches."""
    return f"The day of all matches is {day}, from the title or the name of the sheet."


def describe_days(days: dict[int, str]) -> str:
    """Return the sentence that says where the days of the matches stand."""
    where = format_row_numbers(place + 1 for place in days)
    if len(days) == 1:
        return f"The day of the matches is from {where}: {next(iter(days.values()))}."
    return f"{format_count(len(days), 'day')} stand in rows of their own: {where}."
