"""The head of a profile: the figures that sum up a career, its streaks, and the form."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ladder.ledger.form_and_counts import FORM_LENGTH, RESULT_LETTERS, RecentForm
from ladder.models import Board
from ladder.pages.figures import (
    find_direction,
    format_change,
    format_match_worth,
    format_period_end,
    format_rating,
    format_short_day,
)
from ladder.profiles.queries.career import Career, CareerMatch, CareerShift
from ladder.ratings import Counts, find_match_worth
from ladder.standings.queries.rows import describe_provisional

STREAK_WORDS = {1.0: ("win", "wins"), 0.5: ("draw", "draws"), 0.0: ("loss", "losses")}


class Streak(NamedTuple):
    """Several equal results one after another: "5 wins"."""

    score: float
    length: int

    @property
    def words(self) -> str:
        return f"{self.length:,} {STREAK_WORDS[self.score][self.length != 1]}"


def list_streaks(matches: Sequence[CareerMatch]) -> list[Streak]:
    """Return the streaks in order; tournaments are left out, since they end in places."""
    scores = [match.score for match in matches if match.score is not None and not match.place]
    return [Streak(score, len(list(run))) for score, run in groupby(scores)]


def find_longest_streak(runs: Sequence[Streak]) -> Streak | None:
    """Return the longest streak of wins, the first of equal ones; None without a win."""
    return max((run for run in runs if run.score == 1), key=lambda run: run.length, default=None)


def build_form(matches: Sequence[CareerMatch]) -> RecentForm:
    """Return the form after these matches."""
    scores = [match.score for match in matches if match.score is not None and not match.place]
    return RecentForm("".join(RESULT_LETTERS[score] for score in scores[-FORM_LENGTH:]))


class ProfileFigure(NamedTuple):
    """A figure with its label; `match` is the key of the match that it comes from."""

    label: str
    text: str
    note: str = ""
    direction: str = ""
    match: int | None = None


class CareerSummary(NamedTuple):
    """What the head of a profile prints."""

    board: Board
    rating: str
    provisional: str
    figures: list[ProfileFigure]
    form: RecentForm


def build_summary(career: Career) -> CareerSummary:
    """Return what the head of a profile prints of a career."""
    system, rating = career.board.rating_system, career.rating
    figures = [ProfileFigure(system.about.rating_label, format_rating(system, rating)), *list_figures(career)]
    return CareerSummary(
        career.board, figures[0].text, describe_provisional(system, rating), figures, build_form(career.matches)
    )


def list_figures(career: Career) -> Iterator[ProfileFigure]:
    """Yield the figures beside the rating, those that say something on this board."""
    system, matches = career.board.rating_system, career.matches
    if matches:
        last = matches[-1]
        worth, when = format_match_worth(system, last.before, last.after), format_period_end(system, last.day)
        direction = find_direction(find_match_worth(system, last.before, last.after))
        yield ProfileFigure("Last match", worth, f"rated at {when}" if when else "", direction, last.key)
        yield from list_shift_figures(career)
        yield build_peak_figure(career)
    yield from list_streak_figures(matches)
    yield from list_record_figures(career)
    yield from list_experience_figures(career)


def list_shift_figures(career: Career) -> Iterator[ProfileFigure]:
    """Yield what the latest match of others did to the rating, if it came after the last own one."""
    step = career.steps[-1]
    if isinstance(step, CareerShift) and step.change:
        direction, change = find_direction(step.change), format_change(career.board.rating_system, step.change)
        yield ProfileFigure(f"Moved {direction}, {format_short_day(step.at)}", change, step.title, direction, step.key)


def build_peak_figure(career: Career) -> ProfileFigure:
    """Return the highest rating, with the day as its label."""
    best = find_peak(career)
    text = format_rating(career.board.rating_system, best.after)
    return ProfileFigure(f"Peak, {format_short_day(best.at)}", text, match=best.key)


def find_peak(career: Career) -> CareerMatch:
    """Return the match after which the rating was highest, the first of equal ones.

    Provisional ratings count only where there are no others.
    """
    left = career.board.rating_system.provisional_left
    established = [match for match in career.matches if not left(match.after)]
    return max(established or career.matches, key=lambda match: match.after.points)


def list_streak_figures(matches: Sequence[CareerMatch]) -> Iterator[ProfileFigure]:
    """Yield the current streak and the longest streak of wins."""
    found = list_streaks(matches)
    if found:
        yield ProfileFigure("Streak", found[-1].words)
    if best := find_longest_streak(found):
        yield ProfileFigure("Longest streak", best.words)


def list_record_figures(career: Career) -> Iterator[ProfileFigure]:
    """Yield how many matches of this season were won, drawn and died in, and how many there were before it (W-11)."""
    brought, matches = career.start.counts, career.matches
    won, drawn = (sum(match.score == score for match in matches) for score in (1, 0.5))
    yield ProfileFigure(
        "Won", f"{won:,}", f"of {len(matches):,} this season" if brought.played else f"of {len(matches):,}"
    )
    if drawn:
        yield ProfileFigure("Drawn", f"{drawn:,}")
    if any(one.key == "died" for one in career.board.rating_system.about.columns):
        yield ProfileFigure("Died", f"{sum(match.exit == 'dead' for match in matches):,}")
    if brought.played:
        yield ProfileFigure("Before this season", f"{brought.played:,}", describe_counts(brought))


def describe_counts(brought: Counts) -> str:
    """Return how matches ended, as far as is known, without their number: "matches: 25 won, 7 drawn"."""
    found = [f"{count:,} {name}" for name, count in brought._asdict().items() if name != "played" and count]
    matches = "match" if brought.played == 1 else "matches"
    return f"{matches}: {', '.join(found)}" if found else matches


def list_experience_figures(career: Career) -> Iterator[ProfileFigure]:
    """Yield the experience, where it is something else than the number of matches."""
    if career.board.rating_system.about.experience.meaning:
        total, brought = career.rating.experience, career.start.rating.experience
        yield ProfileFigure("Experience", f"{total:,}", f"{total - brought:,} this season" if brought else "")
