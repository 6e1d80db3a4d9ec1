"""What a player may be called, and when two names are the same."""

import unicodedata
from itertools import pairwise

from players.privacy.redaction import HIDDEN_PLAYER

LONGEST_PLAYER_NAME = 80
NOT_ALLOWED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, invisible and direction characters
ZERO_WIDTH_NON_JOINER = "\u200c"
"""The zero-width non-joiner, which many Persian names have: it keeps two letters apart (UAX 31, A1)."""
BLANK_LETTERS = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters, marks and signs that print nothing
REPLACEMENT_LETTER = "\ufffd"  # the replacement character: stands for bytes that were no letter
BARRED_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Small letters that Unicode doesn't take apart, with the plain letters that people type for them."""
LETTERS_LOST = f"A name can't hold “{REPLACEMENT_LETTER}”, which stands for a lost letter. Type the name again."
NOTHING_SEEN = "A name needs at least one visible letter or sign."


def clean_name(text: str) -> str:
    """Return the name without outer blanks and with single blanks inside.

    Raises: ValueError, such as "Enter a name.", "A name has at most 80 characters." or "A name can't hold invisible or
    control characters."; else what `check_readable_name` raises.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ValueError("Enter a name.")
    if name.casefold() == HIDDEN_PLAYER.casefold():
        raise ValueError(f"“{HIDDEN_PLAYER}” can't be a name: it stands for players who are hidden.")
    if len(name) > LONGEST_PLAYER_NAME:
        raise ValueError(f"A name has at most {LONGEST_PLAYER_NAME} characters.")
    if has_unseen_letters(name):
        raise ValueError("A name can't hold invisible or control characters.")
    check_readable_name(name)
    return name


def check_readable_name(name: str) -> None:
    """Refuse a name with a letter that was lost in a wrong encoding, or without any visible letter or sign.

    Raises: ValueError, such as "A name needs at least one visible letter or sign."
    """
    if REPLACEMENT_LETTER in name:
        raise ValueError(LETTERS_LOST)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise ValueError(NOTHING_SEEN)


def has_unseen_letters(text: str) -> bool:
    """Return whether a text has an invisible letter, or a joiner that is not between two Arabic letters."""
    apart = all(
        is_arabic_letter(one[-1:]) and is_arabic_letter(two[:1])
        for one, two in pairwise(text.split(ZERO_WIDTH_NON_JOINER))
    )
    letters = remove_joiners(text)
    return not apart or any(one in BLANK_LETTERS or unicodedata.category(one) in NOT_ALLOWED for one in letters)


def is_arabic_letter(letter: str) -> bool:
    """Return whether this is a letter of the Arabic script, or of another one that joins its letters."""
    return letter.isalpha() and unicodedata.bidirectional(letter) == "AL"


def remove_joiners(text: str) -> str:
    """Return a text without joiners, for comparing: many keyboards have none, so people leave them out."""
    return text.replace(ZERO_WIDTH_NON_JOINER, "")


def build_name_key(name: str) -> str:
    """Return the key that all spellings of one name share: letter case, blanks and joiners don't count (B-11)."""
    return " ".join(unicodedata.normalize("NFKC", remove_joiners(name)).casefold().split())[: 3 * LONGEST_PLAYER_NAME]


def fold_name_key(key: str) -> str:
    """Return a name key as names are searched and put in order: "zoe" for Zoë, "j smith" for J. Smith.

    Accents and full stops don't count. Two people may have names that differ only in them.
    """
    if not key.isascii():
        plain = unicodedata.normalize("NFKD", key.translate(BARRED_LETTERS))
        key = unicodedata.normalize("NFC", "".join(one for one in plain if not unicodedata.combining(one)))
    return " ".join(key.replace(".", " ").split())


def fold_player_name(name: str) -> str:
    """Return a name, or a part of one, as names are searched and put in order."""
    return fold_name_key(build_name_key(name))


def isolate_direction(name: str) -> str:
    """Return a name as it is put into a sentence; one from right to left is isolated, so that numbers stay in place."""
    backwards = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if backwards else name
