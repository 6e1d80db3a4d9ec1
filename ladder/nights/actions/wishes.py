"""Store whom somebody wishes as partner on club nights, or never, and in which games they play."""

from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.models import Night, PartnerWish
from ladder.nights.actions.night import raise_night_version
from players.models import Player
from players.people.actions import find_player_by_name

WISH_ABOUT_ONESELF = "That is you. Enter the name of another player."
MOST_WISHES = 50
TOO_MANY_WISHES = "You have {count} wishes. Take one back first."
UNKNOWN_WISH = "Choose with or never with them."


def store_partner_wish(*, player: Player, name: str, wanted: str) -> Player:
    """Store that a player wishes the one of this name as partner, or never, and return whom; an empty wish ends it.

    Raises: ValidationError, such as "No player is called Zed." or "That is you. Enter the name of another player."
    """
    if wanted and wanted not in PartnerWish.Wanted:
        raise ValidationError(UNKNOWN_WISH)
    player, partner = player.itself, find_player_by_name(name)
    if partner == player:
        raise ValidationError(WISH_ABOUT_ONESELF)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        own = PartnerWish.objects.filter(by__in=player.own_keys)
        own.filter(partner__in=partner.own_keys).delete()
        if wanted and own.count() >= MOST_WISHES:
            raise ValidationError(TOO_MANY_WISHES.format(count=MOST_WISHES))
        if wanted:
            PartnerWish.objects.create(by=player, partner=partner, wanted=wanted)
        raise_versions_of_nights(player)
    return partner


def store_plays_as(*, player: Player, plays_as: str) -> None:
    """Store in which games a player plays where a court is kept for women, men or mixed; an empty text for neither.

    Raises: ValidationError.
    """
    if plays_as and plays_as not in Player.PlaysAs:
        raise ValidationError("Choose one of the answers.")
    Player.objects.filter(pk=player.itself.pk).update(plays_as=plays_as)
    raise_versions_of_nights(player.itself)


def raise_versions_of_nights(player: Player) -> None:
    """Let the boards that are open where a player is be loaded again."""
    for night in Night.objects.filter(closed_at=None, visits__player__in=player.own_keys, visits__left_at=None):
        raise_night_version(night)
