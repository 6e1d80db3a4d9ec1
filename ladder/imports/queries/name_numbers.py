"""The numbers beside names in a file: they tell two people of one name apart, and put two spellings of one together.

Whom a row means is decided by its line, so that it is recognised by its names as they stand when it comes again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap

from ladder.files.cell_values import shorten_cell
from ladder.files.interpretation.doubts import DOUBT_ROWS_SHOWN, KEEP, Doubt, DoubtWeight
from ladder.files.interpretation.row_outcomes import are_spellings_alike
from ladder.files.match_records import MatchRecord
from ladder.formats import join_names
from ladder.imports.queries.records import PeopleByLine
from players.people.actions import find_players
from players.people.names import build_name_key, fold_name_key

NUMBERS_KEY, NUMBERS_ANSWER = "numbers", "numbers"
NUMBERS_CHOICES = ((NUMBERS_ANSWER, "Go by the numbers"), (KEEP, "Go by the names"))
Numbers = Mapping[int, Sequence[str]]
"""The numbers of the two players of a row, by its line."""


class NumberedNames:
    """The names of a file by the number beside them; records of doubles are passed over.

    One query, if there are numbers: a player here may be called with the number already.
    """

    def __init__(self, records: Iterable[MatchRecord], numbers: Numbers) -> None:
        self.lines = {one.line: one.players for one in records if len(one.players) == 2 and one.line in numbers}
        self.numbers = numbers
        self.spelt: dict[str, Counter[str]] = defaultdict(Counter)  # how often each name stands beside a number
        for line, players in self.lines.items():
            for number, name in zip(numbers[line], players, strict=True):
                if number:
                    self.spelt[number][name] += 1
        self.owners: dict[str, set[str]] = defaultdict(set)  # the numbers of a name, by key
        for number, names in self.spelt.items():
            for name in names:
                self.owners[build_name_key(self.find_name(number, name))].add(number)
        numbered = (add_number(name, number) for number, names in self.spelt.items() for name in names)
        self.known = find_players(map(build_name_key, numbered))

    def find_name(self, number: str, name: str) -> str:
        """Return the name of the one whom a number means: its commonest spelling, unless it is somebody else’s."""
        (best, _), *_ = self.spelt[number].most_common(1)
        return best if may_be_one_person(name, best) else name

    def call(self, number: str, name: str) -> str:
        """Return what the player with this number and name is called: with the number, where others have the name."""
        if not number:
            return name
        known = self.find_name(number, name)
        numbered = add_number(known, number)
        is_shared = len(self.owners[build_name_key(known)]) > 1
        return numbered if is_shared or build_name_key(numbered) in self.known else known

    def list_people(self) -> PeopleByLine:
        """Return whom each row means, by line, where that is not the names as they stand."""
        called = {line: tuple(map(self.call, self.numbers[line], players)) for line, players in self.lines.items()}
        return {line: players for line, players in called.items() if players != self.lines[line]}

    def list_examples(self) -> list[str]:
        """Return in words which names are one person by their number, and which are several people."""
        told = []
        for number, names in self.spelt.items():
            joined = list(dict.fromkeys(name for name in names if self.find_name(number, name) != name))
            if joined:
                both = join_names([self.find_name(number, joined[0]), *joined])
                told.append(f"{shorten_cell(number)} stands beside {both}, who are one person then.")
            strangers = [name for name in names if self.find_name(number, name) == name]
            if len(strangers) > 1:
                told.append(f"{shorten_cell(number)} stands beside {join_names(strangers)}, who stay different people.")
        for numbers in self.owners.values():
            if len(numbers) > 1:
                name = self.find_name(min(numbers), next(iter(self.spelt[min(numbers)])))
                told.append(f"{name} has the numbers {join_names(sorted(numbers))}: different people then.")
        return told or [*filter(None, starmap(self.describe_known, self.spelt.items()))]

    def describe_known(self, number: str, names: Counter[str]) -> str:
        """Return the sentence that somebody is called with this number here already; "" if nobody is."""
        name = self.find_name(number, next(iter(names)))
        called = self.call(number, name)
        return f"{name} with the number {shorten_cell(number)} is {called} here." if called != name else ""


def add_number(name: str, number: str) -> str:
    """Return a name with the number of the player: “Dan Dahl (K4)”."""
    return f"{name} ({number})"


def may_be_one_person(name: str, other: str) -> bool:
    """Return whether two names beside one number may be one person's: alike, or with a word in common."""
    words = [{*fold_name_key(build_name_key(one)).split()} for one in (name, other)]
    return are_spellings_alike(name, other) or not words[0].isdisjoint(words[1])


def build_number_doubts(names: NumberedNames) -> list[Doubt]:
    """Return the doubt about numbers beside names; none where they say the same as the names."""
    told = names.list_examples()
    if not told:
        return []
    more = f"And {len(told) - DOUBT_ROWS_SHOWN:,} more." if len(told) > DOUBT_ROWS_SHOWN else ""
    title = "The numbers beside the names tell who is who."
    shown = tuple(told[:DOUBT_ROWS_SHOWN])
    return [Doubt(NUMBERS_KEY, DoubtWeight.NAME, title, NUMBERS_CHOICES, NUMBERS_ANSWER, more, shown)]
