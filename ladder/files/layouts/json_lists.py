"""Lists in JSON, or an object in each line, as sheets: a row for each object, a column for each of its keys.

A key or number that stands for a player elsewhere in the file is written as that player's name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ladder.files.csv_grid import FileError
from ladder.files.interpretation.column_meanings import find_heading_row
from ladder.files.workbooks import MOST_COLUMNS, Sheet, format_cell_text

MOST_DEPTH = 8  # of lists and objects in one another
JSON_START = re.compile(r'\s*(?:\[\s*(?:[\[{\]]|$)|\{\s*(?:"|\}|$))')
WORD_PARTS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-.]+")
KEY_NAMES = ("id", "key", "uuid", "_id", "slug", "code", "playerId", "player_id", "number", "no")
NAME_KEYS = (
    *("name", "fullName", "full_name", "displayName", "display_name", "player", "playerName", "player_name"),
    *("username", "nickname", "nick", "title"),
)
PERSON_KEY = re.compile(r"player|winner|loser|home|away|white|black|opponent|challenge", re.IGNORECASE)
BEHIND_KEY = re.compile(r"(?:[ _-]?(?:id|ID|key)|Id|Key)$")  # as in winnerId
BOTH = 2  # points of a set
BROKEN_JSON = "This seems to be JSON, and it can’t be read: line {line}, column {column}. Save it again."
TOO_DEEP = "This JSON has too many lists in one another. Save the matches as CSV."
REMARK = "Each object of a list in this file is read as a row, and its keys as headings."
Fields = dict[str, Any]


def read_json_sheets(text: str) -> list[Sheet]:
    """Return each list of objects in a JSON text as a sheet; none if the text isn't JSON.

    Raises: FileError, "This seems to be JSON, and it can’t be read ..."
    """
    if not JSON_START.match(text):
        return []
    try:
        found = dict(find_lists(parse_json(text)))
    except RecursionError:
        raise FileError(TOO_DEEP) from None
    names = collect_names(found)
    sheets = [build_sheet(path, items, names) for path, items in found.items()]
    return [sheet for sheet in sheets if sheet.rows]


def parse_json(text: str) -> Any:
    """Return what a JSON text says; a list if it has an object in each line. Raises: FileError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            if len(lines) > 1:
                return [json.loads(line) for line in lines]
        except ValueError:
            pass
        raise FileError(BROKEN_JSON.format(line=error.lineno, column=error.colno), error.lineno) from None
    except ValueError:  # a number with thousands of digits
        raise FileError(BROKEN_JSON.format(line=1, column=1)) from None


def find_lists(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, list[Fields]]]:
    """Yield the lists of objects with the keys under which they stand; objects by key are a list with their keys.

    Raises: RecursionError if they are too deep.
    """
    if depth > MOST_DEPTH:
        raise RecursionError
    if isinstance(value, list):
        items = [one for one in value if isinstance(one, dict)]
        if items:
            yield path, items
        if len(value) > 1 and all(isinstance(one, list) for one in value):
            texts = [list(map(format_cell_text, one)) for one in value]
            numbers = [f"{number}" for number in range(1, len(texts[0]) + 1)]
            first, *rest = texts if find_heading_row(texts[:2]) else [numbers, *texts]
            yield path, [dict(zip(first, one, strict=False)) for one in rest]
    elif isinstance(value, dict):
        inner = list(value.values())
        if named := find_named_columns(inner):
            yield path, named
            return
        if len(inner) > 1 and all(isinstance(one, dict) for one in inner):
            yield path, [{"key": key, **one} for key, one in value.items()]
        elif inner and all(isinstance(one, str) for one in inner) and path:
            yield path, [{"key": key, "name": one} for key, one in value.items()]
        for key, one in value.items():
            if isinstance(one, (list, dict)):
                yield from find_lists(one, f"{path}, {key}" if path else str(key), depth + 1)


def find_named_columns(values: Sequence[Any]) -> list[Fields]:
    """Return the rows of a table whose headings stand in a list beside it; none if there is no such table."""
    names = next((one for one in values if isinstance(one, list) and one and all(isinstance(x, str) for x in one)), [])
    rows = next((one for one in values if isinstance(one, list) and one and isinstance(one[0], list)), [])
    fits = bool(names) and all(isinstance(row, list) and len(row) == len(names) for row in rows)
    return [dict(zip(names, row, strict=True)) for row in rows] if fits else []


def collect_names(found: Mapping[str, Sequence[Fields]]) -> dict[str, str]:
    """Return the names of players by their keys and numbers, as far as a list has both."""
    names: dict[str, str] = {}
    for items in found.values():
        key = next((one for one in KEY_NAMES if all(is_key_value(item.get(one)) for item in items)), None)
        name = next((one for one in NAME_KEYS if all(isinstance(item.get(one), str) for item in items)), None)
        if key and name and len({str(item[key]) for item in items}) == len(items):
            names |= {str(item[key]): item[name] for item in items}
    return names


def is_key_value(value: Any) -> bool:
    """Return whether a value can be a key."""
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""


def build_sheet(path: str, items: Sequence[Fields], names: Mapping[str, str]) -> Sheet:
    """Return a list of objects as a sheet."""
    flat = [dict(flatten_fields(item, names)) for item in items]
    columns = list(dict.fromkeys(key for item in flat for key in item))[: MOST_COLUMNS + 1]
    headings = [[WORD_PARTS.sub(" ", key).strip() for key in columns]]
    is_headed = bool(columns) and not all(map(str.isdecimal, columns))
    rows = [*(headings if is_headed else []), *([item.get(key, "") for key in columns] for item in flat)]
    return Sheet(path, rows if columns else [], remarks=[REMARK])


def flatten_fields(item: Fields, names: Mapping[str, str], path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the columns and cells of an object, with what stands in it further in. Raises: RecursionError."""
    if depth > MOST_DEPTH:
        raise RecursionError
    for key, value in item.items():
        name = f"{path} {key}".strip()
        if isinstance(value, dict):
            yield from flatten_person(name, value, names, depth)
        elif isinstance(value, list):
            yield from flatten_list(name, value, names, depth)
        else:
            yield write_value(name, value, names)


def flatten_person(name: str, value: Fields, names: Mapping[str, str], depth: int) -> Iterator[tuple[str, str]]:
    """Yield the columns and cells of an object in another one, of which a name stands for all that says who it is."""
    own = next((value[one] for one in NAME_KEYS if isinstance(value.get(one), str)), None)
    if own is None:
        yield from flatten_fields(value, names, name, depth + 1)
        return
    yield name, format_cell_text(own)
    rest = {key: inner for key, inner in value.items() if key not in (*NAME_KEYS, *KEY_NAMES)}
    yield from flatten_fields(rest, names, name, depth + 1)


def flatten_list(name: str, values: Sequence[Any], names: Mapping[str, str], depth: int) -> Iterator[tuple[str, str]]:
    """Yield the columns and cells of a list: scores of sets in one cell, else a column for each of its values."""
    if values and all(isinstance(one, list) and len(one) == BOTH for one in values):
        yield name, " ".join("-".join(map(format_cell_text, one)) for one in values)
        return
    single = name.removesuffix("s")
    for number, value in enumerate(values, 1):
        if isinstance(value, dict):
            for key, cell in flatten_person(single, value, names, depth):
                yield f"{key.removeprefix(f'{single} ')} {number}", cell
        elif not isinstance(value, list):
            yield write_value(f"{single} {number}", value, names)


def write_value(name: str, value: Any, names: Mapping[str, str]) -> tuple[str, str]:
    """Return a column and its cell; a key that stands for a player becomes the name, in a column that is not its own.

    Numbers stand for players only in a column that is called after one.
    """
    text = format_cell_text(value)
    is_key_value = isinstance(value, str) or bool(PERSON_KEY.search(name))
    if text not in names or not is_key_value or name in (*KEY_NAMES, *NAME_KEYS):
        return name, text
    return BEHIND_KEY.sub("", name), names[text]
