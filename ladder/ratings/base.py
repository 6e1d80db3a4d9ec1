"""The protocol of a rating system: what one match is worth, and why."""

from __future__ import annotations

from typing import ClassVar

from ladder.formats import Fact, get_handicap

from .about import About, Message, Step
from .handicap import apply_handicap, explain_handicap
from .periods import Period
from .rounding import format_fixed, format_signed, round_half_up
from .values import UNRATED, WALKOVER, Counts, Kind, Rating, Ratings, Result


class RatingSystem:
    """A rating system; its dataclass fields are its options."""

    key: ClassVar[str]
    about: ClassVar[About]
    kinds: ClassVar[tuple[Kind, ...]]
    uncounted: ClassVar[tuple[Kind, ...]] = (UNRATED,)
    team_kinds: ClassVar[tuple[Kind, ...]] = ()  # that a board may take besides or instead
    facts: ClassVar[tuple[Fact, ...]] = ()
    tie_breaks: ClassVar[tuple[str, ...]] = ()  # what whoever stands above has, for each key of `order` but the first
    is_deferred: ClassVar[bool] = False  # a match moves ratings when its period ends, and not when it is played
    looks_back: ClassVar[bool] = False  # asks for the ratings at the moment a match began (W-8, W-9)

    @property
    def draws(self) -> bool:
        """Whether a match may end level; a class attribute, or an option."""
        return False

    @property
    def rates_walkovers(self) -> bool:
        """Whether a walkover is rated like a match that was played; otherwise it changes no rating."""
        return False

    def initial(self) -> Rating:
        """Return the rating of a player before the first match."""
        raise NotImplementedError

    def rate(self, result: Result, before: Ratings) -> Ratings:
        """Return the ratings after the match, in the order of `result.players`."""
        raise NotImplementedError

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        """Return the calculation step by step for one player; the last step's value is the change."""
        raise NotImplementedError

    def explain_all(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        """Return the calculation with what the score of the match adds to it."""
        return self.explain(result, before, seat)

    def change(self, result: Result, before: Ratings, seat: int) -> float:
        """Return a player's rating change as the ledger has it: the exact difference of the two ratings."""
        return self.rate(result, before)[seat].points - before[seat].points

    def concerns(self, result: Result) -> bool:
        """Return whether this system rates the match."""
        return result.kind in self.kinds

    def counts(self, result: Result) -> bool:
        """Return whether this system counts the match for its players: it rates it, or it is a walkover."""
        if result.kind == WALKOVER:
            formats = {kind.format for kind in self.kinds if kind.format.has_losers}
            return any(one.has_sides == bool(result.sides) for one in formats)
        return self.concerns(result)

    def ratings_after(self, result: Result, before: Ratings) -> Ratings:
        """Return the ratings after a match that is counted; a walkover changes none, unless the system rates it.

        Ask this of a match that was played: `rate` need not know sides.
        """
        if not self.rates(result):
            return before
        if not self.applies_handicap(result):
            return self.rate(result, before)
        return tuple(self.rate(*apply_handicap(result, before, seat))[seat] for seat in range(len(before)))

    def rates(self, result: Result) -> bool:
        """Return whether a match that is counted may change ratings."""
        return result.kind != WALKOVER or self.rates_walkovers

    def steps(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        """Return the explanation of a match that is counted."""
        if self.rates(result) and self.applies_handicap(result):
            return explain_handicap(result, before, seat), *self.explain_all(
                *apply_handicap(result, before, seat), seat
            )
        if self.rates(result):
            return self.explain_all(result, before, seat)
        other = next(
            one for one, score in zip(result.players, result.scores, strict=True) if score != result.scores[seat]
        )
        who = {"me": result.players[seat], "other": other}
        words = "{other} did not play" if result.scores[seat] else "{me} did not play"
        points = format_fixed(before[seat].points, 0 if before[seat].points == int(before[seat].points) else 1)
        sentence = Message(words + ". A walkover counts as a win and a loss, but ratings don't change.", {}, who)
        return (Step("", "A walkover", sentence, f"{points} + 0 = {points}", 0.0),)

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

    def chances(self, result: Result, before: Ratings) -> tuple[float, ...] | None:
        """Return each player's expected score before the match, also of sides, with the agreed handicap."""
        chances = self.expected(result, before)
        if chances is None or not self.applies_handicap(result):
            return chances
        asked = [self.expected(*apply_handicap(result, before, seat)) for seat in range(len(before))]
        return tuple(one[seat] for seat, one in enumerate(asked) if one)

    @property
    def takes_handicaps(self) -> bool:
        """Whether a handicap changes what a match is worth; usually where the system has expected scores."""
        return type(self).expected is not RatingSystem.expected

    def applies_handicap(self, result: Result) -> bool:
        """Return whether this match has a handicap that counts here."""
        return get_handicap(result.facts) != 0 and self.takes_handicaps

    @property
    def zero_sum(self) -> bool:
        """Return whether what one player gains the others lose, with these options."""
        return False

    @property
    def balances(self) -> bool:
        """Whether the changes of every match that the board takes add up to nothing; sides may differ in number."""
        return self.zero_sum

    @property
    def known(self) -> tuple[Kind, ...]:
        """Return every kind that a match in a season with this system can have; those that it rates come first."""
        return (*self.kinds, *self.uncounted, WALKOVER)

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

    @property
    def has_deviations(self) -> bool:
        """Whether ratings here have a deviation, which people may bring."""
        return type(self).give_deviation is not RatingSystem.give_deviation

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


def calculate_expected_score(own: float, opponent: float, scale: float = 400) -> float:
    """Return the expected score, from 0 to 1, against an opponent (R-8; 200 above gives 0.76)."""
    exponent = (opponent - own) / scale
    if exponent > 300:  # 10 ** 309 is more than a float holds
        return 0.0
    return 1 / (1 + 10**exponent)
