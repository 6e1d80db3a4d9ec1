"""The columns of a sheet of doubles: who of the four names in a row played together, as far as headings say it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ladder.files.interpretation.column_meanings import FOURTH, KNOWN, PARTNER

SPLIT = re.compile(r" ?[&+/] ?| (?:and|und|et|y|e|en|och) ", re.IGNORECASE)
DECIDED = re.compile(r"(?:winner|loser|sieger|verlierer|w|l)")
SIDES = {
    **dict.fromkeys(("winner", "home", "teama", "team1", "paira", "pair1", "sieger", "heim", "w"), 0),
    **dict.fromkeys(("loser", "away", "teamb", "team2", "pairb", "pair2", "verlierer", "gast", "l"), 1),
    **dict.fromkeys(("opponent", "gegner"), 1),
}
FIRST_SEATS = {"winner": 0, "player1": 0, "player": 0, "loser": 1, "player2": 1}  # by the meaning of a heading
MAINS = (("winner", "loser"), ("player1", "player2"))
PARTNERS = ("partner1", "partner2")
SEATS = {"1": 0, "a": 0, "2": 1, "b": 1}


def find_partner_columns(words: Sequence[str], places: Sequence[int]) -> dict[str, int]:
    """Return the columns of four players by meaning, of the columns with names at these places; {} if it isn't said.

    Headings are such as Winner 1, Winner 2, Loser 1 and Loser 2, or Player 1a; a partner stands behind a player, as in
    Winner, Partner, Loser, Partner.
    """
    seats: dict[tuple[int, int], int] = {}
    named, last = set(), None
    for place in places:
        side, number = read_seat(words[place])
        meaning = KNOWN.get(words[place], "")
        if side is not None:
            named.add(words[place])
        elif meaning in FIRST_SEATS:
            side, number = FIRST_SEATS[meaning], 0
            named.add(meaning)
        elif PARTNER.fullmatch(words[place]) and last is not None:
            side, number = last, 1
        if side is not None:
            seats.setdefault((side, number), place)
            last = side
    if len(seats) != 4:
        return {}
    mains = MAINS[not all(map(DECIDED.match, named))]
    return {
        mains[0]: seats[0, 0],
        mains[1]: seats[1, 0],
        **{meaning: seats[side, 1] for side, meaning in enumerate(PARTNERS)},
    }


def read_seat(heading: str) -> tuple[int | None, int]:
    """Return the side that a heading names, 0 or 1, and the player's number on it; no side for another heading."""
    found = FOURTH.fullmatch(heading)
    if found is None:
        return None, 0
    if found["side"]:
        return SIDES[found["side"]], SEATS[found["number"]]
    player = found["player"]
    return (None, 0) if len(player) == 1 else (SEATS[player[0]], SEATS[player[1]])


def split_side_cells(cells: Mapping[str, str]) -> dict[str, str]:
    """Return a row whose cells name two players each, as in “Ann & Bo”, with the second of each as partner."""
    row = dict(cells)
    for pair in MAINS:
        for main, partner in zip(pair, PARTNERS, strict=True):
            both = SPLIT.split(row.get(main, ""))
            if len(both) == 2 and not row.get(partner):
                row[main], row[partner] = (one.strip() for one in both)
    return row
