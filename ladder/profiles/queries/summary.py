"""The head of a profile: the figures that sum a career up, runs of results, and the form."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ladder.ledger.form_and_counts import FORM_LENGTH, RESULT_LETTERS, RecentForm
from ladder.models import Board
from ladder.pages.figures import find_direction, format_change, format_rating, format_short_day
from ladder.profiles.queries.career import Career, CareerMatch
from ladder.ratings import Counts
from ladder.standings.queries.rows import describe_provisional

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


class ProfileFigure(NamedTuple):
    """A figure of the head; `match` is the one that it comes from."""

    label: str
    text: str
    note: str = ""
    direction: str = ""
    match: int | None = None


class CareerSummary(NamedTuple):
    """What the head of a profile says."""

    board: Board
    rating: str
    provisional: str
    figures: list[ProfileFigure]
    form: RecentForm


def build_summary(career: Career) -> CareerSummary:
    """Return a career in figures."""
    system, rating = career.board.rating_system, career.rating
    figures = [ProfileFigure(system.about.rating_label, format_rating(system, rating)), *list_figures(career)]
    return CareerSummary(
        career.board, figures[0].text, describe_provisional(system, rating), figures, build_form(career.games)
    )


def list_figures(career: Career) -> Iterator[ProfileFigure]:
    """Give the figures beside the rating, those that say something on this board."""
    system, games = career.board.rating_system, career.games
    if games:
        last, best = games[-1], find_peak(career)
        change = format_change(system, last.change)
        yield ProfileFigure("Last match", change, direction=find_direction(last.change), match=last.match)
        yield ProfileFigure(f"Peak, {format_short_day(best.at)}", format_rating(system, best.after), match=best.match)
    yield from list_streak_figures(games)
    yield from list_record_figures(career)
    yield from list_experience_figures(career)


def find_peak(career: Career) -> CareerMatch:
    """Return the match after which the rating was highest, once it could be trusted; the first of equal ones."""
    trusted = [game for game in career.games if not career.board.rating_system.provisional_left(game.after)]
    return max(trusted or career.games, key=lambda game: game.after.points)


def list_streak_figures(games: Sequence[CareerMatch]) -> Iterator[ProfileFigure]:
    """Give the current and the longest streak."""
    found = list_streaks(games)
    if found:
        yield ProfileFigure("Streak", found[-1].words)
    if best := find_longest_streak(found):
        yield ProfileFigure("Longest streak", best.words)


def list_record_figures(career: Career) -> Iterator[ProfileFigure]:
    """Give how many matches of this season were won, of how many, and how many were brought into it (W-11)."""
    brought, games = career.opening.counts, career.games
    won, drawn = (sum(game.score == score for game in games) for score in (1, 0.5))
    yield ProfileFigure("Won", f"{won:,}", f"of {len(games):,} this season" if brought.played else f"of {len(games):,}")
    if drawn:
        yield ProfileFigure("Drawn", f"{drawn:,}")
    if any(one.key == "died" for one in career.board.rating_system.about.columns):
        yield ProfileFigure("Died", f"{sum(game.exit == 'dead' for game in games):,}")
    if brought.played:
        yield ProfileFigure("Before this season", f"{brought.played:,}", describe_counts(brought))


def describe_counts(brought: Counts) -> str:
    """Return "matches: 25 won, 7 drawn", as far as it is known how they ended."""
    found = [f"{count:,} {name}" for name, count in brought._asdict().items() if name != "played" and count]
    matches = "match" if brought.played == 1 else "matches"
    return f"{matches}: {', '.join(found)}" if found else matches


def list_experience_figures(career: Career) -> Iterator[ProfileFigure]:
    """Give the experience, where it is more than the number of matches."""
    if career.board.rating_system.about.experience.meaning:
        total, brought = career.rating.experience, career.opening.rating.experience
        yield ProfileFigure("Experience", f"{total:,}", f"{total - brought:,} this season" if brought else "")
