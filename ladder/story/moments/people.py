"""Moments of who comes and who comes back."""

from collections.abc import Iterator

from ladder.story.moments.base import Moment, MomentKind, Telling, list_side, register_moment
from ladder.story.walk import StoryMatch

FIRST_MATCHES = 20  # of a ladder, in which everybody is new
LONG_ABSENCE = 90  # days


@register_moment
class Newcomer(MomentKind):
    """Somebody played a first match on a ladder that others play on already."""

    label = "Newcomer"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        if told.number <= FIRST_MATCHES or not told.is_played:
            return
        for seat in told.seats:
            if seat.past.matches:
                continue
            if seat in told.winners:
                named = {"player": [seat.player], "losers": list_side(told.losers)}
                yield Moment(30, Telling("{player} won their first match, against {losers}", named))
            else:
                yield Moment(15, Telling("{player} played their first match", {"player": [seat.player]}))


@register_moment
class Comeback(MomentKind):
    """Somebody played again after three months or more."""

    label = "Back"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for seat in told.seats if told.is_played else ():
            last = seat.past.last_day
            if last and (days := (told.match.day - last).days) >= LONG_ABSENCE:
                named, texts = {"player": [seat.player]}, {"days": f"{days:,}"}
                if seat in told.winners:
                    yield Moment(22, Telling("{player} is back after {days} days, with a win", named, texts))
                else:
                    yield Moment(16, Telling("{player} is back after {days} days", named, texts))
