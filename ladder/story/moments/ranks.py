"""Moments of places: a new leader, and players who pass others."""

from collections.abc import Iterator

from ladder.formats import STOPPED, format_ordinal, spell_number
from ladder.ratings import DRAWN, LOST, WON
from ladder.story.moments.base import Moment, MomentKind, Telling, register_moment
from ladder.story.walk import StoryMatch

TOP_PLACES = 3  # where passing one player is told
MOST_NAMED = 3  # of those who were passed
CHALLENGED = {
    WON: "{player} challenged {leader} for first place and won",
    DRAWN: "{player} challenged {leader} for first place and drew",
    LOST: "{player} challenged {leader} for first place and lost",
}


@register_moment
class NewLeader(MomentKind):
    """The first place has somebody else: by a win, or by the former leader's defeat."""

    label = "New leader"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        if told.reign and told.dethroned is not None:
            named = {"player": [told.reign.player], "former": [told.dethroned]}
            yield Moment(80, Telling("{player} took first place from {former}", named))


@register_moment
class ChallengeForFirst(MomentKind):
    """Somebody challenged the player who was first, and they have played."""

    label = "For first place"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        asked, leader = told.match.challenger, told.leader
        mine = next((seat for seat in told.seats if seat.player == asked), None)
        if not mine or leader is None or not told.is_played or told.match.result.ending == STOPPED:
            return
        if leader in [other.player for other in told.list_opponents(mine)]:
            challenged = CHALLENGED.get(mine.score, CHALLENGED[LOST])
            yield Moment(60, Telling(challenged, {"player": [mine.player], "leader": [leader]}))


@register_moment
class Overtaking(MomentKind):
    """Somebody passed two others or more, or one of the first three."""

    label = "Climbing"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for seat in told.seats:
            count, is_first = len(seat.passed), told.reign is not None and told.reign.player == seat.player
            if seat.place <= TOP_PLACES and not is_first if count == 1 else count > 1:
                weight = min(8 + 3 * count + 2 * max(0, 10 - seat.place), 45)
                named, nth = {"player": [seat.player], "passed": list(seat.passed)}, format_ordinal(seat.place)
                if count <= MOST_NAMED:
                    yield Moment(weight, Telling("{player} passed {passed} and is now {nth}", named, {"nth": nth}))
                else:
                    passed = "{player} passed {count} players and is now {nth}"
                    texts = {"nth": nth, "count": spell_number(count)}
                    yield Moment(weight, Telling(passed, {"player": [seat.player]}, texts))
