"""The protocol of a rating system: what one match is worth, and why."""

from __future__ import annotations

from datetime import date, timedelta
from typing import ClassVar

from ladder.formats import Fact

from .about import About, Message, Step
from .periods import Period
from .rounding import format_signed, round_half_up
from .values import UNRATED, Counts, Kind, Rating, Ratings, Result


class RatingSystem:
    """A rating system; its dataclass fields are its options.

    It rates matches as its rules have them. What a board adds to every system is in `BoardRules`.
    """

    key: ClassVar[str]
    about: ClassVar[About]
    kinds: ClassVar[tuple[Kind, ...]]
    uncounted: ClassVar[tuple[Kind, ...]] = (UNRATED,)
    team_kinds: ClassVar[tuple[Kind, ...]] = ()  # that a board may take besides or instead
    facts: ClassVar[tuple[Fact, ...]] = ()
    unasked_facts: ClassVar[tuple[Fact, ...]] = ()  # that no form asks for, but whatever stores the match may say
    is_deferred: ClassVar[bool] = False  # a match moves ratings when its period ends, and not when it is played
    looks_back: ClassVar[bool] = False  # asks for the ratings at the moment a match began (W-8, W-9)
    rates_stopped: ClassVar[bool] = False  # a match that both stopped is rated; otherwise it changes no rating
    starts_each_season: ClassVar[bool] = False  # everybody begins afresh, whatever share a season keeps

    @property
    def has_calendar(self) -> bool:
        """Whether days that are over move players, also when nobody plays: only on a table."""
        return False

    @property
    def draws(self) -> bool:
        """Whether a match may end level; a class attribute, or an option."""
        return False

    @property
    def rates_walkovers(self) -> bool:
        """Whether a walkover is rated like a match that was played; otherwise it changes no rating."""
        return False

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """What whoever stands above has, for each key of `order` but the first."""
        return ()

    @property
    def leads_by(self) -> str:
        """What whoever stands above has by the first key of `order`; an empty text where it is the rating."""
        return ""

    def initial(self) -> Rating:
        """Return the rating of a player before the first match."""
        raise NotImplementedError

    def rate(self, result: Result, before: Ratings) -> Ratings:
        """Return the ratings after the match, in the order of `result.players`."""
        raise NotImplementedError

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        """Return the calculation step by step for one player; the last step's value is the change."""
        raise NotImplementedError

    def change(self, result: Result, before: Ratings, seat: int) -> float:
        """Return a player's rating change: the exact difference of the two ratings."""
        return self.rate(result, before)[seat].points - before[seat].points

    def concerns(self, result: Result) -> bool:
        """Return whether this system rates the match."""
        return result.kind in self.kinds

    def validate(self, result: Result) -> None:
        """Refuse a result for reasons that can't be declared as facts, kinds or limits.

        Raises: RatingError, with the sentence the player will see.
        """

    def eligible(self, result: Result, before: Ratings) -> Message | None:
        """Return why these players may not play this match, or None."""
        return None

    def expected(self, result: Result, before: Ratings) -> tuple[float, ...] | None:
        """Return each player's expected score before the match; None if the system has none."""
        return None

    @property
    def zero_sum(self) -> bool:
        """Return whether what one player gains the others lose, with these options."""
        return False

    @property
    def period(self) -> Period | None:
        """The period after which a rating advances by itself; None if time alone changes nothing."""
        return None

    def advance(self, rating: Rating, periods: int) -> Rating:
        """Return the rating after so many periods without a match; the caller sets its day."""
        return rating

    def explain_advance(self, rating: Rating, periods: int) -> tuple[Step, ...]:
        """Return the steps of `advance`; the last step's value is the change."""
        return ()

    def is_at_rest(self, rating: Rating) -> bool:
        """Return whether time alone neither changes these points nor can have led to them."""
        return self.period is None

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the starting rating that a player carries over into the next season.

        `keep` is the share of the distance from the start value that stays:
        1 carries everything over, 0 starts afresh.
        """
        if keep == 1:
            return rating
        start = self.initial()
        if keep == 0:
            return start
        return rating._replace(points=start.points + keep * (rating.points - start.points))

    def opening(self, points: float, games: int, experience: int) -> Rating:
        """Return the starting rating of a player with a given number of points, matches and experience."""
        return Rating(points, experience or games)

    def give_deviation(self, rating: Rating, deviation: float) -> Rating:
        """Return a starting rating that is as unsure as the deviation says; it stays where a system has none.

        Raises: RatingError, "Deviation must be a number from 1 to 350."
        """
        return rating

    def entered(self, points: float) -> float:
        """Return the number that people type and files have for these points; `opening` reads it."""
        return points

    def provisional_left(self, rating: Rating) -> int:
        """Return how much experience is missing until the rating is established; 0 if it is."""
        return 0

    def order(self, rating: Rating, counts: Counts) -> tuple[float, ...]:
        """Return the sort key of the standings, tie-breaks included; names come last (G-4)."""
        return (0 - rating.points,)  # not -points, which is -0.0 for nothing

    def shown(self, rating: Rating) -> str:
        """Return the rating as printed: a whole number with thousands commas (B-6).

        The steps of a scale are printed by this, too: ratings of points alone.
        """
        return f"{round_half_up(rating.points, 0):,}"

    def gap_shown(self, gap: float) -> str:
        """Return the gap between two ratings as printed: like a rating with so many points."""
        return self.shown(Rating(gap))

    def change_shown(self, change: float) -> str:
        """Return a change as printed: signed, at most one decimal, no trailing `.0` (B-7)."""
        return format_signed(change, 1)


def calculate_expected_score(own: float, opponent: float, scale: float = 400.0) -> float:
    """Return the expected score, from 0 to 1, against an opponent (R-8; 200 above gives 0.76)."""
    exponent = (opponent - own) / scale
    if exponent > 300.0:  # 10 ** 309 is more than a float holds
        return 0.0
    odds: float = 10.0**exponent  # with whole numbers the two lines take half as long again
    return 1.0 / (1.0 + odds)


def has_deviations(system: RatingSystem) -> bool:
    """Return whether ratings of this system have a deviation, which people may bring."""
    return type(system).give_deviation is not RatingSystem.give_deviation


def advance_rating(system: RatingSystem, rating: Rating, day: date) -> Rating:
    """Return the rating as of a day, with no match since."""
    period = system.period
    if period is None:
        return rating
    if rating.as_of is None:
        return rating._replace(as_of=day)
    count = period.count(rating.as_of, day)
    after = system.advance(rating, count) if count else rating
    return Rating(after.points, after.experience, after.memory, max(day, rating.as_of))


def find_reading_day(system: RatingSystem, day: date) -> date:
    """Return the day as of which ratings are read at the end of a day.

    It is the next one, where matches are rated when a period ends: those of one that ends with the day are rated then;
    and where a calendar moves players at the end of a day.
    What fades does so when a day or a month begins (T-3, C-5), so what it shows at the end of a day is that day's.
    """
    return day + timedelta(1) if system.is_deferred or system.has_calendar else day


def settle_period(system: RatingSystem, rating: Rating) -> Rating:
    """Return the rating as its period will end if nothing more is played in it; without such an end, as it is."""
    return system.advance(rating, 1) if system.is_deferred else rating


def find_match_worth(system: RatingSystem, before: Rating, after: Rating) -> float:
    """Return by how much a match moves a rating, from those before and after it.

    Where it counts at the end of its period, this is what it adds to the matches of the period before it. So what the
    matches of a period are worth adds up to the change at its end.
    """
    return settle_period(system, after).points - settle_period(system, before).points


def count_periods(system: RatingSystem, old: Rating, new: Rating) -> int:
    """Return how many periods ended between two states of a rating; 0 for a system without periods."""
    if system.period is None or old.as_of is None or new.as_of is None:
        return 0
    return system.period.count(old.as_of, new.as_of)
