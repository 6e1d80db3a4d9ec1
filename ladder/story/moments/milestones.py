"""Moments of what a player has reached: runs, ratings and round numbers."""

from collections.abc import Iterator

from ladder.formats import format_ordinal, spell_number
from ladder.story.moments.base import Moment, MomentKind, Telling, register_moment
from ladder.story.walk import StoryMatch

RUNS_TOLD = (5, 7, 10)  # and every fifth from there
MATCHES_FOR_A_BEST = 10  # in a season, before which most matches would bring a best
DAYS_BETWEEN_BESTS = 21
ROUND_NUMBERS = {25: 12, 50: 22}  # of matches, with the weight of each; and every hundredth
EVERY_HUNDRED, HUNDREDS_WEIGHT = 100, 35


@register_moment
class WinningRun(MomentKind):
    """Somebody won the fifth, seventh, tenth or a later fifth match in a row."""

    label = "On a run"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for seat in told.winners:
            run = seat.past.run + 1
            if run in RUNS_TOLD or (run > max(RUNS_TOLD) and run % 5 == 0):
                won = Telling("{player} has won {run} in a row", {"player": [seat.player]}, {"run": spell_number(run)})
                yield Moment(min(20 + 2 * run, 70), won)


@register_moment
class SeasonBest(MomentKind):
    """Somebody reached the highest rating of their season, three weeks or more after the best before."""

    label = "Season’s best"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for seat in told.seats if told.is_played else ():
            best = seat.season
            if best.matches < MATCHES_FOR_A_BEST or best.best_day is None or seat.after.points <= best.best:
                continue
            if (told.match.day - best.best_day).days >= DAYS_BETWEEN_BESTS:
                reached = "{player} reached {rating}, their best of the season"
                yield Moment(20, Telling(reached, {"player": [seat.player]}, {"rating": told.system.shown(seat.after)}))


@register_moment
class RoundNumber(MomentKind):
    """Somebody played the 25th, 50th or a hundredth match on the ladder."""

    label = "Round number"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for seat in told.seats if told.is_played else ():
            count = seat.past.matches + 1
            weight = ROUND_NUMBERS.get(count, 0 if count % EVERY_HUNDRED else HUNDREDS_WEIGHT)
            if weight:
                played = "{player} played their {nth} match"
                yield Moment(weight, Telling(played, {"player": [seat.player]}, {"nth": format_ordinal(count)}))
