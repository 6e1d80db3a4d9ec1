"""Columns with the number of each player, such as “Winner No” and “Loser No”, which tell who is who."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_meanings import (
    FIRST_PLAYER_WORDS,
    KNOWN_HEADINGS,
    NUMBER_MEANINGS,
    SECOND_PLAYER_WORDS,
    is_number_cell,
)
from ladder.files.interpretation.row_outcomes import simplify_name

MAINS = (("winner", "loser"), ("player1", "player2"))
NUMBER_WORDS = (
    "id|ids|no|nr|num|number|nummer|numero|numéro|n|code|key|ref|member|memberid|memberno|membernumber|membership"
    "|mitgliedsnr|mitgliedsnummer|mitglied|spielernr|spielernummer|passnr|lizenz|lizenznr|licence|license|licencia"
    "|tessera|licentie|bondsnummer|lidnummer|socio|spelarid|medlemsnr|номер|numer|番号|会員番号"
)
ROLE_WORDS = {
    word: side
    for side, words in enumerate((FIRST_PLAYER_WORDS.split(), SECOND_PLAYER_WORDS.split()))
    for word in words
    if len(word) > 1 or word in "wl12ab"
}
ROLE_MEANINGS = {"winner": 0, "player1": 0, "player": 0, "loser": 1, "player2": 1}
NUMBER_HEADING = re.compile(rf"(?:{NUMBER_WORDS})")
NUMBER_BEHIND = re.compile(rf"(.+?)(?:s)?(?:{NUMBER_WORDS})")
NUMBER_BEFORE = re.compile(rf"(?:{NUMBER_WORDS})(?:of|ofthe|des|der|du|de|del)?(.+)")
MOST_OF_THE_NAMES = 0.8  # that have one number only, where no heading says that the numbers are people's
HALF_OF_THE_NAMES = 0.5


def add_number_columns(found: dict[str, int], contents: ColumnContents) -> None:
    """Add the columns with the numbers of both players: by their headings, or right beside each name."""
    for mains in MAINS:
        if not found.keys() >= {*mains}:
            continue
        free = [one for one in contents.free(found) if contents.holding([one], is_number_cell)]
        headed = [[one for one in free if read_number_side(contents.words[one]) == side] for side in (0, 1)]
        if len(headed[0]) == len(headed[1]) == 1:
            pair = headed[0][0], headed[1][0]
        else:
            one, other = (found[main] for main in mains)
            beside = [(one + step, other + step) for step in (1, -1)]
            pair = next((each for each in beside if {*each} <= {*free} and may_be_numbers(each, contents)), (-1, -1))
        if pair[0] >= 0 and tell_who(dict(zip(mains, pair, strict=True)), found, contents, is_headed=bool(headed[0])):
            found |= zip(NUMBER_MEANINGS, pair, strict=True)
        return


def read_number_side(heading: str) -> int | None:
    """Return whose number a heading names: 0 for the winner or player one, 1 for the other; None for other headings."""
    for pattern in (NUMBER_BEHIND, NUMBER_BEFORE):
        found = pattern.fullmatch(heading)
        role = found[1] if found else ""
        side = ROLE_MEANINGS.get(KNOWN_HEADINGS.get(role, ""), ROLE_WORDS.get(role))
        if side is not None:
            return side
    return None


def may_be_numbers(pair: tuple[int, ...], contents: ColumnContents) -> bool:
    """Return whether the headings of two columns beside names, if there are any, say that they hold numbers."""
    words = {contents.words[place] for place in pair}
    return len(words) == 1 and all(not word or NUMBER_HEADING.fullmatch(word) for word in words)


def tell_who(pair: Mapping[str, int], found: Mapping[str, int], contents: ColumnContents, *, is_headed: bool) -> bool:
    """Return whether the numbers beside names are those of people: most names have one, and most numbers one name."""
    names: dict[str, set[str]] = defaultdict(set)
    numbers: dict[str, set[str]] = defaultdict(set)
    for main, place in pair.items():
        for name, number in zip(contents.cells[found[main]], contents.cells[place], strict=True):
            if name and number:
                names[simplify_name(name)].add(number)
                numbers[number].add(simplify_name(name))
    least = HALF_OF_THE_NAMES if is_headed else MOST_OF_THE_NAMES
    return all(
        sum(len(others) == 1 for others in each.values()) >= least * max(len(each), 1) for each in (names, numbers)
    )
