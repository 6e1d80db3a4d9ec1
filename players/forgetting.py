"""Taking a person's names out of a sentence, and leaving everybody else's in."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import NamedTuple

SHORTEST = 3  # letters of a part of a name that is looked for alone


class Forgetting(NamedTuple):
    """What stands for whom: `whole` names in any letter case, `parts` of names where they begin with a capital."""

    neutral: str
    whole: frozenset[str]
    parts: frozenset[str]
    pattern: re.Pattern[str]

    def __call__(self, text: str) -> str:
        """Return the sentence with the neutral name in the place of every other one, however its accents are stored."""
        composed = unicodedata.normalize("NFC", text)
        new = self.pattern.sub(self.put, composed)
        return text if new == composed else new

    def put(self, found: re.Match[str]) -> str:
        said = found[0].casefold()
        meant = said in self.whole or (said in self.parts and found[0][0].isupper())
        return self.neutral if meant else found[0]


def forgetting(names: Iterable[str], others: Collection[str], neutral: str) -> Forgetting:
    """Return how these names are forgotten; names of others that hold one of them are left alone."""
    own = {name for name in names if name}
    shared = words(others)
    parts = {part for name in own for part in halves(name.casefold()) if len(part) >= SHORTEST} - shared
    whole = frozenset(name.casefold() for name in own)
    kept = {name for name in others if any(one in name.casefold() for one in whole | parts)}
    ordered = sorted({*own, *parts, *kept}, key=lambda one: (-len(one), one))
    found = "|".join(map(re.escape, ordered)) or r"(?!)"
    return Forgetting(neutral, whole, frozenset(parts), re.compile(rf"(?<![\w@])(?:{found})(?![\w@])", re.IGNORECASE))


def words(names: Iterable[str]) -> set[str]:
    """Return the single words of these names, in lower case."""
    return {word for name in names for word in re.split(r"[\s,.@]+", name.casefold()) if word}


def halves(name: str) -> set[str]:
    """Return the words of a name, and the halves of those with a hyphen or an apostrophe."""
    return {*re.split(r"[\s,.@]+", name), *re.split(r"[\s,.@'’‐-]+", name)}
