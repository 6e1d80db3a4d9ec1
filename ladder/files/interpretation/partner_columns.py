"""The columns of a sheet of doubles or teams: who of the names in a row played together, as far as headings say it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_meanings import (
    KNOWN_HEADINGS,
    LONG_FORM_COLUMNS,
    OUTCOME,
    PAIR,
    is_name_cell,
)
from ladder.files.match_records import PARTNER_COLUMNS
from ladder.formats import MOST_A_SIDE

DOUBLES_WORD = "doubles"
WINNER_WORDS = (
    *("winner", "winners", "winning", "w", "sieger", "gewinner", "vainqueur", "gagnant", "ganador", "vincitore"),
    *("winnaar", "vencedor", "vinnare", "vinder"),
)
LOSER_WORDS = (
    *("loser", "losers", "losing", "l", "verlierer", "perdant", "perdedor", "perdente", "verliezer", "derrotado"),
    *("forlorare", "taber"),
)
WINNERS_HEADING = re.compile(rf"(?!white|weiss)(?:{'|'.join(WINNER_WORDS)})")  # the start of one
SIDE_OF_WORD = {
    **dict.fromkeys((*WINNER_WORDS, "home", "teama", "team1", "paira", "pair1", "sidea", "side1", "heim"), 0),
    **dict.fromkeys((*LOSER_WORDS, "away", "teamb", "team2", "pairb", "pair2", "sideb", "side2", "gast"), 1),
    **dict.fromkeys(("opponent", "gegner"), 1),
}
FIRST_SEATS = {"winner": 0, "player1": 0, "player": 0, "loser": 1, "player2": 1}  # by the meaning of a heading
MAIN_COLUMNS = (("winner", "loser"), ("player1", "player2"))
FIRST_PARTNERS = {partners[0] for partners in PARTNER_COLUMNS}
SEAT_SIGNS = {sign: seat for signs in ("123456", "abcdef") for seat, sign in enumerate(signs)}
PARTNER_HEADING = re.compile(
    r"(?:winner|loser|team|player|pair|side|home|away|sieger|verlierer|w|l|p|t|spieler|joueur|heim|gast)?s?[12ab]?"
    r"(?:partner|mitspieler|partenaire|companero|pareja|compagno|parceiro|medspelare)s?(?:[12ab])?"
)
SIDE_PATTERN = rf"(?P<side>{'|'.join(SIDE_OF_WORD)})(?:team|pair|side)?(?:player|spieler|name)?"
NUMBERED_HEADING = re.compile(
    rf"(?:{SIDE_PATTERN}(?P<number>[1-6a-f])|(?:player|p|spieler|joueur|jugador|giocatore|speler)"
    r"(?P<player>[1-4]|[12][a-f]|[ab][1-6]))(?:player)?(?:name)?"
)
ROLE_HEADING = re.compile(
    rf"{SIDE_PATTERN}(?:o|d|off|def|offen[cs]e|defen[cs]e|attack|attacker|defender|striker|goalie|goalkeeper|keeper|forward"
    r"|front|back|left|right|deuce|ad)(?:player)?(?:name)?"
)
SeatReader = Callable[[str], tuple[int | None, int | None]]


def find_partner_columns(words: Sequence[str], places: Sequence[int]) -> dict[str, int]:
    """Return the columns of both sides' players by meaning, of those with names at these places; {} if it isn't said.

    Headings are such as Winner 1, Winner 2, Loser 1 and Loser 2, or Player 1a, or Winner Offense and Winner Defense;
    partners stand behind a player, as in Winner, Partner, Loser, Partner, or in Winner, Winner, Loser, Loser. Each side
    has two players or more.
    """
    return find_seated_columns(words, places, read_seat) or find_seated_columns(words, places, read_role)


def find_seated_columns(words: Sequence[str], places: Sequence[int], read: SeatReader) -> dict[str, int]:
    """Return the columns of both sides' players by meaning, with headings read in this way; {} if it isn't said."""
    seats: dict[tuple[int, int], int] = {}
    is_decided, last = True, None
    for place in places:
        side, number = read(words[place])
        meaning = KNOWN_HEADINGS.get(words[place], "")
        if side is not None:
            is_decided &= words[place].startswith((*WINNER_WORDS, *LOSER_WORDS))
        elif meaning in FIRST_SEATS:
            is_again = place > 0 and words[place] == words[place - 1] and meaning != "player"
            side, number = FIRST_SEATS[meaning], None if is_again else 0
            is_decided &= meaning in OUTCOME
        elif PARTNER_HEADING.fullmatch(words[place]) and last is not None:
            side = last
        if side is not None:
            seats.setdefault((side, count_seats(seats, side) if number is None else number), place)
            last = side
    sizes = [count_seats(seats, side) for side in (0, 1)]
    is_whole = seats.keys() == {(side, seat) for side in (0, 1) for seat in range(sizes[side])}
    if not is_whole or min(sizes) < 2 or max(sizes) > MOST_A_SIDE:
        return {}
    mains = MAIN_COLUMNS[not is_decided]
    return {
        mains[0]: seats[0, 0],
        mains[1]: seats[1, 0],
        **{PARTNER_COLUMNS[side][seat - 1]: place for (side, seat), place in seats.items() if seat},
    }


def count_seats(seats: Mapping[tuple[int, int], int], side: int) -> int:
    """Return how many columns a side has so far."""
    return sum(one == side for one, _ in seats)


def read_seat(heading: str) -> tuple[int | None, int | None]:
    """Return the side that a heading names, 0 or 1, and the player's number on it; no side for another heading.

    A heading without a number, such as Partner, has the next one.
    """
    found = NUMBERED_HEADING.fullmatch(heading)
    if found is None:
        return None, None
    if found["side"]:
        return SIDE_OF_WORD[found["side"]], SEAT_SIGNS[found["number"]]
    player = found["player"]
    return (None, None) if len(player) == 1 else (SEAT_SIGNS[player[0]], SEAT_SIGNS[player[1]])


def read_role(heading: str) -> tuple[int | None, int | None]:
    """Return the side of a heading that says where on the court or at the table a player was, such as Winner Defense.

    The players of a side are numbered as their columns stand.
    """
    found = ROLE_HEADING.fullmatch(heading)
    return (None, None) if found is None else (SIDE_OF_WORD[found["side"]], None)


def are_doubles(contents: ColumnContents, found: Mapping[str, int]) -> bool:
    """Return whether four people play in each row, and nothing says who together: four columns share their names."""
    if found.keys() >= LONG_FORM_COLUMNS:
        return False
    named = contents.holding(range(len(contents.filled)), is_name_cell)
    partners = sum(bool(PARTNER_HEADING.fullmatch(contents.words[place])) for place in named)
    numbered = Counter(classify_partner_heading(contents.words[place]) for place in named)
    if partners >= 1 or numbered["pair"] >= 4 or numbered["one"] >= 4:
        return True
    unknown = [place for place in named if contents.words[place] not in KNOWN_HEADINGS]
    if found.keys() & {*OUTCOME, *PAIR} - {"player1", "player2"} or len(unknown) < 4:
        return False
    return all(contents.count_shared_names(one, other) for one, other in combinations(unknown[:4], 2))


def classify_partner_heading(heading: str) -> str:
    """Return "pair" for a heading such as Winner 1, "one" for one such as Player 3, and "" for any other."""
    match = NUMBERED_HEADING.fullmatch(heading)
    return "" if match is None else "pair" if match["side"] else "one"
