"""The score of a match: the points of its games, sets or frames, as text and as values.

As text it is "11-7 9-11 11-5", and "7-6(5)" for a set that a tie-break decided, with the points of its loser; so it is
stored and filed. The first number of each game is the first side's. Where only the games won are known, the text is
"3-1 in games". What a game allows is a score rule (`scores.py`); here a score only has to fit the winner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from .base import WALKOVER, Result
from .handicap import turn_handicap
from .values import DRAWN, LOST, WON, Game, RatingError
from .words import join_side

PLAYED, RETIRED, STOPPED = "", "retired", "stopped"
ENDINGS = (PLAYED, RETIRED, STOPPED)
MOST_GAMES, MOST_POINTS = 99, 9_999
LONGEST_SCORE = 1_000  # characters as text

GAME = re.compile(r"(\d{1,4})-(\d{1,4})(?:\((\d{1,4})\))?")
NOT_A_SCORE = "Enter the points of each game, such as 11-7 9-11 11-5."
BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
DASHES = re.compile(r"\s*[-\u2010-\u2015\u2212:/]\s*")  # hyphens, dashes, the minus sign, colons and slashes
UNITS = ("game", "set", "frame", "leg")
GAMES_WON = re.compile(rf"(\d{{1,4}})-(\d{{1,4}}) in ({'|'.join(UNITS)})s")
UNIT_BEHIND = re.compile(rf"[\s,]+(?:in\s+)?({'|'.join(UNITS)})s?\.?\s*$", re.IGNORECASE)  # as in “3-1 in games”
PAIR = r"(\d{1,4})\s*[-\u2010-\u2015:]\s*(\d{1,4})"
MATCH_TIE_BREAK = re.compile(rf"(.*[\d)\]])[\s,;]*[(\[]\s*{PAIR}\s*[)\]]\s*")
TIE_BREAK = re.compile(r"\s*[(\[]\s*(\d{1,4})(?:-(\d{1,4}))?\s*[)\]]")
ENDING_WORDS = {
    RETIRED: ("ret", "rtd", "retd", "retired", "aufg"),
    STOPPED: ("stopped", "unfinished", "abgebr", "abgebrochen"),
}
"""How people write that a match was not played to its end; a point may follow."""
ENDING_PATTERN = "|".join(f"(?P<{ending}>{'|'.join(words)})" for ending, words in ENDING_WORDS.items())
ENDING_BEHIND = re.compile(rf"[\s,;]*\(?\b(?:{ENDING_PATTERN})\b\.?\)?\s*$", re.IGNORECASE)


def format_games(games: Sequence[Game]) -> str:
    """Return the games as they are stored and filed: "6-4 7-6(5)", or "3-1 in games" where only those are known."""
    return " ".join(
        f"{game.first}-{game.second}"
        + ("" if game.tie_break is None else f"({game.tie_break})")
        + (f" in {game.unit}s" if game.unit else "")
        for game in games
    )


def print_games(games: Sequence[Game]) -> str:
    """Return the games as they are printed, with en dashes: "6–4 7–6(5)"."""
    return format_games(games).replace("-", "–")


def read_games(text: str) -> tuple[tuple[Game, ...], str]:
    """Return the games and the ending of a score as somebody typed it: "11:7, 9–11; 11 - 5", or "6-4 2-1 ret.".

    Raises: RatingError for a text that is no score.
    """
    noted = ENDING_BEHIND.search(text)
    ending = (noted and noted.lastgroup) or PLAYED
    plain = DASHES.sub("-", (text[: noted.start()] if noted else text).strip())
    unit = UNIT_BEHIND.search(plain)
    plain = plain[: unit.start()] if unit else plain
    plain = re.sub(r"(^|[\s,;])\[(\d+)\s*-\s*(\d+)\]", r"\1\2-\3", open_match_tie_break(plain, ending))
    plain = TIE_BREAK.sub(lambda found: f"({min(int(one) for one in found.groups() if one)})", plain)
    parts = re.split(r"[\s,;]+", plain.strip(" ,;.")) if plain else []
    if len(parts) % 2 == 0 and all(part.isdecimal() for part in parts):
        parts = [f"{first}-{second}" for first, second in zip(parts[::2], parts[1::2], strict=True)]
    for part in parts:
        if not GAME.fullmatch(part):
            raise RatingError(f"“{part[:20]}” is not the score of a game. {NOT_A_SCORE}", "games")
    games = tuple(build_games(parts))
    if len(games) > MOST_GAMES:
        raise RatingError(f"A score has at most {MOST_GAMES} games.", "games")
    if unit and len(games) == 1:
        games = (games[0]._replace(unit=unit[1].lower()),)
    return games, ending


def open_match_tie_break(text: str, ending: str = PLAYED) -> str:
    """Return a score with a match tie-break that stands in brackets as its last game: "6-2 4-6 10-8" of "... (10-8)".

    It decides sets that are level. Behind a set that went by one game, in a match that was not played to its end, it is
    that set's own.
    """
    found = MATCH_TIE_BREAK.fullmatch(text)
    if found is None:
        return text
    sets = [Game(int(first), int(second)) for first, second in re.findall(PAIR, BRACKETS.sub(" ", found[1]))]
    if len(sets) < 2 or count_lead(sets) or (ending != PLAYED and abs(sets[-1].first - sets[-1].second) == 1):
        return text
    return f"{found[1]} {found[2]}-{found[3]}"


def describe_score(games: Sequence[Game], ending: str, *, turned: bool = False) -> str:
    """Return the score in words, the second side's points first if `turned`: "11–7 11–5", or "6–4 2–1, retired"."""
    return ", ".join(filter(None, (print_games(turn_games(games) if turned else games), ending)))


@lru_cache(1 << 14)
def parse_games(text: str) -> tuple[Game, ...]:
    """Return the games of a stored text. Raises: RatingError for any other text than `format_games` returns."""
    won = GAMES_WON.fullmatch(text)
    parts = build_games(text.split(" ") if text else [])
    games = (Game(int(won[1]), int(won[2]), unit=won[3]),) if won else tuple(parts)
    if format_games(games) != text or len(games) > MOST_GAMES:
        raise RatingError(NOT_A_SCORE, "games")
    return games


def build_games(parts: Iterable[str]) -> Iterator[Game]:
    """Yield a game for each text such as 7-6(5); other texts are left out."""
    for found in map(GAME.fullmatch, parts):
        if found:
            first, second, tie_break = found.groups()
            yield Game(int(first), int(second), int(tie_break) if tie_break else None)


def turn_games(games: Sequence[Game]) -> tuple[Game, ...]:
    """Return the games as the other side counts them."""
    return tuple(game._replace(first=game.second, second=game.first) for game in games)


def reverse_players(result: Result) -> Result:
    """Return the same match with its players named from the last to the first."""
    seats = {name: getattr(result, name)[::-1] for name in ("players", "scores", "exits", "places", "sides")}
    if not result.sides:  # what counts by side stays: side 1 is the same
        seats |= {"games": turn_games(result.games), "facts": turn_handicap(result.facts)}
    return result._replace(**seats, at_start=result.at_start[::-1])


def find_games_score(games: Sequence[Game]) -> float:
    """Return the score of the first side: who won more games has won; of equally many, or of one, nobody or who led."""
    lead = count_lead(games)
    return WON if lead > 0 else LOST if lead < 0 else DRAWN


def tells_games_won(games: Sequence[Game]) -> bool:
    """Return whether a score says only how many games each side won."""
    return len(games) == 1 and bool(games[0].unit)


def count_games_won(games: Sequence[Game]) -> tuple[int, int]:
    """Return how many games each side won."""
    if tells_games_won(games):
        return games[0].first, games[0].second
    return sum(game.first > game.second for game in games), sum(game.first < game.second for game in games)


def count_lead(games: Sequence[Game]) -> int:
    """Return how many games the first side won more than the second."""
    first, second = count_games_won(games)
    return first - second


def find_first_side_score(result: Result) -> float:
    """Return the score of the side whose points come first."""
    return result.scores[result.sides.index(1) if 1 in result.sides else 0]


def add_games(result: Result, games: Sequence[Game], ending: str = PLAYED) -> Result:
    """Return the result with the points of its games, and with how it ended.

    Raises: RatingError where that can't be: it contradicts who won, or is no match of two sides.
    """
    if not games and not ending:
        return result
    if ending not in ENDINGS:
        raise RatingError("A match is played, retired or stopped.", "ending")
    if result.kind == WALKOVER:
        raise RatingError("A walkover has no score, since nobody played.", "games")
    if result.exits or result.places or (len(result.players) > 2 and {*result.sides} != {1, 2}):
        raise RatingError("Only a match of two sides has a score.", "games")
    if len(games) > MOST_GAMES or any(not 0 <= points <= MOST_POINTS for game in games for points in game[:2]):
        raise RatingError(f"A score has at most {MOST_GAMES} games, of {MOST_POINTS:,} points at most.", "games")
    if any(game.unit for game in games) and not tells_games_won(games):
        raise RatingError("Give the points of each game, or only the games won.", "games")
    score = find_first_side_score(result)
    if ending == RETIRED and score == DRAWN:
        raise RatingError("The player who retires loses. Say who won.", "ending")
    if ending == STOPPED and score != DRAWN:
        raise RatingError("Nobody wins a match that was stopped.", "ending")
    if games and ending == PLAYED and find_games_score(games) != score:
        raise RatingError(f"The score {print_games(games)} says that {describe_games_winner(result, games)}.", "games")
    return result._replace(games=tuple(games), ending=ending)


def describe_games_winner(result: Result, games: Sequence[Game]) -> str:
    """Return who won by the games: "Ann and Bo won" where players are names, as in a file, or "the first side won"."""
    score = find_games_score(games)
    if score == DRAWN:
        return "nobody won"
    sides = result.sides or range(1, len(result.players) + 1)
    winners = [one for one, side in zip(result.players, sides, strict=True) if (side == 1) == (score == WON)]
    if all(isinstance(one, str) for one in winners):
        return f"{join_side(winners)} won"
    return "the first side won" if score == WON else "the second side won"


def drop_contradicted_games(result: Result, games: Sequence[Game], ending: str) -> tuple[tuple[Game, ...], str]:
    """Return games and ending where they can be those of the result; otherwise those of a match without a score."""
    try:
        add_games(result, games, ending)
    except RatingError:
        return (), PLAYED
    return tuple(games), ending
