"""What stands beside names in a file and is no part of them: ratings and seeds, as in “Ann (1500)” and “[1] Ann”.

Numbers may as well tell two people of one name apart, as in “Tom (1)” and “Tom (2)”. So it is asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ladder.files.interpretation.doubts import KEEP, Doubt, DoubtWeight
from ladder.imports.queries.name_doubts import FileNames
from players.people.names import build_name_key

NOTES_KEY, PLAIN_ANSWER = "notes", "plain"
NOTES_CHOICES = ((PLAIN_ANSWER, "The names without it"), (KEEP, "It is part of the names: different people"))
ENTRY_WORDS = "wc|q|ll|pr|se|alt|w|l"  # how a player got into a tournament, beside seeds
RATING_WORDS = "elo|dwz|rating|rtg|usatt|utr|ttr|lpz|lk|nr|no|id"
SEED_BEFORE = re.compile(
    rf"(?:[\[(](?:\d{{1,3}}|{ENTRY_WORDS})(?:/\w+)?[\])]|#\d{{1,3}}|\d{{1,3}}[.)]) *", re.IGNORECASE
)
SEED_BEHIND = re.compile(rf" *[\[(](?:\d{{1,2}}|{ENTRY_WORDS})(?:/\w+)?[\])]", re.IGNORECASE)
LEAST_COUNTED = 5  # numbers
SMALL_NUMBER = re.compile(r"\(\d{1,2}\)")
NUMBER_BEHIND = re.compile(
    rf" *[\[({{<](?:(?:{RATING_WORDS})[:. ]*)?[a-z]{{0,3}}-?\d{{1,6}}(?:[.,]\d+)?[?p*!]?[\])}}>]"
    r"|(?: *[,–-]| ) *\d{3,4}(?:[.,]\d+)?",
    re.IGNORECASE,
)


class NotedName(NamedTuple):
    """A name with a note: the name without it, its key, the note, and whether the note may tell people apart."""

    bare: str
    key: str
    note: str
    may_tell: bool


def find_noted_names(names: FileNames, without: Iterable[str] = ()) -> dict[str, NotedName]:
    """Return the names of a file that have a note, by key, where others show that it is none of the name.

    That is where the name stands without it or with another note elsewhere, or where most names have one; but not where
    two that are the same without their notes play each other. Names in `without` are left as they are.
    """
    passed = set(map(build_name_key, without))
    found = {key: noted for key in names.first if key not in passed and (noted := read_noted_name(names.spelt[key]))}
    by_name: dict[str, list[str]] = defaultdict(list)
    for key, noted in found.items():
        by_name[noted.key].append(key)
    is_usual = 2 * len(found) > len(names.first)
    here = {*names.first, *names.stored}
    return {
        key: found[key]
        for bare, keys in by_name.items()
        if (is_usual or len(keys) > 1 or bare in here) and not have_met(names, [*keys, bare])
        for key in keys
    }


def read_noted_name(name: str) -> NotedName | None:
    """Return the parts of a name with a note; None for a name without one."""
    before = SEED_BEFORE.match(name)
    rest = name[before.end() :] if before else name
    behind = re.search(rf"(?:{SEED_BEHIND.pattern}|{NUMBER_BEHIND.pattern})$", rest, re.IGNORECASE)
    bare = (rest[: behind.start()] if behind else rest).strip()
    note = behind or before
    if not note or not any(map(str.isalpha, bare)):
        return None
    return NotedName(bare, build_name_key(bare), note[0].strip(), bool(behind))


def have_met(names: FileNames, keys: list[str]) -> bool:
    """Return whether two of these names play each other, so that they are two people."""
    lines = Counter(line for key in keys for line in {*names.rows.get(key, ())})
    return max(lines.values(), default=0) > 1


def build_note_doubts(names: FileNames, noted: Mapping[str, NotedName]) -> list[Doubt]:
    """Return the doubt about notes beside names; none if there are none.

    Preset is that they are no part of the names, unless they seem to be there to tell people apart.
    """
    if not noted:
        return []
    key, one = next(iter(noted.items()))
    title = f"“{names.spelt[key]}” may be {names.called(one.key) if one.key in names.stored else one.bare}."
    more = f"So it is with {len(noted) - 1:,} more." if len(noted) > 1 else ""
    likely = KEEP if tell_people_apart(names, noted) else PLAIN_ANSWER
    return [Doubt(NOTES_KEY, DoubtWeight.NAME, title, NOTES_CHOICES, likely, more)]


def tell_people_apart(names: FileNames, noted: Mapping[str, NotedName]) -> bool:
    """Return whether notes seem to tell people of one name apart.

    Ratings change from match to match: then most names that occur often have several. Numbers of people don't, and
    small numbers in round brackets are no ratings.
    """
    notes: dict[str, set[str]] = defaultdict(set)
    times: Counter[str] = Counter()
    for key, one in noted.items():
        notes[one.key] |= {one.note} if one.may_tell else set()
        times[one.key] += names.times(key)
    several = {key for key, said in notes.items() if len(said) > 1}
    if any(all(map(SMALL_NUMBER.fullmatch, notes[key])) or are_counted(notes[key]) for key in several):
        return True
    often = {key for key in times if times[key] > 1}
    return bool(several) and 2 * len(several & often) < len(often)


def are_counted(notes: Collection[str]) -> bool:
    """Return whether notes are numbers one after the other, as “Player 101” to “Player 140” have, and no ratings."""
    numbers = [int(note) for note in notes if note.isdecimal()]
    return len(numbers) == len(notes) >= LEAST_COUNTED and max(numbers) - min(numbers) < len(numbers)


def drop_notes(names: FileNames, noted: Mapping[str, NotedName]) -> FileNames:
    """Return the names with each that has a note counted as the one without."""
    rows = {key: list(lines) for key, lines in names.rows.items()}
    for key, one in noted.items():
        rows[one.key] = rows.get(one.key, []) + rows.pop(names.same.get(key, key), [])
    bare = {one.key: one.bare for one in noted.values()}
    return names._replace(
        spelt=bare | names.spelt,
        first=names.first | {key: name for key, name in bare.items() if key not in names.first},
        rows=rows,
        same={**names.same, **{key: one.key for key, one in noted.items()}},
    )
