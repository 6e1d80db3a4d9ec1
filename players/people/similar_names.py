"""Find the known players whom a new name may mean: names that are one letter apart, shortened, or a part of another."""

from collections import defaultdict
from collections.abc import Iterable

from players.models import Player
from players.people.names import fold_name_key, fold_player_name
from players.privacy.redaction import find_shown_keys

SHORTEST_COMPARED_NAME = 3  # letters; two shorter names are alike too easily
SHORTEST_WORD_WITH_SLIP = 4  # letters; of many short first names one is a letter from another
MOST_SIMILAR_NAMES = 3  # players to offer


def find_similar_players(name: str) -> list[Player]:
    """Return at most three players whose names are like a new one, the closest first; at most two queries.

    Whoever doesn't read all names is not asked about the others: the answer would tell them.
    """
    redacted = find_shown_keys()
    known = Player.objects.values_list("pk", "key").iterator(chunk_size=2000)
    close = find_closest_names(name, ((player, key) for player, key in known if player not in redacted))
    found = Player.objects.in_bulk(close) if close else {}
    return [found[pk] for pk in close if pk in found]


def find_closest_names(name: str, known: Iterable[tuple[int, str]]) -> list[int]:
    """Return the keys of at most three known players whose name keys are like this name, the closest first."""
    new = fold_player_name(name)
    rank = rate_likeness if len(new) >= SHORTEST_COMPARED_NAME else is_name_beginning
    ranks = ((rank(new, fold_name_key(key)), key, pk) for pk, key in known)
    return [pk for rank, _, pk in sorted(one for one in ranks if one[0])[:MOST_SIMILAR_NAMES]]


def find_similar_names(new: Iterable[str], others: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
    """Return, by each new name key, the other keys that are like it with their likeness, the closest first.

    Only names that share a trace are compared, names of which the first word of one begins that of the other, and
    names of which one shares a trace with a word of the other; no other names can be alike.
    """
    near: dict[str, list[str]] = defaultdict(list)
    parts: dict[str, list[str]] = defaultdict(list)  # by the traces of their words
    short: dict[str, list[str]] = defaultdict(list)  # by their first word
    long: dict[str, list[str]] = defaultdict(list)  # by each beginning of it
    for key in others:
        text = fold_name_key(key)
        add_to_index(near, list_name_traces(text), key)
        add_to_index(parts, list_word_traces(text), key)
        add_to_index(short, list_name_beginnings(text)[-1:], key)
        add_to_index(long, list_name_beginnings(text), key)
    found: dict[str, list[tuple[int, str]]] = {}
    for key in new:
        own = fold_name_key(key)
        asked = (
            (near, list_name_traces(own) | list_word_traces(own)),
            (parts, list_name_traces(own)),
            (short, list_name_beginnings(own)),
            (long, list_name_beginnings(own)[-1:]),
        )
        close = set().union(*(where.get(one, ()) for where, words in asked for one in words)) - {key}
        ranks = sorted((rate_likeness(own, fold_name_key(other)), other) for other in close)
        found[key] = [one for one in ranks if one[0]][:MOST_SIMILAR_NAMES]
    return found


def add_to_index(where: dict[str, list[str]], words: Iterable[str], key: str) -> None:
    for word in words:
        where[word].append(key)


def list_name_traces(text: str) -> set[str]:
    """Return the traces of a name: itself, and itself without each of its letters. Names one letter apart share one."""
    return {text} | {text[:at] + text[at + 1 :] for at in range(len(text))}


def list_word_traces(text: str) -> set[str]:
    """Return the traces of each word of a name of several; none of any other."""
    words = text.split()
    return set().union(*map(list_name_traces, words)) if len(words) > 1 else set()


def list_name_beginnings(text: str) -> list[str]:
    """Return every beginning of a name's first word, the shortest first and the whole word last."""
    word = text.partition(" ")[0]
    return [word[:end] for end in range(1, len(word) + 1)]


def rate_likeness(one: str, other: str) -> int:
    """Return how alike two names are, or 0.

    1 for names that are the same or one letter apart, 2 for a shortened name, 3 for a name that is a word of the other.

    Names with different numbers are never alike: Tom 1 and Tom 2 are two people.
    """
    if min(len(one), len(other)) < SHORTEST_COMPARED_NAME or keep_digits(one) != keep_digits(other):
        return 0
    if is_one_letter_apart(one, other):
        return 1
    if is_shortened_name(one, other) or is_shortened_name(other, one):
        return 2
    return 3 if is_word_of_name(one, other) or is_word_of_name(other, one) else 0


def is_name_beginning(short: str, long: str) -> int:
    """Return 1 if a name of one or two letters, as a recorder types in haste, is the beginning of another; else 0."""
    return int(short != long and is_shortened_name(short, long))


def keep_digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def is_one_letter_apart(one: str, other: str) -> bool:
    """Return whether at most one letter is added, left out, changed, or swapped with the next."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), None)
    if start is None:
        return True
    rest, others = one[start:], other[start:]
    swapped = rest[1::-1] + rest[2:] if len(rest) > 1 else rest
    return others in (rest[1:], swapped) or others[1:] in (rest, rest[1:])


def is_shortened_name(short: str, long: str) -> bool:
    """Return whether each word of one begins the word of the other at the same position: Chris B, Christopher Bell."""
    words, whole = short.split(), long.split()
    return len(words) <= len(whole) and all(map(str.startswith, whole, words))


def is_word_of_name(word: str, name: str) -> bool:
    """Return whether a name of one word is a word of another, or one letter from it: Bell or Bel, Chris Bell."""
    words = name.split()
    return " " not in word and len(words) > 1 and any(is_same_word(word, other) for other in words)


def is_same_word(one: str, other: str) -> bool:
    """Return whether two words are the same, or long enough to be one letter apart by a slip."""
    return one == other or (max(len(one), len(other)) >= SHORTEST_WORD_WITH_SLIP and is_one_letter_apart(one, other))
