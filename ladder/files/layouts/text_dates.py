"""A date in the middle of a text, such as a title, the name of a sheet or a message."""

from __future__ import annotations

import re

from ladder.files.cell_values import write_plain_digits
from ladder.files.interpretation.calendar_words import is_weekday
from ladder.files.interpretation.date_styles import BARE_STYLE, SERIAL_STYLE, ReadDate, read_date

MOST_DATE_WORDS = 6  # as in “Friday, 2 January 2026 at 20:15”
MOST_WORDS_SEARCHED = 30
SIGNS_AROUND = ",;:()[]{}<>|–—-"
WORDS_BEFORE_DATE = frozenset(["on", "am", "vom", "le", "el", "il", "op", "den", "em", "dia", "w", "dnia"])
SET_NUMBER = re.compile(r"(?:set \d+|\d+ set)\b.*", re.IGNORECASE)  # or September, in some languages


def read_day(text: str) -> ReadDate | None:
    """Return what a whole text says of a day; None for a number, for what is as likely a score, and for any other."""
    plain = write_plain_digits(text)
    read = read_date(plain)
    if not any(read[:2]) or read.written == SERIAL_STYLE or SET_NUMBER.fullmatch(plain):
        return None
    return None if read.written == BARE_STYLE and "-" in plain else read


def find_text_date(text: str) -> str:
    """Return the one date with a month in a text as it is written there; "" if there is none, or more than one."""
    words = text.split()[:MOST_WORDS_SEARCHED]
    found: list[str] = []
    place = 0
    while place < len(words):
        length = next((size for size in range(MOST_DATE_WORDS, 0, -1) if is_date_phrase(words, place, size)), 0)
        found += [drop_words_before(join_phrase(words, place, length))] if length else []
        place += length or 1
    return found[0] if len(found) == 1 else ""


def drop_words_before(phrase: str) -> str:
    """Return a date without words before it that say nothing of it, such as “night” in “night 2 January 2026”."""
    first, _, rest = phrase.partition(" ")
    if any(map(str.isdigit, first)) or is_weekday(first.strip(".,")) or not rest or read_day(rest) != read_day(phrase):
        return phrase
    return rest


def is_date_phrase(words: list[str], place: int, size: int) -> bool:
    """Return whether these words of a text are a date, and not a bare pair of numbers."""
    phrase = join_phrase(words, place, size) if place + size <= len(words) else ""
    read = read_day(phrase) if phrase else None
    return read is not None and (read.written != BARE_STYLE or size == len(words))


def join_phrase(words: list[str], place: int, size: int) -> str:
    """Return some words of a text without the signs around them."""
    return " ".join(words[place : place + size]).strip(SIGNS_AROUND)


def split_last_date(text: str) -> tuple[str, str]:
    """Return a text without the date with a month at its end, and that date; "" if it ends with none."""
    words = text.split()
    for size in range(min(MOST_DATE_WORDS, len(words) - 1), 0, -1):
        phrase = join_phrase(words, len(words) - size, size)
        read = read_day(phrase) if phrase else None
        if read and read.written != BARE_STYLE and drop_words_before(phrase) == phrase:
            rest = words[:-size]
            rest = rest[:-1] if rest[-1].casefold() in WORDS_BEFORE_DATE else rest
            return " ".join(rest).rstrip(SIGNS_AROUND + " "), phrase
    return text, ""


def split_first_date(text: str) -> tuple[str, str]:
    """Return the date with which a text begins, and the rest of it; "" and the text if it begins with none."""
    words = text.split()
    for size in range(min(MOST_DATE_WORDS, len(words)), 0, -1):
        phrase = join_phrase(words, 0, size)
        if phrase and read_day(phrase) and drop_words_before(phrase) == phrase:
            return phrase, " ".join(words[size:]).lstrip(SIGNS_AROUND + " ")
    return "", text
