"""Tournament points: a place is worth more in a larger field, and last month's points count half.

Units: points, unrounded, two decimals shown. Not zero-sum. Places instead of wins, no provisional
period; halved monthly. Source: rules T-1 to T-5.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ldexp, log2
from typing import ClassVar

from ladder.ratings import (
    SAMPLE_DAY,
    TOURNAMENT,
    About,
    Column,
    Example,
    Kind,
    Message,
    Monthly,
    Period,
    Rating,
    Ratings,
    RatingSystem,
    Result,
    SelfTestQuestion,
    Step,
    build_tournament,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)

ABOUT = About(
    label="Tournament points",
    summary="Finishing well in large tournaments counts, and all ratings are halved every month.",
    formula=("Points = 10 × log₂(N) ÷ M", "Each new month: rating ÷ 2"),
    rules=(
        "N players took part and M is your finishing place, 1 for the winner (T-1).",
        "Players may share a finishing place, and each gets its full points (T-1, our choice).",
        "A tournament with one player is worth nothing (T-1).",
        "The points are added to your rating, which starts at 0 (T-2, our choice).",
        "The rating is halved when a calendar month begins in the club's time zone, before that month's "
        "tournaments, also for those who did not play (T-3, the moment is our choice).",
        "A corrected tournament changes the rating as if it had been right from the start (T-4, our choice).",
        "Ratings are shown with two decimals (T-5, our choice).",
    ),
    columns=(
        Column.counted("played", "Events"),
        Column.counted("won", "Won", shown_on="files"),
        Column.best_place(),
    ),
    examples=(
        Example(
            "T-1",
            "With 8 players the first three places are worth 30, 15 and 10.",
            build_tournament(("first", "second", "third"), (1, 2, 3), field=8, ended=SAMPLE_DAY),
            (Rating(0), Rating(0), Rating(0)),
            ("+30", "+15", "+10"),
            ("30.00", "15.00", "10.00"),
        ),
        Example(
            "T-1",
            "A tournament with one player is worth 0.",
            build_tournament(("alone",), (1,), ended=SAMPLE_DAY),
            (Rating(0),),
            ("+0",),
            ("0.00",),
        ),
    ),
    unit="points",
    suits="Tournaments with finishing places, in clubs that want everybody to keep coming.",
    questions=(
        SelfTestQuestion(
            "T-1",
            "You finish second of 16. How many points do you get?",
            build_tournament(("me",), (2,), field=16, ended=SAMPLE_DAY),
            (Rating(0),),
        ),
    ),
)

HALVING = Monthly("shrink over time, even if nobody plays", "Shrinks each month")  # T-3


def count_points(field: float, place: int) -> float:
    """Return what a place in a field of that size is worth (T-1)."""
    return 10 * log2(field) / place


@register_system
@dataclass(frozen=True)
class TournamentPoints(RatingSystem):
    """The tournament rating of seed 002."""

    key: ClassVar[str] = "tournament-points"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (TOURNAMENT,)
    start: float = declare_start(0.0, "T-2", low=0, choice=True)

    def initial(self) -> Rating:
        return Rating(self.start)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        field = result.facts["field"]
        return tuple(
            Rating(old.points + count_points(field, place), old.experience + 1, old.memory, old.as_of)  # T-2
            for old, place in zip(before, result.places, strict=True)
        )

    @property
    def period(self) -> Period | None:
        return HALVING

    def advance(self, rating: Rating, periods: int) -> Rating:
        if not periods:
            return rating
        points = ldexp(rating.points, -periods)  # T-3: ÷ 2 ** periods, for any number
        return Rating(points, rating.experience, rating.memory, rating.as_of)

    def is_at_rest(self, rating: Rating) -> bool:
        return not rating.points

    def shown(self, rating: Rating) -> str:
        return format_fixed(rating.points, 2)

    def change_shown(self, change: float) -> str:
        return format_signed(change, 2)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        change = self.change(result, before, seat)
        return self.place(result, seat), self.added(result, before[seat].points, change, seat)

    def place(self, result: Result, seat: int) -> Step:
        """Return the step from the place to its worth."""
        field, place = int(result.facts["field"]), result.places[seat]
        shared = result.places.count(place) > 1
        words = "{me} shared place {place} of {field}." if shared else "{me} finished in place {place} of {field}."
        sentence = Message(words, {"place": str(place), "field": f"{field:,}"}, {"me": result.players[seat]})
        points = count_points(field, place)
        total = f"10 × log₂({field}) ÷ {place} = {format_fixed(points, 2)}"
        return Step("T-1", "Points for the finishing place", sentence, total, points)

    def added(self, result: Result, points: float, change: float, seat: int) -> Step:
        """Return the step from the rating before to the one after."""
        sentence = Message("It is added to the rating of {me}.", {}, {"me": result.players[seat]})
        total = f"{format_fixed(points, 2)} + {format_fixed(change, 2)} = {format_fixed(points + change, 2)}"
        return Step("T-2", "Add it to the rating", sentence, total, change)

    def explain_advance(self, rating: Rating, periods: int) -> tuple[Step, ...]:
        if not periods:
            return ()
        after = self.advance(rating, periods)
        months = HALVING.format_ends(periods)
        words = {"months": months, "before": self.shown(rating), "after": self.shown(after)}
        sentence = Message("{months} halved {before} to {after}.", words)
        total = f"{words['before']} ÷ 2^{periods} = {words['after']}"
        return (Step("T-3", "Halve at the end of each month", sentence, total, after.points - rating.points),)
