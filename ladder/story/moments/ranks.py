"""Moments of places: a new leader, and players who pass others."""

from collections.abc import Iterator

from ladder.formats import format_ordinal
from ladder.ratings import DRAWN, WON
from ladder.story.moments.base import Moment, MomentKind, join_names, register_moment
from ladder.story.walk import StoryMatch

TOP_PLACES = 3  # where passing one player is told
MOST_NAMED = 3  # of those who were passed


@register_moment
class NewLeader(MomentKind):
    """The first place has somebody else: by a win, or by the former leader's defeat."""

    label = "New leader"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        if told.reign and told.dethroned is not None:
            yield Moment(80, (told.reign.player, " took first place from ", told.dethroned))


@register_moment
class ChallengeForFirst(MomentKind):
    """Somebody challenged the player who was first, and they have played."""

    label = "For the first place"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        asked, leader = told.match.challenger, told.leader
        mine = next((seat for seat in told.seats if seat.player == asked), None)
        if not mine or leader is None or not told.is_played:
            return
        if leader in [other.player for other in told.list_opponents(mine)]:
            how = {WON: "won", DRAWN: "drew"}.get(mine.score, "lost")
            yield Moment(60, (mine.player, " challenged ", leader, f", who was first, and {how}"))


@register_moment
class Overtaking(MomentKind):
    """Somebody passed two others or more, or one of the first three."""

    label = "Climbing"

    def tell(self, told: StoryMatch) -> Iterator[Moment]:
        for seat in told.seats:
            count, is_first = len(seat.passed), told.reign is not None and told.reign.player == seat.player
            if seat.place <= TOP_PLACES and not is_first if count == 1 else count > 1:
                named = join_names(seat.passed) if count <= MOST_NAMED else (f"{count} players",)
                weight = min(8 + 3 * count + 2 * max(0, 10 - seat.place), 45)
                yield Moment(weight, (seat.player, " passed ", *named, f" and is {format_ordinal(seat.place)} now"))
