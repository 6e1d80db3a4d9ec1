"""Times of day: those of a column beside the date are read, and become part of the date.

What the times leave open is asked: whether they are how long a match took, which day the hours after midnight belong
to, and what to do with rows that have none; the last also where the times stand in the dates themselves.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.column_meanings import are_mostly
from ladder.files.interpretation.date_styles import A_DAY, FIRST_SERIAL_DAY, TIME_PATTERN, format_clock
from ladder.files.interpretation.doubts import Doubt, DoubtWeight, SheetRows
from ladder.files.interpretation.play_order import DAY_LENGTH
from ladder.files.interpretation.row_numbers import format_row_numbers

TIME_OF_DAY = re.compile(rf"(?:kl\.? |um |at )?{TIME_PATTERN}(?: ?(?:uhr|h|hrs?|u|uur))?", re.ASCII | re.IGNORECASE)
HOUR_AND_HALF = re.compile(r"(\d{1,2})() ?()([ap])\.?m\.?", re.ASCII | re.IGNORECASE)
HOUR_AND_WORD = re.compile(r"(?:kl\.? )?(\d{1,2}) ?(?:uhr|h|u|uur) ?(\d\d)?", re.ASCII | re.IGNORECASE)
CLOCK_DIGITS = re.compile(r"(\d{1,2})(\d\d)", re.ASCII)  # 2015
CUT_DECIMALS = re.compile(r"(\d{1,2})[.,](\d)", re.ASCII)  # 20.3, which a spreadsheet made of 20.30
ODS_DURATION = re.compile(r"PT(\d{1,2})H(\d\d)M(\d\d)(?:[.,]\d+)?S", re.ASCII)  # as an ODS file has the time of day
SERIAL_MOMENT = re.compile(r"(?:1899-12-3[01]|1900-01-0\d)T(\d\d):(\d\d):(\d\d)", re.ASCII)
DAY_FRACTION = re.compile(r"0?[.,]\d{1,20}", re.ASCII)  # of a day, as spreadsheets count
MIDNIGHT_TEXT = "00:00:00"
MORNING_BEGINS, DAY_BEGINS = "06:00:00", "07:00:00"

CLOCK_KEY, NIGHT_KEY, UNTIMED_KEY = "clock", "night", "untimed"
TIME_OF_DAY_ANSWER, LENGTH_ANSWER, TIME_BESIDE = "day", "length", "beside"
LAST_OF_DAY, FIRST_OF_DAY = "last", "first"
CLOCK_CHOICES = (
    (LENGTH_ANSWER, "How long it took: it says nothing of the order"),
    (TIME_OF_DAY_ANSWER, "The time of day"),
)
NIGHT_CHOICES = (
    (LAST_OF_DAY, "After midnight: the last of that day"),
    (FIRST_OF_DAY, "Early in the morning: the first of that day"),
)
UNTIMED_CHOICES = (
    (TIME_BESIDE, "The time of the row beside it"),
    (LAST_OF_DAY, "No time: the last of that day"),
)


def read_clocks(texts: Iterable[str]) -> dict[str, str]:
    """Return the time of day, such as 20:15:00, of each of these cells of a column that has one."""
    cells = {*texts} - {""}
    parse = parse_fraction if all(map(DAY_FRACTION.fullmatch, cells)) else parse_clock
    return {cell: clock for cell in cells if (clock := parse(cell))}


def are_clock_cells(texts: Sequence[str]) -> bool:
    """Return whether most cells of a column are times of day."""
    read = read_clocks(texts)
    return are_mostly(texts, lambda text: text in read)


def parse_clock(text: str) -> str:
    """Return a time of day such as 20:15:00, however it is written; "" for any other text."""
    for style in (TIME_OF_DAY, HOUR_AND_HALF, HOUR_AND_WORD, CLOCK_DIGITS, ODS_DURATION, SERIAL_MOMENT):
        if found := style.fullmatch(text):
            return format_clock(*found.groups())
    found = CUT_DECIMALS.fullmatch(text)
    return format_clock(found[1], f"{found[2]}0") if found else ""


def parse_fraction(text: str) -> str:
    """Return the time of day that is this fraction of a day."""
    moment = FIRST_SERIAL_DAY + timedelta(seconds=min(round(float(text.replace(",", ".")) * A_DAY), A_DAY - 1))
    return f"{moment:%H:%M:%S}"


def join_clocks(found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> SheetRows:
    """Add the times of a column of times to the dates, and a time to dates without among others with; a `FilterStep`.

    What the row says by itself stays in the cells `dated` and `timed`: it is recognised by them, whatever is answered.
    """
    days = {number: cells["date"][:DAY_LENGTH] for number, cells in found.items() if is_day_alone(cells)}
    read = read_clocks(found[number].get("time", "") for number in days)
    said = {number: read[text] for number in days if (text := found[number].get("time", "")) in read}
    clocks = {} if are_lengths(said, found, doubts, answers) else said
    rows: dict[str, list[int]] = defaultdict(list)
    for number, cells in found.items():
        rows[cells["date"][:DAY_LENGTH]].append(number)
    late = ask_for_nights(clocks, rows, doubts, answers)
    by_day = [[number for number in numbers if number not in late] for numbers in rows.values()]
    clocks = {number: clock for number, clock in clocks.items() if number not in late}
    dated = {number: cells["date"][DAY_LENGTH + 1 :] for number, cells in found.items() if number not in days}
    clocks = ask_for_untimed(clocks | dated, by_day, doubts, answers)
    return {
        number: join_clock(cells, said.get(number, ""), clocks.get(number, "")) if number in days else drop_clock(cells)
        for number, cells in found.items()
    }


def is_day_alone(cells: Mapping[str, str]) -> bool:
    """Return whether a date has no time of day; beside a column of times also midnight, as databases write days."""
    return cells["date"][DAY_LENGTH + 1 :] in ("", MIDNIGHT_TEXT if "time" in cells else "")


def drop_clock(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the cells of a row without that of the column of times."""
    return {name: cell for name, cell in cells.items() if name != "time"}


def join_clock(cells: Mapping[str, str], said: str, clock: str) -> dict[str, str]:
    """Return the cells of a row that says one time of day, or none, with the time that it gets in its date."""
    joined = drop_clock(cells)
    day = cells["date"][:DAY_LENGTH]
    if said or clock:
        joined["dated"] = cells["date"]
    if said:
        joined["timed"] = f"{day}T{said}"
    if clock:
        joined["date"] = f"{day}T{clock}"
    return joined


def list_filed_dates(cells: Mapping[str, str]) -> list[str]:
    """Return the date of a row with its own time, if it says one, and the date alone."""
    return [cells[name] for name in ("timed", "dated") if name in cells]


def are_lengths(clocks: Mapping[int, str], found: SheetRows, doubts: list[Doubt], answers: Mapping[str, str]) -> bool:
    """Return whether the times are how long matches took, as was answered; asked where most are of the night."""
    early = [number for number, clock in clocks.items() if clock < DAY_BEGINS]
    if 2 * len(early) <= len(clocks):
        return False
    title = f"“{shorten_cell(found[early[0]]['time'])}” in row {early[0]:,} may be how long a match took."
    doubt = Doubt(CLOCK_KEY, DoubtWeight.PLAYED, title, CLOCK_CHOICES, LENGTH_ANSWER)
    doubts.append(doubt)
    return doubt.answer(answers) == LENGTH_ANSWER


def ask_for_nights(
    clocks: dict[int, str], by_day: Mapping[str, Sequence[int]], doubts: list[Doubt], answers: Mapping[str, str]
) -> set[int]:
    """Return the rows that were played after midnight of the day that they have, as was answered."""
    step = -1 if is_newest_on_top(by_day, clocks) else 1
    late = {number for numbers in by_day.values() for number in find_night_rows(numbers[::step], clocks)}
    if not late:
        return late
    title = (
        f"Was {clocks[min(late)][:5]} after midnight of that day, or early in its morning? ({format_row_numbers(late)})"
    )
    doubt = Doubt(NIGHT_KEY, DoubtWeight.PLAYED, title, NIGHT_CHOICES, LAST_OF_DAY)
    doubts.append(doubt)
    return late if doubt.answer(answers) == LAST_OF_DAY else set()


def is_newest_on_top(by_day: Mapping[str, Sequence[int]], clocks: Mapping[int, str]) -> bool:
    """Return whether most evenings have their newest match on top; where no evening says it, whether most days do."""
    evenings = [[clocks[one] for one in rows if clocks.get(one, "") >= MORNING_BEGINS] for rows in by_day.values()]
    return (sum(map(count_steps_onward, evenings)) or count_steps_onward([*by_day])) < 0


def count_steps_onward(texts: Sequence[str]) -> int:
    """Return how many more of these days or times are later than the one before them than are earlier."""
    return sum((later > before) - (later < before) for before, later in pairwise(texts))


def find_night_rows(numbers: Sequence[int], clocks: Mapping[int, str]) -> list[int]:
    """Return the rows of a day that seem to be of the night after it.

    The rows are given as the list runs, the oldest first. Their times are in this order, or at least run one way, only
    if those rows are of the night.
    """
    timed = [number for number in numbers if number in clocks]
    plain = [(False, clocks[number]) for number in timed]
    shifted = [(clock < MORNING_BEGINS, clock) for _, clock in plain]
    is_onward = plain != sorted(plain) and shifted == sorted(shifted)
    if not is_onward and (runs_one_way(plain) or not runs_one_way(shifted)):
        return []
    return [number for number, (is_late, _) in zip(timed, shifted, strict=True) if is_late]


def runs_one_way(values: Sequence[tuple[bool, str]]) -> bool:
    """Return whether no value is before the one that stands before it, or none is after it."""
    ordered = sorted(values)
    return [*values] in (ordered, ordered[::-1])


def ask_for_untimed(
    clocks: dict[int, str], by_day: Sequence[Sequence[int]], doubts: list[Doubt], answers: Mapping[str, str]
) -> dict[int, str]:
    """Return the times with those of rows that have none on a day with times, as was answered."""
    timed_days = [numbers for numbers in by_day if not clocks.keys().isdisjoint(numbers)]
    untimed = [number for numbers in timed_days for number in numbers if number not in clocks]
    if not untimed:
        return clocks
    title = f"No time of day in {format_row_numbers(untimed)}."
    doubt = Doubt(UNTIMED_KEY, DoubtWeight.PLAYED, title, UNTIMED_CHOICES, TIME_BESIDE)
    doubts.append(doubt)
    if doubt.answer(answers) == LAST_OF_DAY:
        return clocks
    return {number: clock for numbers in by_day for number, clock in fill_clocks(numbers, clocks)}


def fill_clocks(numbers: Sequence[int], clocks: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Yield each row of a day with its time, that of the row above for one without; the first rows take the next."""
    above = next((clocks[number] for number in numbers if number in clocks), "")
    for number in numbers:
        above = clocks.get(number, above)
        if above:
            yield number, above
