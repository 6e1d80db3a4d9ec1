"""What visitors read: names as the club shows them, and nobody who is hidden."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Exists, Q, Subquery
from django.db.models.functions import Coalesce

from .forgetting import alone, begins_a_name, halves
from .models import Club, FormerName, Player
from .names import name_key, unjoined
from .shortening import Person, shortened
from .veil import HIDDEN, SOMEBODY, behind

CLUB = Club.objects.exclude(names=Club.Names.FULL)
COLUMNS = ("pk", "name", "nickname", "merged_into", "merged_into__name")
SHORTEST = 3  # letters of a part of a name that is looked for in what somebody typed


class Row(NamedTuple):
    """A player whom visitors read under another name than the own."""

    pk: int
    name: str
    nickname: str
    into: int | None
    into_name: str | None
    hidden: bool
    names: str | None


class Visitors:
    """The veil of visitors; the players are read once, when the first name is, and only those who need it."""

    is_down = True

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Everybody in a club that shortens names, else those who are hidden; one query."""
        hidden = Coalesce("merged_into__hidden", "hidden")
        rows = Player.objects.filter(Q(hidden=True) | Q(merged_into__hidden=True) | Exists(CLUB)).order_by("pk")
        with behind(None):
            found = rows.values_list(*COLUMNS, hidden, Subquery(CLUB.values("names")[:1]))
            return tuple(Row(*row) for row in found)

    @cached_property
    def names(self) -> dict[str, str]:
        """What these players are called, by name."""
        return called(self.rows).names

    @cached_property
    def key(self) -> str:
        """What is the same as long as everybody is called the same; nothing where all names are whole."""
        return called(self.rows).key

    @cached_property
    def shortens(self) -> bool:
        """Whether the club shows no full names."""
        return shorten(self.rows)

    def name(self, name: str) -> str:
        """Return what a player is called; one who joined since is shortened by the same rule."""
        if name in self.names or not self.shortens:
            return self.names.get(name, name)
        return shortened([Person(0, name)])[name]

    def account(self, name: str) -> str:
        """Return what an account without a player is called: not by what holds a part of a name."""
        folded = name.casefold()
        return SOMEBODY if self.shortens or any(part.casefold() in folded for part in self.parts) else name

    def meant(self, key: str) -> str:
        return self.keys.get(key, "")

    @cached_property
    def keys(self) -> dict[str, str]:
        """The names that are shown, each with the name that it stands for, both as keys."""
        return {name_key(shown): name_key(name) for name, shown in self.names.items() if shown != HIDDEN}

    def said(self, text: str) -> str:
        """Return a sentence with these players as they are called, a surname alone included."""
        text = unicodedata.normalize("NFC", text)
        new = plain = unjoined(text)
        for told, shown in self.told:
            new = replaced(new, unjoined(told), shown)
        for part in self.parts:
            new = replaced(new, part, "…", begins_a_name)
        return text if new == plain else new

    @cached_property
    def told(self) -> list[tuple[str, str]]:
        """The names that are not shown, with what stands for them; the longest first."""
        whole = (self.names | self.former).items()
        return sorted(((name, shown) for name, shown in whole if name != shown), key=lambda one: -len(one[0]))

    @cached_property
    def parts(self) -> list[str]:
        """The parts of names that are not shown; the longest first."""
        found = ((word, shown) for name, shown in self.told for word in halves(name))
        hidden = {
            word
            for word, shown in found
            if len(word) >= SHORTEST and begins_a_name(word) and word.casefold() not in halves(shown.casefold())
        }
        return sorted(hidden, key=lambda word: (-len(word), word))

    @cached_property
    def former(self) -> dict[str, str]:
        """What the names that these players had stand for."""
        called = {row.pk: self.names[row.name] for row in self.rows}
        with behind(None):
            rows = FormerName.objects.filter(player__in=called).values_list("name", "player")
            return {name: called[player] for name, player in rows}


class Called(NamedTuple):
    """What players are called, by name, and what is the same as long as that is."""

    names: dict[str, str]
    key: str


@lru_cache(2)
def called(rows: tuple[Row, ...]) -> Called:
    """Return what these players are called, merged ones as whom they count as; worked out once for the same rows."""
    seen = [row for row in rows if shorten(rows) and not row.hidden]
    found = shortened(person(row) for row in seen if row.into is None)
    merged = {row.name: found[row.into_name] for row in seen if row.into_name}
    names = {row.name: HIDDEN for row in rows if row.hidden} | merged | found
    return Called(names, sha256(repr(names).encode()).hexdigest() if rows else "")


def shorten(rows: Sequence[Row]) -> bool:
    """Say whether the club shows no full names: the setting is the same in all rows."""
    return bool(rows and rows[0].names)


def person(row: Row) -> Person:
    """Return a player with the nickname, where the club shows nicknames."""
    return Person(row.pk, row.name, row.nickname if row.names == Club.Names.NICKNAME else "")


def replaced(text: str, words: str, by: str, meant: Callable[[str], bool] = bool) -> str:
    """Return the text with something else for these words in any letter case, where they stand alone and are meant."""
    if words.casefold() not in text.casefold():
        return text
    found = re.compile(alone(words), re.IGNORECASE)
    return found.sub(lambda match: by if meant(match[0]) else match[0], text)
