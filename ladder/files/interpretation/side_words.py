"""Results that name a column of players, such as “A”, “White” or “Team 1 wins”, by the headings of these columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from ladder.files.interpretation.heading_languages import simplify_heading, split_headings
from ladder.files.interpretation.row_outcomes import (
    DRAWN_CELLS,
    FIRST_SIDE,
    SECOND_SIDE,
    read_named_score,
    simplify_name,
)

WON_WORDS = frozenset(
    split_headings(
        "won, wins, win, winner, siegt, sieg, gewinnt, gewann, gewonnen, gagne, gagné, gana, ganó, vince, vinto,"
        " wint, wins, vence, venceu, ganhou, vinner, vann, vinder, vandt, выиграл, выиграла, победил, победила,"
        " победа, wygrał, wygrała, wygrywa, wygrana"
    )
)
PLAYER_WORDS = frozenset(
    split_headings(
        "player, team, side, pair, p, spieler, mannschaft, joueur, équipe, jugador, equipo, giocatore, squadra,"
        " speler, ploeg, jogador, equipa, time, spelare, lag, spiller, hold, игрок, участник, команда, gracz,"
        " zawodnik, drużyna, 選手, プレイヤー, プレーヤー, チーム"
    )
)
JAPANESE_WON = re.compile(r"(?:の?勝ち?|の?勝利)$")
PLAYER_WORD = re.compile(rf"^(?:{'|'.join(sorted(PLAYER_WORDS, key=len, reverse=True))})(?=.)")
WORDS = re.compile(r"[^\W\d_]+|\d+")
GENERAL_SIDES = {**dict.fromkeys(FIRST_SIDE, 0), **dict.fromkeys(SECOND_SIDE, 1)}
SIDE_CELLS = ("player1", "player2")  # what stands for a named side in a cell
SIDE_COLUMNS = ("winner", "result")
SideWords = Mapping[str, int]


def list_side_words(first: str, second: str) -> SideWords:
    """Return the words that name the column with the first heading, 0, and that with the second one, 1.

    For “Player A” these are playera and a.
    """
    whole = {simplify_heading(first): 0, simplify_heading(second): 1}
    cores = {PLAYER_WORD.sub("", word): side for word, side in whole.items()}
    words = {**whole, **cores} if len(whole) == len(cores) == 2 else {}
    return {word: side for word, side in words.items() if word}


def find_side(text: str, words: SideWords, cells: Collection[str] = ()) -> int | None:
    """Return the side that a cell names, 0 or 1; None for any other cell.

    `words` are those of the headings. Their initials count if both are among the cells of the column, as in H and A.
    """
    said = list_said_words(text)
    initials = {word[0]: side for word, side in words.items() if PLAYER_WORD.sub("", word) == word}
    if len(initials) == 2 and initials.keys() <= {*map(simplify_heading, cells)}:
        words = {**initials, **words}
    return next((known[word] for known in (words, GENERAL_SIDES) for word in said if word in known), None)


def list_said_words(text: str) -> list[str]:
    """Return what a cell says, without words such as wins, and then without words such as team."""
    parts = list(map(simplify_heading, WORDS.findall(JAPANESE_WON.sub("", text.casefold()))))
    while len(parts) > 1 and parts[-1] in WON_WORDS:
        parts.pop()
    return ["".join(parts), "".join(part for part in parts if part not in PLAYER_WORDS)]


def are_side_words(cells: Sequence[str], headings: Sequence[str]) -> bool:
    """Return whether all cells name a side or a draw, and at least one a side, beside columns with these headings."""
    words = list_side_words(*headings) if len(headings) == 2 else {}
    several = {*cells}
    sides = {cell: find_side(cell, words, several) for cell in several if cell.casefold() not in DRAWN_CELLS}
    named = {side for cell, side in sides.items() if not cell.isdecimal()}
    return None not in sides.values() and (1 in sides.values() or bool(words and 0 in named))


def name_winners(rows: Mapping[int, dict[str, str]], headings: Sequence[str]) -> dict[int, dict[str, str]]:
    """Return the rows in which results that name a column of players, or the loser, say who won.

    `headings` are those of the two columns of players; there are none for a winner and a loser.
    """
    words = list_side_words(*headings) if len(headings) == 2 else {}
    rows = {number: name_winner_by_loser(row) for number, row in rows.items()}
    cells = {name: {row.get(name, "") for row in rows.values()} - {""} for name in SIDE_COLUMNS}
    told = {
        name: {
            cell: SIDE_CELLS[side]
            for cell in found
            if not cell.isdecimal() and (side := find_side(cell, words, found)) is not None
        }
        for name, found in cells.items()
    }
    return {number: row | name_row_sides(row, told) for number, row in rows.items()} if any(told.values()) else rows


def name_row_sides(row: Mapping[str, str], told: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the cells of a row that name a side; what is a player's name stays one."""
    players = [simplify_name(row.get(name, "")) for name in SIDE_CELLS]
    return {
        name: told[name][cell]
        for name in SIDE_COLUMNS
        if (cell := row.get(name, "")) in told[name] and simplify_name(cell) not in players
    }


def name_winner_by_loser(row: dict[str, str]) -> dict[str, str]:
    """Return a row of two players beside which only the loser is named, with the other one as the winner."""
    if not row.get("loser") or "player1" not in row or row.get("winner"):
        return row
    lost = read_named_score(row, row["loser"])
    winner = {0.0: SIDE_CELLS[0], 0.5: row["loser"], 1.0: SIDE_CELLS[1]}
    return row if lost is None else row | {"winner": winner[lost]}
