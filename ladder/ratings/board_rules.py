"""What a board adds to its rating system: walkovers, handicaps, and sides that count as players.

A system rates a match as if there were none of these. Whoever asks what a match is worth on a board asks here.
"""

from __future__ import annotations

from ladder.formats import STOPPED, get_handicap

from .about import Message, Step
from .base import RatingSystem
from .duel_systems import GainsSystem, PairSystem
from .handicap import apply_handicap, explain_handicap
from .margin import explain_margin, find_margin
from .rounding import format_fixed
from .sides import SHARED, SINGLES, SideMatch, explain_mean, explain_member, find_seats, name_step_sides
from .values import WALKOVER, Kind, Ratings, Result


class BoardRules:
    """A rating system as a board uses it; `rate`, `explain` and `expected` are those of any match that it counts."""

    def __init__(self, system: RatingSystem) -> None:
        self.system = system
        self.pairs = system if isinstance(system, PairSystem) else None  # whose sides count as one player each
        self.counts_margin = isinstance(system, GainsSystem) and system.margin
        self.takes_handicaps = type(system).expected is not RatingSystem.expected

    @property
    def known(self) -> tuple[Kind, ...]:
        """Every kind that a match in a season with this board can have; those that it rates come first."""
        return (*self.system.kinds, *self.system.uncounted, WALKOVER)

    @property
    def balances(self) -> bool:
        """Whether the changes of every match that the board takes add up to nothing; sides may differ in number."""
        pairs = self.pairs
        return self.system.zero_sum and (not pairs or pairs.takes == SINGLES or pairs.member_change == SHARED)

    def counts(self, result: Result) -> bool:
        """Return whether the board counts the match for its players: its system rates it, or it is a walkover."""
        if result.kind == WALKOVER:
            formats = {kind.format for kind in self.system.kinds if kind.format.has_losers}
            return any(one.has_sides == bool(result.sides) for one in formats)
        return self.system.concerns(result)

    def rates(self, result: Result) -> bool:
        """Return whether a match that is counted may change ratings.

        A walkover and a match that was stopped don't, unless the system rates them.
        """
        if result.kind == WALKOVER:
            return self.system.rates_walkovers
        return result.ending != STOPPED or self.system.rates_stopped

    def rate(self, result: Result, before: Ratings) -> Ratings:
        """Return the ratings after a match that is counted, in the order of `result.players`."""
        if not self.rates(result):
            return before
        if result.sides and self.pairs:
            return self.move_members(self.pairs, pair_sides(self.pairs, result, before), before)
        if not self.applies_handicap(result):
            return self.system.rate(result, before)
        return tuple(self.system.rate(*apply_handicap(result, before, seat))[seat] for seat in range(len(before)))

    def move_members(self, pairs: PairSystem, played: SideMatch, before: Ratings) -> Ratings:
        """Return the ratings of the players whose sides played this match (S-2)."""
        after, found = self.rate(played.result, played.before), []
        for seat, own in enumerate(before):
            side = played.side_of(seat)
            change = after[side].points - played.before[side].points
            if pairs.member_change == SHARED:
                change /= len(played.members[side])
            found.append(pairs.move(own, change, after[side].experience - played.before[side].experience))
        return tuple(found)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        """Return the calculation of a match that is counted for one player; the last step's value is the change."""
        if not self.rates(result):
            return (explain_unrated(result, before, seat),)
        if result.sides and self.pairs:
            return self.explain_sides(self.pairs, result, before, seat)
        if not self.applies_handicap(result):
            return self.explain_clear_win(result, before, seat)
        shifted = apply_handicap(result, before, seat)
        return explain_handicap(result, before, seat), *self.explain_clear_win(*shifted, seat)

    def explain_clear_win(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        """Return the steps of the system; where it counts the margin of a win, the last one says by how much."""
        if not self.counts_margin or find_margin(result) < 2:
            return self.system.explain(result, before, seat)
        steps = self.system.explain(result._replace(games=()), before, seat)
        return (*steps, explain_margin(result, steps[-1].value, self.system.change(result, before, seat), seat))

    def explain_sides(self, pairs: PairSystem, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        """Return the steps of a match between two sides: their means, the usual ones, and what one player moves by."""
        played = pair_sides(pairs, result, before)
        side, change = played.side_of(seat), self.rate(result, before)[seat].points - before[seat].points
        means = (step for one in (side, 1 - side) for step in explain_mean(played, result, before, one))
        usual = [name_step_sides(step, played, result) for step in self.explain(played.result, played.before, side)]
        count, is_shared = len(played.members[side]), pairs.member_change == SHARED
        last = explain_member(change, usual[-1].value, count, result.players[seat], is_shared=is_shared)
        return (*means, *usual, last)

    def expected(self, result: Result, before: Ratings) -> tuple[float, ...] | None:
        """Return each player's expected score before the match; None if the system has none."""
        if result.sides and self.pairs:
            played = pair_sides(self.pairs, result, before)
            scores = self.expected(played.result, played.before)
            return scores and tuple(scores[played.side_of(seat)] for seat in range(len(before)))
        scores = self.system.expected(result, before)
        if scores is None or not self.applies_handicap(result):
            return scores
        asked = [self.system.expected(*apply_handicap(result, before, seat)) for seat in range(len(before))]
        return tuple(one[seat] for seat, one in enumerate(asked) if one)

    def applies_handicap(self, result: Result) -> bool:
        """Return whether this match has a handicap that counts here."""
        return get_handicap(result.facts) != 0 and self.takes_handicaps


def pair_sides(pairs: PairSystem, result: Result, before: Ratings) -> SideMatch:
    """Return a match of teams as one between two players, which the system can rate (S-1)."""
    members = find_seats(result, 1), find_seats(result, 2)
    first, second = (pairs.combine([before[seat] for seat in seats]) for seats in members)
    scores = tuple(result.scores[seats[0]] for seats in members)
    kind = type(pairs).kinds[0]
    return SideMatch(result._replace(kind=kind, players=(0, 1), scores=scores, sides=()), (first, second), members)


def explain_unrated(result: Result, before: Ratings, seat: int) -> Step:
    """Return the step that says why a walkover, or a match that was stopped, changes nothing."""
    score, points = result.scores[seat], before[seat].points
    shown = format_fixed(points, 0 if points == int(points) else 1)
    total, who = f"{shown} + 0 = {shown}", {"me": result.players[seat]}
    if result.kind != WALKOVER:
        words = "{me} and the other side stopped before the end. The match counts as played, but ratings don't change."
        return Step("", "A match that was stopped", Message(words, {}, who), total, 0.0)
    who["other"] = next(one for one, theirs in zip(result.players, result.scores, strict=True) if theirs != score)
    words = (
        "{other} did not play. A walkover counts as a win and a loss, but ratings don't change."
        if score
        else "{me} did not play. A walkover counts as a win and a loss, but ratings don't change."
    )
    return Step("", "A walkover", Message(words, {}, who), total, 0.0)
