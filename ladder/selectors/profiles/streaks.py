"""Runs of wins, draws or losses, and a player's form."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ladder.selectors.form import FORM_LENGTH, RESULT_LETTERS, RecentForm
from ladder.selectors.profiles.career import CareerMatch

WORDS = {1.0: ("win", "wins"), 0.5: ("draw", "draws"), 0.0: ("loss", "losses")}


class Streak(NamedTuple):
    """A run of equal results: "5 wins"."""

    score: float
    length: int

    @property
    def words(self) -> str:
        return f"{self.length:,} {WORDS[self.score][self.length != 1]}"


def list_streaks(games: Sequence[CareerMatch]) -> list[Streak]:
    """Return the runs in order; tournaments have places and no runs."""
    scores = [game.score for game in games if game.score is not None and not game.place]
    return [Streak(score, len(list(run))) for score, run in groupby(scores)]


def find_longest_streak(runs: Sequence[Streak]) -> Streak | None:
    """Return the longest run of wins, the first of equal ones."""
    return max((run for run in runs if run.score == 1), key=lambda run: run.length, default=None)


def build_form(games: Sequence[CareerMatch]) -> RecentForm:
    """Return the last five results, newest last."""
    scores = [game.score for game in games if game.score is not None and not game.place]
    return RecentForm("".join(RESULT_LETTERS[score] for score in scores[-FORM_LENGTH:]))
