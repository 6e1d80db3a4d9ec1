"""Whose account plays as whom: linked by an invitation, or by an organiser's yes to a member who asks."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from players.models import Claim, Player


def link_account(*, player: Player, user: User) -> Player:
    """Let the account play as this player.

    Raises: ValidationError, "Bo already has an account." or "Your account already plays as Ana."
    """
    with transaction.atomic():
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        check_player_is_free(fresh)
        check_account_is_free(user)
        Player.objects.filter(pk=fresh.pk).update(user=user)
        fresh.user = user
        Claim.objects.filter(user=user).delete()
        fresh.invitations.filter(used_at=None).delete()
    return fresh


def check_player_is_free(player: Player) -> None:
    """Refuse a player whom nobody can become.

    Raises: ValidationError with the sentence.
    """
    if player.merged_into_id:
        raise ValidationError(f"{player} is merged into another player.")
    if player.has_account:
        raise ValidationError(f"{player} already has an account.")
    check_not_erased(player)


def check_not_erased(player: Player) -> None:
    """Refuse an erased player: the person is gone, and their results are nobody's to take over.

    Raises: ValidationError, "Former player 12 was erased, so no account can play as them."
    """
    if player.erased_at:
        raise ValidationError(f"{player} was erased, so no account can play as them.")


def check_account_is_free(user: User) -> None:
    """Refuse an account that plays as somebody.

    Raises: ValidationError, "Your account already plays as Ana."
    """
    played = Player.objects.filter(user=user.pk).first()
    if played:
        raise ValidationError(f"Your account already plays as {played}.")


def claim_player(*, player: Player, user: User) -> Claim:
    """Say "This is me" of a player; it takes the place of what the account asked before.

    Raises: ValidationError as `link`.
    """
    check_player_is_free(player)
    check_account_is_free(user)
    return Claim.objects.update_or_create(user=user, defaults={"player": player})[0]


def approve_claim(*, claim: Claim) -> Player:
    """Say that an account is the player it asked for, or whom that one was merged into since.

    Raises: ValidationError as `link`; somebody else's claim on the player stays.
    """
    return link_account(player=claim.player.itself, user=claim.user)


def decline_claim(*, claim: Claim) -> None:
    """Say that an account is not the player it asked for."""
    Claim.objects.filter(pk=claim.pk).delete()
