"""Which row names the columns, and the words by which headings are known."""

from __future__ import annotations

import re
from functools import lru_cache

from ..records import STATUSES
from ..spreadsheets import Rows
from .held import is_value

LOOKED_AT = 10  # rows that may name the columns
WORDS = {
    "date": "date day when played playedon playeddate matchdate dateplayed datum fecha",
    "winner": "winner won wonby winningplayer winnername winners victor sieger gewinner vainqueur ganador",
    "loser": "loser lost lostby beaten defeated losingplayer losername losers verlierer perdant perdedor",
    "player1": "player1 playerone playera firstplayer name1 home white challenger p1",
    "player2": "player2 playertwo playerb secondplayer name2 away black opponent p2 versus vs",
    "result": "result score outcome player1score",
    "length": "length points matchlength raceto race pts target",
    "chips": "chips stake chipswon",
    "moves": "moves fewestmoves",
    "kind": "kind type matchtype",
    "started": "started start began beganat startedat",
    "exit": "exit",
    "match": "match matchid matchno matchnumber id",
    "player": "player name",
    "place": "place rank position finish",
    "round": "round",
    "status": "status",
    "field": "field entrants",
}
ONLY = {"status": {*STATUSES}, "exit": {"standing", "surrendered", "dead"}}
KNOWN = {word: meaning for meaning, words in WORDS.items() for word in words.split()}


def heading_row(rows: Rows) -> int:
    """Return the number of the row that names the columns; 0 where none does."""
    top = rows[:LOOKED_AT]
    known = [len({word(cell) for cell in row} & KNOWN.keys()) for row in top]
    if max(known) >= 2:
        return known.index(max(known)) + 1
    first = next(number for number, row in enumerate(rows) if row)
    below = next((row for row in rows[first + 1 :] if row), [])
    named = sum(map(bool, rows[first])) > 1 and not any(map(is_value, rows[first])) and any(map(is_value, below))
    return first + 1 if named else 0


@lru_cache(maxsize=1 << 14)
def word(cell: str) -> str:
    return re.sub(r"[\W_]+", "", cell.casefold())
