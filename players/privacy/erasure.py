"""Replace a person's names in a sentence, and leave everybody else's."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import NamedTuple

from players.people.names import ZERO_WIDTH_NON_JOINER, remove_joiners

SHORTEST_ERASED_WORD = 3  # letters of a part of a name that is looked for alone


class NameEraser(NamedTuple):
    """Replaces names by a neutral one: `whole` names in any letter case, `parts` of names if they have a capital."""

    neutral: str
    whole: frozenset[str]
    parts: frozenset[str]
    pattern: re.Pattern[str]

    def __call__(self, text: str) -> str:
        """Return the sentence with the neutral name in place of the others, however accents and joiners are written."""
        composed = remove_joiners(unicodedata.normalize("NFC", text))
        new = self.pattern.sub(self.put, composed)
        return text if new == composed else new

    def put(self, found: re.Match[str]) -> str:
        """Return what stands in the place of a match: the neutral name, or the same text where it is no name."""
        word = found[0].casefold()
        meant = word in self.whole or (word in self.parts and may_begin_name(found[0]))
        return self.neutral if meant else found[0]


def build_name_eraser(names: Iterable[str], others: Collection[str], neutral: str) -> NameEraser:
    """Return the eraser of these names; names of others that contain one of them are left alone."""
    given, others = {name for name in names if name}, {remove_joiners(name) for name in others}
    own = {remove_joiners(name) for name in given}
    shared = list_name_words(others)
    parts = {
        part for name in given for part in list_name_parts(name.casefold()) if len(part) >= SHORTEST_ERASED_WORD
    } - shared
    whole = frozenset(name.casefold() for name in own)
    kept = {name for name in others if any(one in name.casefold() for one in whole | parts)}
    ordered = sorted({*own, *parts, *kept}, key=lambda one: (-len(one), one))
    found = "|".join(build_name_pattern(one, r"[\w@]") for one in ordered) or r"(?!)"
    return NameEraser(neutral, whole, frozenset(parts), re.compile(found, re.IGNORECASE))


def build_name_pattern(name: str, beside: str = r"\w") -> str:
    """Return the pattern of a name with none of the letters `beside` it.

    In scripts without capitals there may be some, since their words are often written together.
    """
    before = "" if is_caseless_letter(name[0]) else f"(?<!{beside})"
    after = "" if is_caseless_letter(name[-1]) else f"(?!{beside})"
    return f"{before}{re.escape(name)}{after}"


def may_begin_name(word: str) -> bool:
    """Return whether a word may be meant as a name: it has a capital, or is of a script without capitals."""
    return word[0].isupper() or is_caseless_letter(word[0])


def is_caseless_letter(letter: str) -> bool:
    """Return whether a letter is of a script without capitals, such as Hebrew, Arabic or Chinese."""
    return letter.isalpha() and letter.upper() == letter.lower()


def list_name_words(names: Iterable[str]) -> set[str]:
    """Return the single words of these names, in lower case."""
    return {word for name in names for word in re.split(r"[\s,.@]+", name.casefold()) if word}


def list_name_parts(name: str) -> set[str]:
    """Return the words of a name, and the halves of those with a hyphen, an apostrophe or a joiner."""
    return {*re.split(r"[\s,.@]+", remove_joiners(name)), *re.split(rf"[\s,.@'’‐{ZERO_WIDTH_NON_JOINER}-]+", name)}
