"""Cells of a file as values: names, dates, moments and numbers, read strictly; and names that look like formulas.

A spreadsheet would take a text such as “=A1” for a formula, so an apostrophe goes before it when it is written, and
goes away when it is read. Source: OWASP, CSV injection. A text that already has apostrophes before such a sign gets
one more, so the name that comes back is always the one that was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from functools import lru_cache
from typing import Any

from ladder.ratings import RatingError
from players.people.names import BLANK_LETTERS, check_readable_name, clean_name, has_unseen_letters

LIKE_A_FORMULA = re.compile("'*[=+@\t\r-]")

LONGEST_NAME = 80
HIDDEN_CATEGORIES = {
    "Cc",
    "Cf",
    "Cs",
    "Zl",
    "Zp",
}  # control, zero-width and direction-changing characters, separators of lines
NAME_JOINER = "\u200c"  # the one without width in Persian names; two spellings with and without it are one name
WIDEST_OFFSET = timedelta(hours=16)  # from UTC; no zone ever was farther
YEARS_SENTENCE = "Years go from 1 to 9999."
FIRST_SECOND, LAST_SECOND = time(0, 0), time(23, 59, 59)
MOMENT_TEXT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII)
WIDE_SIGNS = str.maketrans("／．－：，（）　", "/.-:,() ")  # as East Asian keyboards type them
DAY_TEXT = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
NUMBER_TEXT = re.compile(r"-?(\d+)(?:\.(\d+))?", re.ASCII)
MOST_DIGITS = 12  # before the point
MOST_DECIMALS = 20
NO_SUCH_TIME = "The clocks went forward at that hour, so this time did not exist. Enter another."


def escape_formula(text: str) -> str:
    """Return the text with an apostrophe before it, if a spreadsheet would take it for a formula."""
    return f"'{text}" if LIKE_A_FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """Return the text without the apostrophe that `escape_formula` put before it."""
    return text[1:] if text.startswith("'") and LIKE_A_FORMULA.match(text) else text


def escape_row(row: Sequence[Any]) -> Iterator[Any]:
    """Yield the cells of a row, texts as `escape_formula` returns them; numbers are never formulas."""
    return (escape_formula(value) if isinstance(value, str) else value for value in row)


class FirstSpellings:
    """The names of players in a file: of several spellings of a name the first is kept for all."""

    def __init__(self) -> None:
        self.spellings: dict[str, str] = {}

    def keep(self, text: str) -> str:
        """Return the first spelling of this name. Raises: RatingError with why it can't be a name."""
        clean = parse_name(text)
        return self.spellings.setdefault(fold_name(clean), clean)


@lru_cache(maxsize=1 << 14)
def remove_letter_accents(text: str) -> str:
    """Return a text with its accents taken off its letters: Sian for Siân."""
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


@lru_cache(maxsize=1 << 14)
def write_plain_digits(text: str) -> str:
    """Return a text with the digits of all scripts as 0 to 9, wide signs as narrow ones, and no marks of direction."""
    if text.isascii():
        return text
    shown = (one for one in text.translate(WIDE_SIGNS) if unicodedata.category(one) != "Cf")
    return "".join(str(unicodedata.digit(one)) if one.isdecimal() else one for one in shown)


def fold_name(text: str) -> str:
    """Return a name as it is compared: lower case, single blanks, no joiners (B-11)."""
    return " ".join(text.replace(NAME_JOINER, "").split()).casefold()


def parse_name(text: str) -> str:
    """Return the name in a cell, with single blanks and without the apostrophe that an export put before a formula.

    Raises: RatingError, such as "A name has at most 80 characters."
    """
    text = unescape_formula(text.strip()).strip()
    if not text.replace(NAME_JOINER, ""):
        raise RatingError("A player's name is missing.", "player")
    if len(text) > LONGEST_NAME:
        raise RatingError(f"A name has at most {LONGEST_NAME} characters.", "player")
    if any(is_invisible(letter) for letter in text.replace(NAME_JOINER, "")):
        raise RatingError("A name can't have control characters or invisible ones.", "player")
    try:
        check_readable_name(text)
    except ValueError as error:
        raise RatingError(str(error), "player") from error
    return " ".join(text.split())


def check_player_name(name: str) -> None:
    """Refuse a name that no player can have. Raises: RatingError, "“Hidden player” can't be a name: ..." """
    try:
        clean_name(name)
    except ValueError as error:
        raise RatingError(str(error), "name") from error


def is_invisible(letter: str) -> bool:
    """Return whether a character prints nothing, or changes how others are printed."""
    return letter in BLANK_LETTERS or unicodedata.category(letter) in HIDDEN_CATEGORIES


def drop_unseen_letters(text: str) -> str:
    """Return a text without the letters that print nothing; a joiner stays between two Arabic letters."""
    seen = "".join(one for one in text if one.isspace() or one == NAME_JOINER or not is_invisible(one))
    return seen if NAME_JOINER not in seen or not has_unseen_letters(seen) else seen.replace(NAME_JOINER, "")


def parse_moment(text: str, zone: tzinfo, clock: time = LAST_SECOND) -> datetime:
    """Return the moment in a cell, in the club's zone; a day alone becomes its moment at the time `clock`.

    Raises: RatingError, such as "Years go from 1 to 9999."
    """
    text = text.strip()
    if not MOMENT_TEXT.fullmatch(text):
        raise build_date_error(text)
    try:
        given = datetime.fromisoformat(text)
        if len(text) == len("2026-11-21"):
            given = datetime.combine(given, clock)
        when = given.astimezone(zone) if given.tzinfo else given.replace(tzinfo=zone)
    except ValueError:
        raise build_date_error(text) from None
    except OverflowError:
        raise RatingError(YEARS_SENTENCE, "date") from None
    if not is_in_every_zone(when):
        raise RatingError(YEARS_SENTENCE, "date")
    if len(text) > len("2026-11-21") and is_skipped_by_clocks(when):
        raise RatingError(NO_SUCH_TIME, "date")
    return when


def is_in_every_zone(when: datetime) -> bool:
    """Return whether the year of a moment is from 1 to 9999 in every time zone."""
    try:
        utc = when.astimezone(UTC)
        return bool((utc - WIDEST_OFFSET, utc + WIDEST_OFFSET))
    except OverflowError:
        return False


def is_skipped_by_clocks(when: datetime) -> bool:
    """Return whether the clocks of its zone skipped this moment, as they skip an hour when summer begins."""
    return when.astimezone(UTC).astimezone(when.tzinfo) != when


def parse_day(text: str) -> date:
    """Return the day in a cell. Raises: RatingError, such as "“x” isn't a day such as 2026-11-21." """
    if not DAY_TEXT.fullmatch(text.strip()):
        raise RatingError(f"“{shorten_cell(text)}” isn't a day such as 2026-11-21.", "date")
    return parse_moment(text, UTC).date()


def build_date_error(text: str) -> RatingError:
    """Return the error for a text that is neither a day nor a moment."""
    return RatingError(f"“{shorten_cell(text)}” isn't a date such as 2026-11-21 or 2026-11-21T20:15.", "date")


def parse_plain_number(text: str, label: str) -> float:
    """Return the number in a cell, written in ASCII digits with a decimal point; a whole one as an int.

    Raises: RatingError, "The length must be a number ..." or "The length is out of range."
    """
    text = text.strip()
    found = NUMBER_TEXT.fullmatch(text)
    if not found:
        raise RatingError(f"The {label} must be a number such as 5 or 2.5, not “{shorten_cell(text)}”.", label)
    if len(found[1]) > MOST_DIGITS or len(found[2] or "") > MOST_DECIMALS:
        raise RatingError(f"The {label} is out of range.", label)
    value = float(text)
    return int(value) if value.is_integer() else value


def parse_plain_whole_number(text: str, label: str) -> int:
    """Return the whole number in a cell. Raises: RatingError, such as "The place must be a whole number." """
    value = parse_plain_number(text, label)
    if not isinstance(value, int):
        raise RatingError(f"The {label} must be a whole number.", label)
    return value


def format_plain_number(value: float) -> str:
    """Return a number as a text that `parse_plain_number` reads, without an exponent."""
    return f"{Decimal(repr(value)):f}"


def shorten_cell(text: str) -> str:
    """Return the text of a cell for a sentence: at most 40 characters, all printable."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:41])
    return shown if len(text) <= 40 else shown[:40] + "…"
