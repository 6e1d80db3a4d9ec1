"""Moments of who comes and who comes back."""

from collections.abc import Iterator

from ladder.story.moments.base import Moment, MomentKind, name_side, register_moment
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
                yield Moment(30, (seat.player, " began with a win against ", *name_side(told.losers)))
            else:
                yield Moment(15, (seat.player, " played a first match here"))


@register_moment
class Comeback(MomentKind):
    """Somebody played again after three months or more."""

    label = "Back"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for seat in told.seats if told.is_played else ():
            last = seat.past.last_day
            if last and (days := (told.match.day - last).days) >= LONG_ABSENCE:
                won = ", and won" if seat in told.winners else ""
                yield Moment(22 if won else 16, (seat.player, f" is back after {days:,} days{won}"))
