"""Shorten names for visitors, so that two players can still be told apart."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from players.people.names import build_name_key, remove_joiners

MOST_SURNAME_LETTERS = 3  # letters of a surname; after that players are numbered


class NamedPerson(NamedTuple):
    """A player's stored name, and the nickname if it is to be shown."""

    pk: int
    name: str
    nickname: str = ""


def abbreviate_names(people: Iterable[NamedPerson]) -> dict[str, str]:
    """Return the shortened names, by whole name: "Ann S.", or "Ann Sm." where there is an "Ann Sh." too."""
    found: dict[str, str] = {}
    rest = list(people)
    for letters in range(1, MOST_SURNAME_LETTERS + 1):
        groups = group_by_abbreviation(rest, letters)
        found |= {group[0].name: text for text, group in groups.items() if len(group) == 1}
        rest = [one for group in groups.values() if len(group) > 1 for one in group]
    return found | number_people(group_by_abbreviation(rest, 1))


def group_by_abbreviation(people: Iterable[NamedPerson], letters: int) -> Mapping[str, Sequence[NamedPerson]]:
    """Return the people by their shortened name with that many letters of the surname."""
    groups: dict[str, list[NamedPerson]] = defaultdict(list)
    spelt: dict[str, str] = {}
    for one in people:
        text = abbreviate_name(one, letters)
        groups[spelt.setdefault(build_name_key(text), text)].append(one)
    return groups


def number_people(groups: Mapping[str, Sequence[NamedPerson]]) -> dict[str, str]:
    """Return numbered names of people with the same shortened name, by whole name: "Ann S. 1" joined first."""
    return {
        one.name: f"{text} {number}"
        for text, group in groups.items()
        for number, one in enumerate(sorted(group), start=1)
    }


def abbreviate_name(one: NamedPerson, letters: int) -> str:
    """Return the nickname, or the first name with that many letters of the surname, but never the whole surname."""
    if one.nickname:
        return one.nickname
    first, last = split_name(one.name)
    last = remove_joiners(last)
    return f"{first} {last[: max(1, min(letters, len(last) - 1))]}." if last else first


def split_name(name: str) -> tuple[str, str]:
    """Return first name and surname: ("Ann", "Ek") for "Ek, Ann" and "Ann van Ek", ("Ann", "") for "Ann"."""
    before, comma, after = (part.strip() for part in name.partition(","))
    if comma and before and after:
        return after.split()[0], before.split()[-1]
    first, *others = name.replace(",", " ").split() or [name]
    return first, next((word for word in reversed(others) if word[0].isalpha()), "")
