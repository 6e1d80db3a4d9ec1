"""What the players of a round are told."""

from collections.abc import Collection, Mapping

from django.conf import settings
from django.urls import reverse

from ladder.formats import SIDES, join_names, join_side
from ladder.models import Ladder, Round, RoundWish
from ladder.pages.figures import format_day
from ladder.rounds.queries.next_round import NextRound, build_wish_link
from players.models import Notice
from players.notices.actions import NewNotice, notify_players
from players.notices.queries import NoticeReader, find_readers

YOU_PLAY = "{round}: you play {others}. Play by {day}."
NEXT_ROUND = "{round} is made on {day:%A}. {wish}"
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


def notify_of_next_round(coming: NextRound, asked: Mapping[int, str]) -> None:
    """Ask these players whether they are in the next round, by what they said; mail has a link for each answer."""
    url, told = build_rounds_url(coming.season.ladder), []
    for one in find_readers(asked):
        text = NEXT_ROUND.format(round=coming.name, day=coming.day, wish=asked[one.player])
        told.append(NewNotice(one, text, url, list_answers(coming, one)))
    notify_players(kind=Notice.Kind.CHALLENGE, told=told)


def list_answers(coming: NextRound, reader: NoticeReader) -> str:
    """Return the lines of a mail with which its reader answers; empty for whoever gets none."""
    if not reader.gets_mail(Notice.Kind.CHALLENGE):
        return ""
    link = f"{settings.SITE_URL}{build_wish_link(coming, reader.user)}"
    return "\n".join(f"{label}: {link}?wanted={value}" for value, label in RoundWish.Wanted.choices)


def notify_of_partner(ladder: Ladder, texts: Mapping[int, str]) -> None:
    """Tell players who is their partner, or wants to be."""
    url = build_rounds_url(ladder)
    told = [NewNotice(one, texts[one.player], url) for one in find_readers(texts)]
    notify_players(kind=Notice.Kind.CHALLENGE, told=told)
