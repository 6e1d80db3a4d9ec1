"""Which letters the bytes of a text file stand for.

A file that is not in UTF-8 or UTF-16 may be in one of many code pages, in which the same byte is another letter. Its
cells decide: a reading in which their words are spelt in the letters of one language, with capitals where names have
them, is better than others. Where several are as good, it is asked, and the one that chardetng proposes, by which
browsers read old pages, comes first.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

UTF8, TWICE = "utf-8-sig", "utf-8 twice"
MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
SINGLE_BYTES = (  # in the order in which they are likely, where nothing tells
    *("cp1252", "cp1250", "cp1251", "cp1254", "cp1253", "cp1257", "cp1255", "cp1256"),
    *("mac_roman", "mac_latin2", "mac_cyrillic", "mac_turkish", "mac_greek"),
    *("iso8859_2", "cp850", "cp852", "cp866", "koi8_r"),
)
CALLED_HERE = {"shift_jis": "cp932", "euc_kr": "cp949", "gbk": "gb18030", "iso8859-2": "iso8859_2", "koi8-u": "koi8_r"}
CALLED_HERE |= {"iso8859-8": "cp1255", "iso8859-7": "cp1253", "iso8859-6": "cp1256"}
SEVERAL_BYTES = ("cp932", "euc_jp", "gb18030", "big5", "cp949")
LANGUAGES = (  # the letters of each besides a to z
    *("äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü", "áàâãçéêíóôõúü", "àèéìíîòóùú", "éèëïöü", "àçéèíïóòúü", "çë"),
    *("åäöé", "æøåéö", "áðéíóúýþæö", "äõöüšž"),
    *("áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż", "áéíóöőúüű", "čćđšž", "ăâîșțşţ"),
    *("çğıiöşüâî\u0307", "āčēģīķļņšūž", "ąčęėįšųūž"),
    *("абвгдежзийклмнопрстуфхцчшщъыьэюяё", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдђежзијклљмнњопрстћуфхцчџш"),
    *("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",),
)
SCRIPTS = ("HEBREW", "ARABIC", "HANGUL", "CJK", "HIRAGANA", "KATAKANA")
JAPANESE = {"CJK", "HIRAGANA", "KATAKANA"}
SIGNS = set("½¼¾–—’‘“”„…€£°ºª·×№«»")  # that stand in lists by themselves, or in a name as in “O’Neill”
BETWEEN_CELLS = re.compile(rb'[;,\t\r\n"]+')
MOST_CELLS_JUDGED = 500
GOOD_FOR_A_BROKEN = 4  # letters in UTF-8 for one that is broken, so that the file is in UTF-8
MOST_READINGS, NAMES_SHOWN, LONGEST_NAME_SHOWN = 5, 3, 40
ODD_COST, FOREIGN_COST = 4, 2


class Reading(NamedTuple):
    """An encoding that a file may be in, and some of its cells as they read in it."""

    encoding: str
    names: tuple[str, ...] = ()


def decode_as(data: bytes, encoding: str) -> str:
    """Return the text of a file in this encoding; a few broken letters are replaced. Raises: UnicodeDecodeError."""
    if encoding == TWICE:
        return data.decode(UTF8).encode("cp1252").decode()
    return data.decode(encoding, "replace" if encoding == UTF8 else "strict")


def list_readings(data: bytes) -> list[Reading]:
    """Return how a file may read, the likeliest first: one reading where it is plain, none if it is no text."""
    if mark := next((one for one in MARKS if data.startswith(one)), None):
        return [Reading(MARKS[mark])]
    if b"\0" in data:
        return [Reading("utf-16-be" if data.startswith(b"\0") else "utf-16-le")]
    if data.isascii():
        return [Reading(UTF8)]
    cells = list({one: 0 for one in BETWEEN_CELLS.split(data) if not one.isascii()})[:MOST_CELLS_JUDGED]
    if is_utf8(cells):
        return name_readings(cells, [TWICE, UTF8] if was_read_twice(cells) else [UTF8])
    judged = {page: cost for page in SINGLE_BYTES if (cost := judge_cells(cells, page)) is not None}
    likely = propose_encoding(data)
    if likely in SEVERAL_BYTES or not judged:
        judged |= {page: cost for page in SEVERAL_BYTES if (cost := judge_cells(cells, page)) is not None}
    if not judged:
        return []
    least = min(judged.values())
    ranked = sorted(judged, key=lambda page: (judged[page], page != likely))
    return name_readings(cells, [page for page in ranked if judged[page] <= least + least // 2])


def is_utf8(cells: Sequence[bytes]) -> bool:
    """Return whether cells are in UTF-8, but for a few letters that may be broken."""
    text = b"\n".join(cells).decode(errors="replace")
    broken = text.count("\ufffd")
    whole = sum(not one.isascii() for one in text) - broken
    return not broken or whole > GOOD_FOR_A_BROKEN * broken


def was_read_twice(cells: Sequence[bytes]) -> bool:
    """Return whether cells in UTF-8 were taken for Windows-1252 once, and stored in UTF-8 again."""
    try:
        return any(one.decode().encode("cp1252").decode() != one.decode() for one in cells)
    except UnicodeError:
        return False


def propose_encoding(data: bytes) -> str:
    """Return the encoding in which browsers would read this, by its name in Python."""
    from chardetng_py import detect

    name = codecs.lookup(detect(data)).name
    return CALLED_HERE.get(name, name)


def name_readings(cells: Sequence[bytes], encodings: Iterable[str]) -> list[Reading]:
    """Return the readings that differ, with some cells that show in what; a single one needs none."""
    texts: dict[tuple[str, ...], str] = {}
    for encoding in encodings:
        texts.setdefault(tuple(decode_as(cell, encoding) for cell in cells), encoding)
    if len(texts) < 2:
        return [Reading(encoding) for encoding in texts.values()]
    told = [place for place, each in enumerate(zip(*texts, strict=True)) if len({*each}) == len(texts)]
    shown = (told or range(len(cells)))[:NAMES_SHOWN]
    found = [
        Reading(encoding, tuple(text[place].strip()[:LONGEST_NAME_SHOWN] for place in shown))
        for text, encoding in texts.items()
    ]
    return found[:MOST_READINGS]


def judge_cells(cells: Sequence[bytes], encoding: str) -> int | None:
    """Return how odd cells are in an encoding; None if they can't be in it, or most of them are no words."""
    try:
        text = " ".join(cell.decode(encoding) for cell in cells)
    except UnicodeDecodeError:
        return None
    words = [
        word for one in dict.fromkeys(re.split(r"[\s|]+", text)) if not one.isascii() and (word := trim_signs(one))
    ]
    plain = [word for word in words if is_word(word)]
    if 2 * len(plain) < len(words):
        return None
    spelt = [name_scripts({one for one in word.casefold() if not one.isascii()}) for word in plain]
    foreign = sum(not any(map(letters.issubset, build_alphabets())) for letters in spelt)
    others = min(sum(not letters <= language for letters in spelt) for language in build_alphabets())
    lower = sum(word[0].islower() for word in plain)
    return ODD_COST * (len(words) - len(plain)) + FOREIGN_COST * foreign + others + lower


def trim_signs(word: str) -> str:
    """Return a word without the signs before and behind it."""
    return word.strip("".join(SIGNS) + "()[]{}.,:;!?'\"-+*/&#0123456789")


def is_word(word: str) -> bool:
    """Return whether a word is of letters of one script, of which the first or all may be capitals in each part."""
    parts = re.split("['’.\\-/&]", word)
    if re.search("[A-Za-z]", word) and any(map(is_other_script, word)):
        return False
    return all(
        all(unicodedata.category(letter)[0] in "LM" and not is_ligature(letter) for letter in part)
        and (part[1:] == part[1:].lower() or part == part.upper())
        for part in parts
    )


@cache
def is_ligature(letter: str) -> bool:
    """Return whether a letter is two that printers joined, which nobody types in a list."""
    return "LIGATURE" in unicodedata.name(letter, "") and letter.casefold() not in "œæ"


@cache
def is_other_script(letter: str) -> bool:
    """Return whether a letter is of another script than the Latin one."""
    return letter.isalpha() and "LATIN" not in unicodedata.name(letter, "")


def name_scripts(letters: Collection[str]) -> set[str]:
    """Return letters with the name of their script in the place of those whose alphabets are not listed here."""
    return {next((one for one in SCRIPTS if one in unicodedata.name(letter, "")), letter) for letter in letters}


@cache
def build_alphabets() -> list[set[str]]:
    """Return the letters of each language, or the scripts in which it is written."""
    return [*({*letters} for letters in LANGUAGES), {"HEBREW"}, {"ARABIC"}, {"HANGUL"}, JAPANESE]
