"""Whose account plays as whom: linked by an invitation, or by an organiser's yes to a member who asks."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from players.models import Claim, Player


def link(*, player: Player, user: User) -> Player:
    """Let the account play as this player.

    Raises: ValidationError, "Bo already has an account." or "Your account already plays as Ana."
    """
    with transaction.atomic():
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        refuse(fresh)
        refuse_player_of(user)
        Player.objects.filter(pk=fresh.pk).update(user=user)
        fresh.user = user
        Claim.objects.filter(user=user).delete()
        fresh.invitations.filter(used_at=None).delete()
    return fresh


def refuse(player: Player) -> None:
    """Refuse a player whom nobody can become.

    Raises: ValidationError with the sentence.
    """
    if player.merged_into_id:
        raise ValidationError(f"{player} is merged into another player.")
    if player.has_account:
        raise ValidationError(f"{player} already has an account.")
    refuse_erased(player)


def refuse_erased(player: Player) -> None:
    """Refuse an erased player: the person is gone, and their results are nobody's to take over.

    Raises: ValidationError, "Former player 12 was erased, so no account can play as them."
    """
    if player.erased_at:
        raise ValidationError(f"{player} was erased, so no account can play as them.")


def refuse_player_of(user: User) -> None:
    """Refuse an account that plays as somebody.

    Raises: ValidationError, "Your account already plays as Ana."
    """
    played = Player.objects.filter(user=user.pk).first()
    if played:
        raise ValidationError(f"Your account already plays as {played}.")


def ask(*, player: Player, user: User) -> Claim:
    """Say "This is me" of a player; it takes the place of what the account asked before.

    Raises: ValidationError as `link`.
    """
    refuse(player)
    refuse_player_of(user)
    return Claim.objects.update_or_create(user=user, defaults={"player": player})[0]


def approve(*, claim: Claim) -> Player:
    """Say that an account is the player it asked for, or whom that one was merged into since.

    Raises: ValidationError as `link`; somebody else's claim on the player stays.
    """
    return link(player=claim.player.itself, user=claim.user)


def decline(*, claim: Claim) -> None:
    """Say that an account is not the player it asked for."""
    Claim.objects.filter(pk=claim.pk).delete()
