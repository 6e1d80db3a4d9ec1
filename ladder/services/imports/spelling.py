"""The names of a file beside those of known players: who may be meant by a name that nobody has."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ladder.files import Record
from ladder.files.guessing import Doubt, counted, rows_named
from ladder.files.guessing.doubts import Weight
from ladder.selectors.unplayed import left_behind
from players.alike import alike
from players.models import Player
from players.names import name_key
from players.services import known

NEW = "new"
LETTER = 1  # the likeness of names that are one letter apart; shortenings are less alike
OFTEN = 3  # a name that is there so many times as often as another is the one that was meant
MOST = 100  # names that are asked about


class Names(NamedTuple):
    """The names of a file by key: as first spelt, and the rows that they are in."""

    spelt: dict[str, str]
    rows: dict[str, list[int]]

    def times(self, key: str) -> int:
        """Return how often a name is there."""
        return len(self.rows.get(key, ()))

    def met(self, key: str, other: str) -> bool:
        """Say whether the two are in one match, and so two people."""
        return not set(self.rows.get(key, ())).isdisjoint(self.rows.get(other, ()))


def name_doubts(names: Names) -> list[Doubt]:
    """Return the doubts about names that nobody has, each with those who may be meant."""
    nobody = set(left_behind().order_by().values_list("key", flat=True))
    has = known(names.spelt).keys() - nobody
    new = [key for key in names.spelt if key not in has]
    people = Player.objects.filter(merged_into=None).order_by().values_list("key", "name")
    stored = {key: name for key, name in people if key not in nobody}
    near = alike(new, {**stored, **names.spelt})
    doubts = []
    for key in new:
        others = [one for one in near[key] if not names.met(key, one[1])]
        meant = [one for one in others if one[1] in stored or is_rarer(names, key, one[1])]
        if meant:
            doubts.append(doubt(names, key, meant, stored))
    return doubts[:MOST]


def doubt_key(key: str) -> str:
    """Return the key of the doubt about a name: a word that may be an element's id, whatever the name has in it."""
    return f"name-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def names_in(records: Iterable[Record]) -> Names:
    """Return the names of a file."""
    names, key_of = Names({}, defaultdict(list)), cache(name_key)
    for record in records:
        for player in record.players:
            key = key_of(player)
            names.spelt.setdefault(key, player)
            names.rows[key].append(record.line)
    return names


def is_rarer(names: Names, key: str, other: str) -> bool:
    """Say whether the name is the rarer of two that the file alone knows; of equals the first is asked about."""
    return (names.times(key), key) < (names.times(other), other)


def doubt(names: Names, key: str, meant: Sequence[tuple[int, str]], stored: Mapping[str, str]) -> Doubt:
    """Return the doubt about one name."""
    called = {other: stored.get(other) or names.spelt[other] for _, other in meant}
    likeness, first = meant[0]
    wrong = likeness == LETTER and (first not in names.spelt or is_slip(names.times(key), names.times(first)))
    title = f"“{names.spelt[key]}” is like {' and '.join(called.values())}."
    where = [f"{names.spelt[key]} is in {rows_named(names.rows[key])}"]
    where += [f"{name} is there {counted(names.times(other), 'time')}" for other, name in called.items()]
    choices = ((NEW, f"A new player, {names.spelt[key]}"), *((one, f"It is {name}") for one, name in called.items()))
    return Doubt(doubt_key(key), Weight.NAME, title, choices, first if wrong else NEW, f"{'; '.join(where)}.")


def is_slip(times: int, others: int) -> bool:
    """Say whether a name that is there so many times is likely a slip for one that is there so many times."""
    return times == 1 < others or times * OFTEN <= others


def names_meant(doubts: Iterable[Doubt], answers: Mapping[str, str], spelt: Mapping[str, str]) -> dict[str, str]:
    """Return whom the answers mean, by the key of the name; one who is meant by one who is meant is found too."""
    given = {one.key: one.answer(answers) for one in doubts}
    asked = ((key, given.get(doubt_key(key), NEW)) for key in spelt)
    chosen = {key: other for key, other in asked if other != NEW}
    stored = {key: player.name for key, player in known(chosen.values()).items()}
    return {key: stored.get(end, spelt.get(end, end)) for key in chosen for end in [last(chosen, key)]}


def last(chosen: Mapping[str, str], key: str) -> str:
    """Return the end of the chain of who is meant by whom, which never goes round."""
    seen = {key}
    while key in chosen and chosen[key] not in seen:
        key = chosen[key]
        seen.add(key)
    return key
