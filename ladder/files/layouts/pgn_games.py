"""Games of chess in PGN, as a list of matches: the tags of each game, without its moves.

Source: S. J. Edwards, Portable Game Notation Specification (1994), 8.1: tag pairs. A library that reads the moves as
well is of no use here, and the best of them is under another licence than this site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ladder.files.workbooks import Sheet, tidy_cell
from ladder.formats import format_count

TAG_PAIR = re.compile(r'[ \t]*\[[ \t]*(\w{1,50})[ \t]+"((?:[^"\\\n]|\\.){0,2000})"[ \t]*\][ \t]*', re.ASCII)
ESCAPED = re.compile(r'\\(["\\])')
COLUMNS = ("Date", "Time", "Round", "White", "Black", "Result")
NEEDED = {"White", "Black", "Result"}
NOT_FINISHED, NOBODY = "*", ("", "?", "-")
REMARK = "These are games of chess, read from their tags Date, White, Black and Result."


def read_pgn_sheets(text: str) -> list[Sheet]:
    """Return the games of a text in PGN as a sheet with a row for each; none if it isn't in PGN."""
    games = [game for game in find_games(text) if game.keys() & NEEDED]
    if not games or not any(game.keys() >= NEEDED for game in games):
        return []
    kept = {
        number: game
        for number, game in enumerate(games, 1)
        if game.get("Result", NOT_FINISHED) != NOT_FINISHED
        and game.get("White", "") not in NOBODY
        and game.get("Black", "") not in NOBODY
    }
    columns = [name for name in COLUMNS if any(name in game for game in games)]
    rows = [columns, *([tidy_cell(game.get(name, "")) for name in columns] for game in kept.values())]
    left = len(games) - len(kept)
    unused = [f"{format_count(left, 'game')} without a result or without a player"] if left else []
    return [Sheet("", rows, remarks=[REMARK], numbers=[0, *kept], unused=unused)]


def find_games(text: str) -> Iterator[Mapping[str, str]]:
    """Yield the tags of each game, which stand on lines one below the other."""
    tags: dict[str, str] = {}
    is_below_tag = False
    for line in text.splitlines():
        found = TAG_PAIR.fullmatch(line)
        if found and tags and (not is_below_tag or found[1] in tags):
            yield tags
            tags = {}
        if found:
            tags[found[1]] = ESCAPED.sub(r"\1", found[2])
        is_below_tag = bool(found)
    if tags:
        yield tags
