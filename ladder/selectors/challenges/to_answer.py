"""The challenges that a member has yet to answer, on whatever ladder, for the home page."""

from typing import NamedTuple

from django.db.models import FETCH_RAISE, Exists, OuterRef

from ladder.models import Challenge, Ladder, Party
from ladder.selectors.challenges.deadlines import build_answerable_filter
from ladder.selectors.challenges.listed import format_deadline
from players.identity import select_with_merged
from players.models import Player

MOST_NAMED = 5  # named on a member's page


class ChallengeToAnswer(NamedTuple):
    """Who challenged the member, where, and until when they can answer."""

    who: str
    ladder: Ladder
    until: str


def list_challenges_to_answer(player: Player) -> list[ChallengeToAnswer]:
    """Return the challenges that wait for this player's answer, the most urgent first; one query."""
    me = select_with_merged([player.pk])
    mine = Party.objects.filter(challenge=OuterRef("pk"), player__in=me, joined_at=None)
    asked = Challenge.objects.filter(build_answerable_filter(), Exists(mine)).exclude(
        by__in=me
    )  # by one who is merged by now
    rows = asked.select_related("season__ladder", "by__merged_into").order_by("answer_by", "pk")
    found = rows.fetch_mode(FETCH_RAISE)[:MOST_NAMED]
    return [ChallengeToAnswer(one.by.itself.name, one.season.ladder, format_deadline(one.answer_by)) for one in found]
