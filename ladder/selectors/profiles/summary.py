"""The head of a profile: the figures that sum a career up."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import Counts
from ladder.selectors.form import Form
from ladder.selectors.printing import change_text, direction, rating_text
from ladder.selectors.rows import provisional

from .career import Career, Game
from .dates import day_of
from .streaks import form, longest, streaks


class Figure(NamedTuple):
    """A figure of the head; `match` is the one that it comes from."""

    label: str
    text: str
    note: str = ""
    direction: str = ""
    match: int | None = None


class Summary(NamedTuple):
    """What the head of a profile says."""

    board: Board
    rating: str
    provisional: str
    figures: list[Figure]
    form: Form


def summary(career: Career) -> Summary:
    """Return a career in figures."""
    system, rating = career.board.rating_system, career.rating
    figures = [Figure(system.about.rating_label, rating_text(system, rating)), *figures_of(career)]
    return Summary(career.board, figures[0].text, provisional(system, rating), figures, form(career.games))


def figures_of(career: Career) -> Iterator[Figure]:
    """Give the figures beside the rating, those that say something on this board."""
    system, games = career.board.rating_system, career.games
    if games:
        last, best = games[-1], peak(career)
        change = change_text(system, last.change)
        yield Figure("Last match", change, direction=direction(last.change), match=last.match)
        yield Figure(f"Peak, {day_of(best.at)}", rating_text(system, best.after), match=best.match)
    yield from runs(games)
    yield from records(career)
    yield from experience(career)


def peak(career: Career) -> Game:
    """Return the match after which the rating was highest, once it could be trusted; the first of equal ones."""
    trusted = [game for game in career.games if not career.board.rating_system.provisional_left(game.after)]
    return max(trusted or career.games, key=lambda game: game.after.points)


def runs(games: Sequence[Game]) -> Iterator[Figure]:
    """Give the current and the longest streak."""
    found = streaks(games)
    if found:
        yield Figure("Streak", found[-1].words)
    if best := longest(found):
        yield Figure("Longest streak", best.words)


def records(career: Career) -> Iterator[Figure]:
    """Give how many matches of this season were won, of how many, and how many were brought into it (W-11)."""
    brought, games = career.opening.counts, career.games
    won, drawn = (sum(game.score == score for game in games) for score in (1, 0.5))
    yield Figure("Won", f"{won:,}", f"of {len(games):,} this season" if brought.played else f"of {len(games):,}")
    if drawn:
        yield Figure("Drawn", f"{drawn:,}")
    if any(one.key == "died" for one in career.board.rating_system.about.columns):
        yield Figure("Died", f"{sum(game.exit == 'dead' for game in games):,}")
    if brought.played:
        yield Figure("Before this season", f"{brought.played:,}", outcomes(brought))


def outcomes(brought: Counts) -> str:
    """Return "matches: 25 won, 7 drawn", as far as it is known how they ended."""
    found = [f"{count:,} {name}" for name, count in brought._asdict().items() if name != "played" and count]
    matches = "match" if brought.played == 1 else "matches"
    return f"{matches}: {', '.join(found)}" if found else matches


def experience(career: Career) -> Iterator[Figure]:
    """Give the experience, where it is more than the number of matches."""
    if career.board.rating_system.about.experience.meaning:
        total, brought = career.rating.experience, career.opening.rating.experience
        yield Figure("Experience", f"{total:,}", f"{total - brought:,} this season" if brought else "")
