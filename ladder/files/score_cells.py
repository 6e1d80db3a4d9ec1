"""The score of a match from the cells of a file.

A score that can't be read, or that contradicts who won, is left out with a warning: the match itself is taken, as it
was when files were read without scores.
"""

from __future__ import annotations

from ladder.files.cell_values import shorten_cell
from ladder.files.csv_grid import FileProblem
from ladder.files.match_records import MatchRecord, read_as_duel
from ladder.formats import (
    DRAWN,
    ENDING_WORDS,
    PLAYED,
    RETIRED,
    STOPPED,
    WALKOVER,
    Game,
    RatingError,
    find_games_score,
    print_games,
    read_games,
)

ENDINGS_BY_WORD = {word: ending for ending, words in ENDING_WORDS.items() for word in words}
ENDINGS_BY_WORD |= {"": PLAYED, "played": PLAYED}
MOST_WARNINGS = 5  # that are told one by one
SCORE_WINNERS = {1.0: "the first player", 0.5: "nobody", 0.0: "the second player"}


class ScoreWarnings:
    """Reads the scores of a file and collects what is wrong with them."""

    def __init__(self) -> None:
        self.found: list[FileProblem] = []

    def add_score(self, record: MatchRecord, texts: tuple[str, str] | None) -> MatchRecord:
        """Return the record with the score that its cells say; without one where they can't be right."""
        if texts is None:
            return record
        try:
            games, ending = read_score_cells(*texts)
            check_score(record, games, ending)
        except RatingError as error:
            self.found.append(FileProblem(record.line, str(error)))
            return record
        return record._replace(games=games, ending=ending)

    def list_sentences(self) -> list[str]:
        """Return the warnings as sentences, the first ones in words."""
        found = sorted(self.found)
        more = len(found) - MOST_WARNINGS
        rows = [f"Row {line:,} is taken without its score: {sentence}" for line, sentence in found[:MOST_WARNINGS]]
        return rows + ([f"And {more:,} more rows are taken without their score."] if more > 0 else [])


def read_score_cells(score: str, ending: str) -> tuple[tuple[Game, ...], str]:
    """Return the games and the ending that two cells say. Raises: RatingError with what is wrong."""
    told = ENDINGS_BY_WORD.get(ending.casefold().removesuffix("."))
    if told is None:
        raise RatingError(f"“{shorten_cell(ending)}” is no ending. It is played, retired or stopped.", "ending")
    games, ended = read_games(score)
    return games, ended or told


def check_score(record: MatchRecord, games: tuple[Game, ...], ending: str) -> None:
    """Raise RatingError for a score that can't be that of the match."""
    winner = find_first_side_score(record)
    if record.kind == WALKOVER.key and (games or ending):
        raise RatingError("A walkover has no score, since nobody played.", "games")
    if winner is None:
        raise RatingError("Only a match of two sides has a score.", "games")
    if ending == RETIRED and winner == DRAWN:
        raise RatingError("Who retires has lost, and this match is a draw.", "ending")
    if ending == STOPPED and winner != DRAWN:
        raise RatingError(f"Nobody wins a match that was stopped, and {SCORE_WINNERS[winner]} won.", "ending")
    if games and ending == PLAYED and find_games_score(games) != winner:
        raise RatingError(f"{print_games(games)} does not say that {SCORE_WINNERS[winner]} won.", "games")


def find_first_side_score(record: MatchRecord) -> float | None:
    """Return the score of the side whose points come first; None if it isn't a match of two sides."""
    if record.sides:
        if {*record.sides} != {1, 2} or not (record.scores or record.places):
            return None
        if record.scores:
            return record.scores[record.sides.index(1)]
        first, second = (record.places[record.sides.index(side)] for side in (1, 2))
        return DRAWN if first == second else float(first < second)
    plain = None if record.exits or len(record.players) != 2 else read_as_duel(record)
    return None if plain is None else plain[0]
