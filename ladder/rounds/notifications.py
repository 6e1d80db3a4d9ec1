"""What the players of a round are told."""

from collections.abc import Collection

from django.urls import reverse

from ladder.formats import SIDES, join_names, join_side
from ladder.models import Ladder, Round
from ladder.pages.figures import format_day
from players.models import Notice
from players.notices.actions import NewNotice, notify_players
from players.notices.queries import find_readers

YOU_PLAY = "{round}: you play {others}. Play by {day}."
YOU_ARE_LEFT_OVER = "{round}: you are left over, since it does not come out even. You play first in the next one."


def build_rounds_url(ladder: Ladder) -> str:
    """Return the address of the page of a ladder's rounds."""
    return reverse("ladder:rounds", args=[ladder.slug])


def notify_round(made: Round, only: Collection[int] = ()) -> None:
    """Tell the players of a round, or only these, whom they play by when, and who is left over."""
    told_of: dict[int, list[str]] = {}
    for fixture in made.fixtures.prefetch_related("parties__player__merged_into"):
        for number in SIDES:
            for player in fixture.list_side(number):
                partners = join_side([one.name for one in fixture.list_side(number) if one != player])
                against = fixture.name_side(3 - number)
                told_of.setdefault(player.pk, []).append(f"{against} (with {partners})" if partners else against)
    day = format_day(made.ends_on)
    texts = {key: YOU_PLAY.format(round=made, others=join_names(mine), day=day) for key, mine in told_of.items()}
    texts |= {player.itself.pk: YOU_ARE_LEFT_OVER.format(round=made) for player in made.left_over.all()}
    told = {key: text for key, text in texts.items() if not only or key in only}
    url = build_rounds_url(made.season.ladder)
    notify_players(
        kind=Notice.Kind.CHALLENGE,
        told=[NewNotice(one, told[one.player], url) for one in find_readers(told)],
    )
