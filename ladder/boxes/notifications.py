"""What the players of boxes are told."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone

from ladder.access.permissions import select_organisers
from ladder.boxes.queries.shown_boxes import ShownBox
from ladder.formats import join_side
from ladder.models import BoxPlace, Fixture, Season
from ladder.pages.figures import format_day
from players.models import Notice, Player
from players.notices.actions import NewNotice, notify_players
from players.notices.queries import find_readers

IN_A_BOX = "You are in {box} of {season} with {others}. Play everybody by {day}."
OPPONENT_WITHDREW = "{player} withdrew from {box}, so you don’t play them."
CYCLE_OVER = "The boxes of {season} are over. Begin the next ones."
CYCLE_WAITS = "The boxes of {season} are over, and the site can’t begin the next ones yet: {reason}"
CYCLE_NOTICE_DAYS = 7
OPPONENT_WITHDREW_AND_LOST = "{player} withdrew from {box}, so you won your match against them."


def build_box_url(season: Season) -> str:
    """Return the address of the page of a season's boxes."""
    return reverse("ladder:boxes", args=[season.ladder.slug, season.slug])


def notify_boxes_made(season: Season, boxes: Sequence[ShownBox]) -> None:
    """Tell everybody in whose box they are, and by when they play."""
    day = format_day(season.ends_on) if season.ends_on else ""
    texts = {}
    for one in boxes:
        names = {key: place.player.itself.name for key, place in one.players.items()}
        for key in names:
            others = join_side([name for other, name in names.items() if other != key])
            texts[key] = IN_A_BOX.format(box=one.box, season=season.name, others=others, day=day)
    readers = find_readers(texts)
    told = [NewNotice(reader, texts[reader.player], build_box_url(season)) for reader in readers]
    notify_players(kind=Notice.Kind.CHALLENGE, told=told)


def notify_withdrawal(season: Season, player: Player, place: BoxPlace, unplayed: Sequence[Fixture]) -> None:
    """Tell those whom a player still had to play what becomes of it."""
    keys = {key for fixture in unplayed for key in fixture.player_keys()} - {player.itself.pk}
    text = OPPONENT_WITHDREW_AND_LOST if place.withdrawal == BoxPlace.Withdrawal.FORFEIT else OPPONENT_WITHDREW
    said = text.format(player=player, box=place.box)
    notify_players(
        kind=Notice.Kind.CHALLENGE, told=[NewNotice(one, said, build_box_url(season)) for one in find_readers(keys)]
    )


def notify_cycle_over(season: Season, reason: str = "") -> None:
    """Tell the organisers once that the boxes of a season are over, in the week after its last day.

    The reason is why the site could not begin the next ones.
    """
    url = reverse("ladder:boxes_next", args=[season.ladder.slug, season.slug])
    is_late = season.ends_on is None or (timezone.localdate() - season.ends_on).days > CYCLE_NOTICE_DAYS
    if is_late or Notice.objects.filter(url=url).exists():
        return
    organisers = Player.objects.filter(user__in=select_organisers(season.ladder_id)).values_list("pk", flat=True)
    text = (CYCLE_WAITS if reason else CYCLE_OVER).format(season=season.name, reason=reason)
    told = [NewNotice(one, text, url) for one in find_readers(set(organisers))]
    notify_players(kind=Notice.Kind.SEASON, told=told)
