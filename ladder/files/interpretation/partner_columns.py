"""The columns of a sheet of doubles or teams: who of the names in a row played together, as far as headings say it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ladder.files.interpretation.column_meanings import FOURTH, KNOWN, PARTNER
from ladder.files.match_records import PARTNER_COLUMNS
from ladder.formats import MOST_A_SIDE

SPLIT = re.compile(r" ?[&+/] ?| (?:and|und|et|y|e|en|och) ", re.IGNORECASE)
DECIDED = re.compile(r"(?:winner|loser|sieger|verlierer|w|l)")
SIDES = {
    **dict.fromkeys(("winner", "home", "teama", "team1", "paira", "pair1", "sieger", "heim", "w"), 0),
    **dict.fromkeys(("loser", "away", "teamb", "team2", "pairb", "pair2", "verlierer", "gast", "l"), 1),
    **dict.fromkeys(("opponent", "gegner"), 1),
}
FIRST_SEATS = {"winner": 0, "player1": 0, "player": 0, "loser": 1, "player2": 1}  # by the meaning of a heading
MAINS = (("winner", "loser"), ("player1", "player2"))
SEATS = {sign: seat for signs in ("123456", "abcdef") for seat, sign in enumerate(signs)}


def find_partner_columns(words: Sequence[str], places: Sequence[int]) -> dict[str, int]:
    """Return the columns of both sides' players by meaning, of those with names at these places; {} if it isn't said.

    Headings are such as Winner 1, Winner 2, Loser 1 and Loser 2, or Player 1a; partners stand behind a player, as in
    Winner, Partner, Loser, Partner. Each side has two players or more.
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
            side, number = last, 1 + max(seat for one, seat in seats if one == last)
        if side is not None:
            seats.setdefault((side, number), place)
            last = side
    sizes = [sum(one == side for one, _ in seats) for side in (0, 1)]
    is_whole = seats.keys() == {(side, seat) for side in (0, 1) for seat in range(sizes[side])}
    if not is_whole or min(sizes) < 2 or max(sizes) > MOST_A_SIDE:
        return {}
    mains = MAINS[not all(map(DECIDED.match, named))]
    return {
        mains[0]: seats[0, 0],
        mains[1]: seats[1, 0],
        **{PARTNER_COLUMNS[side][seat - 1]: place for (side, seat), place in seats.items() if seat},
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
    """Return a row whose cells name the players of a side, as in “Ann & Bo”, with all but the first as partners."""
    row = dict(cells)
    for pair in MAINS:
        for main, partners in zip(pair, PARTNER_COLUMNS, strict=True):
            names = SPLIT.split(row.get(main, ""))
            if 2 <= len(names) <= MOST_A_SIDE and not any(map(row.get, partners)):
                row |= zip((main, *partners), map(str.strip, names), strict=False)
    return row
