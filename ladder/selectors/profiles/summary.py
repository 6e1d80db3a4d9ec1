"""The head of a profile: the figures that sum a career up."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import Counts
from ladder.selectors.form import RecentForm
from ladder.selectors.printing import find_direction, format_change, format_rating
from ladder.selectors.profiles.career import Career, CareerMatch
from ladder.selectors.profiles.dates import format_short_day
from ladder.selectors.profiles.streaks import build_form, find_longest_streak, list_streaks
from ladder.selectors.rows import describe_provisional


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
