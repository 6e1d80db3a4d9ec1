"""The names in a file and the players here: which spellings are one person, and whom a misspelt name may mean."""

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from ladder.files.cell_values import parse_name
from ladder.files.interpretation.doubts import KEEP, Doubt, DoubtWeight
from ladder.files.interpretation.row_numbers import format_row_numbers
from ladder.files.match_records import MatchRecord
from ladder.formats import format_times
from ladder.models import Import, Match, Opening, Participant
from ladder.ratings import RatingError
from players.models import Player
from players.people.actions import find_players
from players.people.names import build_name_key
from players.people.similar_names import find_similar_names

NEW, TURN = "new", "turn"
DIFFERENT_PEOPLE = "Different people"
OFTEN_SPELT = 3  # a name that occurs so often is not misspelt
MOST_ASKED = 100  # names that are asked about


class FileNames(NamedTuple):
    """The names of a file and those of the players here, all by name key."""

    spelt: dict[str, str]  # the commonest spelling of a name in the file
    first: dict[str, str]  # its first spelling
    rows: dict[str, list[int]]  # the lines that it is in
    stored: Mapping[str, str]  # the names of the players here
    known: Collection[str]  # the keys that are a player's already, also by a former name
    same: Mapping[str, str] = {}  # for a name that is another spelling of one person, the key it is counted under

    def times(self, key: str) -> int:
        """Return how often a name occurs."""
        return len(self.rows.get(key, ()))

    def met(self, key: str, other: str) -> bool:
        """Return whether two names occur in one match, so that they are two people."""
        return not set(self.rows.get(key, ())).isdisjoint(self.rows.get(other, ()))

    def called(self, key: str) -> str:
        """Return a name for people: as the player here is called, else by its commonest spelling."""
        return self.stored.get(key) or self.spelt.get(key, key)


def find_unplayed_players(players: QuerySet[Player], without: Import | None = None) -> QuerySet[Player]:
    """Return those of these players of whom there is only a name, as of many whose import was undone.

    They have no account, no match that counts or is pending and no given starting rating, and were not merged or
    erased. Matches of the import `without` are not looked at.
    """
    standing = Participant.objects.filter(player=OuterRef("pk")).exclude(match__status=Match.Status.VOID)
    if without:
        standing = standing.exclude(match__imported_in=without)
    given = Opening.objects.filter(player=OuterRef("pk"), source=Opening.Source.GIVEN)
    return players.filter(~Exists(standing), ~Exists(given), user=None, merged_into=None, merged=None, erased_at=None)


def find_retired_unplayed_players() -> QuerySet[Player]:
    """Return the retired players of whom there is only a name; in a file their names count as new."""
    return find_unplayed_players(Player.objects.filter(retired_on__isnull=False))


def gather_names(records: Iterable[MatchRecord], spellings: Mapping[str, int], *, exact: bool = False) -> FileNames:
    """Return the names of a file; `spellings` says how often each spelling occurs.

    Names that differ only by case, blanks, signs and the way in which accents are stored are one person, unless the two
    play each other. With `exact`, as for an export, every spelling stays a name of its own.
    """
    first: dict[str, str] = {}
    rows: dict[str, list[int]] = defaultdict(list)
    key_of = cache(build_name_key)
    for record in records:
        for player in record.players:
            first.setdefault(key_of(player), player)
            rows[key_of(player)].append(record.line)
    nobody = set(find_retired_unplayed_players().order_by().values_list("key", flat=True))
    people = Player.objects.filter(merged_into=None).order_by().values_list("key", "name")
    stored = {key: name for key, name in people if key not in nobody}
    names = FileNames(
        first | find_common_spellings(spellings, first), first, rows, stored, find_players(first).keys() - nobody
    )
    return names if exact else join_equal_names(names)


def find_common_spellings(spellings: Mapping[str, int], asked: Collection[str]) -> dict[str, str]:
    """Return the commonest spelling of each name that is asked for, by key; of equally common ones the first."""
    best: dict[str, tuple[int, str]] = {}
    for text, times in spellings.items():
        try:
            name = parse_name(text)
        except RatingError:
            continue
        key = build_name_key(name)
        if key not in best or best[key][0] < times:
            best[key] = (times, name)
    return {key: name for key, (_, name) in best.items() if key in asked}


def join_equal_names(names: FileNames) -> FileNames:
    """Return the names with different spellings of one person put together."""
    spellings: dict[str, list[str]] = defaultdict(list)
    for key in {**names.stored, **names.first}:
        spellings[remove_signs(key)].append(key)
    same: dict[str, str] = {}
    for keys in spellings.values():
        here = [key for key in keys if key in names.stored or key in names.known]
        best = here[0] if len(here) == 1 else max(keys, key=names.times)
        if len(keys) > 1 and len(here) < 2:
            same |= {key: best for key in keys if key not in (best, *names.known) and not names.met(key, best)}
    rows = {key: list(lines) for key, lines in names.rows.items()}
    for key, best in same.items():
        rows[best] = rows.get(best, []) + rows.pop(key, [])
    return names._replace(rows=rows, same=same)


@lru_cache(maxsize=1 << 14)  # names of many files go by
def remove_signs(key: str) -> str:
    """Return a key without signs, and without blanks except between numbers: Anne-Marie B. becomes annemarieb."""
    letters = "".join(" " if unicodedata.category(letter)[0] == "P" else letter for letter in key)
    words = letters.replace("'", " ").split()
    return "".join(
        f" {word}" if before[-1:].isdigit() and word[0].isdigit() else word
        for before, word in zip(["", *words], words, strict=False)
    )


def find_name_doubts(names: FileNames) -> list[Doubt]:
    """Return the doubts about names that may be misspelt, the likeliest first; the preset answer is “different people”.

    The name of a player here and one that occurs often are never doubted.
    """
    people = [key for key in names.rows if key not in names.same]
    here = {*names.stored, *names.known}
    rare = [key for key in people if key not in here and names.times(key) < OFTEN_SPELT]
    everybody = dict.fromkeys([*names.stored, *people])
    near = find_similar_names(rare, everybody)
    turned = group_by_words(everybody)
    found = []
    for key in rare:
        close = [*near[key], *((1, other) for other in turned[sort_words(key)] if other != key)]
        others = [one for one in dict.fromkeys(close) if may_be_meant(names, key, one[1])]
        if others:
            found.append(
                (others[0][0], -max(names.times(one) for _, one in others), build_name_doubt(names, key, others))
            )
    return [one for *_, one in sorted(found, key=lambda one: one[:2])][:MOST_ASKED]


def may_be_meant(names: FileNames, key: str, other: str) -> bool:
    """Return whether a name may be a misspelling of another: a player here, or one who occurs more often."""
    if (
        names.met(key, other)
        or has_other_initial(key, other)
        or turn_name_round(other) == key
        or turn_name_round(key) == other
    ):
        return False
    return other in names.stored or (names.times(key), key) < (names.times(other), other)


def has_other_initial(key: str, other: str) -> bool:
    """Return whether two names end in different initials, as Ann M and Ann L do, which tell two people apart."""
    last = [one.split()[-1].strip(".") for one in (key, other)]
    return last[0] != last[1] and len(last[0]) == len(last[1]) == 1


def group_by_words(keys: Iterable[str]) -> dict[tuple[str, ...], list[str]]:
    """Return the names by their sorted words: Müller Hans and Hans Müller have the same."""
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for key in keys:
        found[sort_words(key)].append(key)
    return found


def sort_words(key: str) -> tuple[str, ...]:
    """Return the words of a name in the order of the alphabet."""
    return tuple(sorted(key.replace(",", " ").split()))


def build_name_doubt_key(key: str) -> str:
    """Return the key of the doubt about a name, which can be the id of an element whatever the name has in it."""
    return f"name-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def build_name_doubt(names: FileNames, key: str, meant: Sequence[tuple[int, str]]) -> Doubt:
    """Return the doubt about a name that may mean one of several others, given with their distances."""
    called = {other: names.called(other) for _, other in meant}
    title = f"“{names.spelt[key]}” looks like {' and '.join(called.values())}."
    times = format_times(names.times(key))
    where = [f"{names.spelt[key]} appears {times}, in {format_row_numbers(names.rows[key])}"]
    where += [f"{name} {describe_presence(names, other)}" for other, name in called.items()]
    same = "The same person" if len(called) == 1 else "The same person as {}"
    choices = ((NEW, DIFFERENT_PEOPLE), *((other, same.format(name)) for other, name in called.items()))
    return Doubt(build_name_doubt_key(key), DoubtWeight.NAME, title, choices, NEW, f"{'; '.join(where)}.")


def describe_presence(names: FileNames, key: str) -> str:
    """Return in words how often a name occurs, and whether it is that of a player here."""
    times = f"appears {format_times(names.times(key))}"
    if key not in names.stored:
        return times
    return f"plays here, and {times}" if names.times(key) else "plays here"


def build_turned_name_doubts(names: FileNames) -> list[Doubt]:
    """Return one doubt about all names such as “Müller, Hans” if Hans Müller occurs as well, or plays here.

    Two who play each other are two people.
    """
    in_use = names.stored.keys() | names.rows.keys()
    typed = (key for key in names.rows if key in names.first)
    found = [(key, turned) for key in typed if (turned := turn_name_round(key)) in in_use]
    if not found or any(names.met(*pair) for pair in found):
        return []
    first = names.spelt[found[0][0]]
    more = f" So are {len(found) - 1} more." if len(found) > 1 else ""
    title = f"“{first}” may be {names.called(found[0][1])}."
    choices = ((TURN, "The same people, with the last name first"), (KEEP, DIFFERENT_PEOPLE))
    return [Doubt("turned", DoubtWeight.NAME, title, choices, TURN, f"The last name is first, with a comma.{more}")]


def turn_name_round(key: str) -> str:
    """Return “hans müller” for “müller, hans”, and "" for a name without just one comma."""
    last, comma, first = key.partition(", ")
    return f"{first} {last}" if comma and first and last and "," not in first else ""


def find_names_meant(doubts: Iterable[Doubt], answers: Mapping[str, str], names: FileNames) -> dict[str, str]:
    """Return the name that each name of the file means, by key; only for those that mean another than their own."""
    given = {one.key: one.answer(answers) for one in doubts}
    chosen = dict(names.same)
    called: dict[str, str] = {}
    for key in names.first.keys() - names.known:
        answer = given.get(build_name_doubt_key(key), NEW)
        if answer != NEW:
            chosen[key] = answer
        elif given.get("turned") == TURN and (turned := turn_name_round(key)):
            chosen.setdefault(key, turned)
            called[turned] = " ".join(reversed(names.spelt[key].split(", ")))
    called |= {key: player.name for key, player in find_players(chosen.values()).items()}
    ends = {key: follow_chain(chosen, key) for key in names.first if key not in names.known}
    meant = {key: called.get(end) or names.called(end) for key, end in ends.items()}
    return {key: name for key, name in meant.items() if name != names.first[key]}


def follow_chain(chosen: Mapping[str, str], key: str) -> str:
    """Return the last key of the chain in which one name means another; it never goes round."""
    seen = {key}
    while key in chosen and chosen[key] not in seen:
        key = chosen[key]
        seen.add(key)
    return key
