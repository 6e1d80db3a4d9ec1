"""The challenges that a member has yet to answer, on whatever ladder, for the home page."""

from typing import NamedTuple

from django.db.models import FETCH_RAISE, Exists, OuterRef

from ladder.models import Challenge, Ladder, Party
from players.identity import selves
from players.models import Player

from .deadlines import waiting
from .listed import moment

MOST = 5  # named on a member's page


class Asking(NamedTuple):
    """Who challenged the member, where, and until when they can answer."""

    who: str
    ladder: Ladder
    until: str


def to_answer(player: Player) -> list[Asking]:
    """Return the challenges that wait for this player's answer, the most urgent first; one query."""
    me = selves([player.pk])
    mine = Party.objects.filter(challenge=OuterRef("pk"), player__in=me, joined_at=None)
    asked = Challenge.objects.filter(waiting(), Exists(mine)).exclude(by__in=me)  # by one who is merged by now
    rows = asked.select_related("season__ladder", "by__merged_into").order_by("answer_by", "pk")
    found = rows.fetch_mode(FETCH_RAISE)[:MOST]
    return [Asking(one.by.itself.name, one.season.ladder, moment(one.answer_by)) for one in found]
