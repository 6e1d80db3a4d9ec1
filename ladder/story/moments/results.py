"""Moments of a single result: against the odds, against an old opponent, against somebody's run."""

from collections.abc import Iterator

from ladder.formats import format_ordinal, spell_number
from ladder.ratings import format_fixed
from ladder.story.moments.base import Moment, MomentKind, Telling, list_side, register_moment
from ladder.story.walk import StoryMatch

UPSET_CHANCE = 0.35  # a winner who was given at most this beat the odds
KNOWN_MATCHES = 5  # before which a rating says little
FEWEST_DEFEATS = 3  # without a win, after which the first win is one
ROUND_MEETINGS = {10: 25, 25: 35, 50: 45, 100: 55, 200: 55}  # with the weight of each
LONG_RUN = 5


@register_moment
class Upset(MomentKind):
    """Somebody won who was given 35 % or less, in a match of players who all have a rating that says something."""

    label = "Upset"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        if not told.winners or min(seat.past.matches for seat in told.seats) < KNOWN_MATCHES:
            return
        chance = told.calculate_chance()
        if chance is not None and chance <= UPSET_CHANCE:
            weight = 40 + round(100 * (UPSET_CHANCE - chance))
            named = {"winners": list_side(told.winners), "losers": list_side(told.losers)}
            texts = {"chance": format_fixed(100 * chance, 0)}
            yield Moment(weight, Telling("{winners} beat {losers} with a chance of only {chance}%", named, texts))


@register_moment
class FirstWinOver(MomentKind):
    """Somebody won against a player for the first time, after three matches or more."""

    label = "At last"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        if not told.is_duel or not told.winners:
            return
        (winner,), (loser,) = told.winners, told.losers
        count, won = winner.past.met.get(loser.player, (0, 0))
        if count >= FEWEST_DEFEATS and not won:
            at_last = "{winner} beat {loser} for the first time, in their {nth} match"
            named, texts = {"winner": [winner.player], "loser": [loser.player]}, {"nth": format_ordinal(count + 1)}
            yield Moment(30 + min(count, 15), Telling(at_last, named, texts))


@register_moment
class Rivalry(MomentKind):
    """Two players met for the tenth, twenty-fifth, fiftieth or hundredth time."""

    label = "Rivals"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        if not told.is_duel:
            return
        first, second = told.winners + told.losers or told.seats
        count = first.past.met.get(second.player, (0, 0))[0] + 1
        if count not in ROUND_MEETINGS:
            return
        won, lost = (
            one.past.met.get(other.player, (0, 0))[1] + (one in told.winners)
            for one, other in ((first, second), (second, first))
        )
        pair = {"pair": [first.player, second.player]}
        texts = {"nth": format_ordinal(count), "more": str(max(won, lost)), "fewer": str(min(won, lost))}
        if won == lost:
            level = "{pair} met for the {nth} time and are level at {more}–{fewer}"
            yield Moment(ROUND_MEETINGS[count], Telling(level, pair, texts))
        else:
            ahead = "{pair} met for the {nth} time; {leader} leads {more}–{fewer}"
            leader = {"leader": [first.player if won > lost else second.player]}
            yield Moment(ROUND_MEETINGS[count], Telling(ahead, pair | leader, texts))


@register_moment
class RunEnded(MomentKind):
    """Somebody lost who had won five or more matches in a row."""

    label = "Run ended"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for loser in told.losers:
            if (run := loser.past.run) >= LONG_RUN:
                named = {"winners": list_side(told.winners), "loser": [loser.player]}
                ended = Telling("{winners} ended {loser}’s run of {run} wins", named, {"run": spell_number(run)})
                yield Moment(min(25 + 2 * run, 70), ended)
