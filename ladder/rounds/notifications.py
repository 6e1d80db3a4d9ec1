"""What the players of a round are told."""

from collections.abc import Collection

from django.urls import reverse

from ladder.formats import join_names
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
    others: dict[int, list[str]] = {}
    for fixture in made.fixtures.prefetch_related("parties__player__merged_into"):
        (first, *_), (second, *_) = fixture.sides
        others.setdefault(first.pk, []).append(second.name)
        others.setdefault(second.pk, []).append(first.name)
    day = format_day(made.ends_on)
    texts = {key: YOU_PLAY.format(round=made, others=join_names(mine), day=day) for key, mine in others.items()}
    texts |= {player.itself.pk: YOU_ARE_LEFT_OVER.format(round=made) for player in made.left_over.all()}
    told = {key: text for key, text in texts.items() if not only or key in only}
    url = build_rounds_url(made.season.ladder)
    notify_players(
        kind=Notice.Kind.CHALLENGE,
        told=[NewNotice(one, told[one.player], url) for one in find_readers(told)],
    )
