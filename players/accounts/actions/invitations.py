"""Invite people, accept invitations, and link accounts to players, also when an organiser approves a claim."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone

from players.accounts.actions.accounts import create_account
from players.accounts.codes import digest_code, make_code
from players.accounts.logins import find_address_holder
from players.accounts.security_log import log_security_event
from players.models import Claim, Invitation, Player
from players.people.actions import find_or_create_players, find_players
from players.people.names import build_name_key
from players.privacy.redaction import use_redaction

FOR_A_PLAYER, FOR_THE_CLUB = timedelta(days=30), timedelta(days=90)
INVITATION_OVER = (
    "This invitation no longer works. It was used, replaced, or is too old. Ask an organiser for a new one."
)
CODES_ELSEWHERE = "Choose a password too: codes sent to this address are for another account."
IF_WRONG = "Ask an organiser if that is wrong."
account_given = Signal()  # sent with the player and the user, before the player is locked


def link_account(*, player: Player, user: User) -> Player:
    """Let the account play as this player.

    Raises: ValidationError, "Bo already has an account." or "Your account already plays as Ana."
    """
    with transaction.atomic():
        account_given.send(Player, player=player, user=user)
        fresh = Player.objects.select_for_update().get(pk=player.pk)
        check_player_is_free(fresh)
        check_account_is_free(user)
        Player.objects.filter(pk=fresh.pk).update(user=user)
        fresh.user = user
        Claim.objects.filter(user=user).delete()
        fresh.invitations.filter(used_at=None).delete()
    return fresh


def check_player_is_free(player: Player) -> None:
    """Refuse a player to whom no account can be linked.

    Raises: ValidationError, such as "Bo already has an account."
    """
    if player.merged_into_id:
        raise ValidationError(f"{player} is merged into another player.")
    if player.has_account:
        raise ValidationError(f"{player} already has an account.")
    check_not_erased(player)


def check_not_erased(player: Player) -> None:
    """Refuse an erased player, whose results nobody may take over.

    Raises: ValidationError, "Former player 12 was erased, so no account can play as them."
    """
    if player.erased_at:
        raise ValidationError(f"{player} was erased, so no account can play as them.")


def check_account_is_free(user: User) -> None:
    """Refuse an account that plays as a player already.

    Raises: ValidationError, "Your account already plays as Ana."
    """
    played = Player.objects.filter(user=user.pk).first()
    if played:
        raise ValidationError(f"Your account already plays as {played}.")


def claim_player(*, player: Player, user: User) -> Claim:
    """Store the claim of an account to be this player, in place of an older claim, and return it.

    Raises: ValidationError as `link_account`.
    """
    check_player_is_free(player)
    check_account_is_free(user)
    return Claim.objects.update_or_create(user=user, defaults={"player": player})[0]


def approve_claim(*, claim: Claim) -> Player:
    """Link an account to the player of its claim, or to the one they were merged into since; return the player.

    Another account's claim to be this player stays.
    Raises: ValidationError as `link_account`.
    """
    return link_account(player=claim.player.itself, user=claim.user)


def decline_claim(*, claim: Claim) -> None:
    """Delete the claim of an account that is not that player."""
    Claim.objects.filter(pk=claim.pk).delete()


def create_invitation(*, player: Player, by: User | None) -> str:
    """Create an invitation for a player, and return its code; an older one no longer works.

    Raises: ValidationError, "Bo already has an account."
    """
    check_player_is_free(player)
    code, now = make_code(), timezone.now()
    made = {"digest": digest_code(code), "made_by": by, "made_at": now, "expires_at": now + FOR_A_PLAYER}
    Invitation.objects.update_or_create(player=player, used_at=None, defaults=made)
    return code


def create_club_invitation(*, by: User | None) -> str:
    """Create an invitation for everybody in the club, and return its code; the older one no longer works."""
    code, now = make_code(), timezone.now()
    with transaction.atomic():
        Invitation.objects.filter(player=None).delete()
        Invitation.objects.create(digest=digest_code(code), made_by=by, made_at=now, expires_at=now + FOR_THE_CLUB)
    return code


def delete_invitation(*, invitation: Invitation) -> None:
    """Delete an open invitation."""
    Invitation.objects.filter(pk=invitation.pk, used_at=None).delete()


def find_invitation(code: str) -> Invitation | None:
    """Return the open invitation with this code, with the full name of its player, or None."""
    with use_redaction(None):
        known = Invitation.objects.open().select_related("player__merged_into")
        return known.filter(digest=digest_code(code)).first()


def check_invitation(invitation: Invitation) -> None:
    """Refuse an invitation whose player can't get an account any more, before somebody fills in the form.

    Raises: ValidationError, "Bo already has an account. Ask an organiser if that is wrong."
    """
    if player := invitation.becomes:
        try:
            check_player_is_free(player)
        except ValidationError as error:
            raise ValidationError(f"{error.messages[0]} {IF_WRONG}") from error


def check_reachable_account(*, email: str, password: str) -> None:
    """Refuse an account without a password whose address belongs to another account: that one gets all codes.

    Raises: ValidationError, "Choose a password too: codes sent to this address are for another account."
    """
    if email and not password and find_address_holder(email):
        raise ValidationError({"password": CODES_ELSEWHERE})


def join_club(*, invitation: Invitation, name: str = "", email: str = "", password: str = "") -> User:
    """Create an account and accept the invitation with it; return the account.

    Raises: ValidationError as `accept_invitation`; then no account is created.
    """
    with transaction.atomic():
        called = invitation.becomes.name if invitation.becomes else name
        user = create_account(name=called, email=email, password=password)
        accept_invitation(invitation=invitation, user=user, name=name)
    log_security_event("account made by an invitation", user=user)
    return user


def accept_invitation(*, invitation: Invitation, user: User, name: str = "") -> Player | None:
    """Link the account to the player of the invitation, or by the club's invitation to a new player of this name.

    Return the player; None if the name is known already, because then an organiser has to approve it.
    Raises: ValidationError, "This invitation no longer works. ..." or "Your account already plays as Ana."
    """
    check_account_is_free(user)
    with transaction.atomic():
        fresh = Invitation.objects.open().select_for_update().filter(pk=invitation.pk).first()
        if fresh is None:
            raise ValidationError(INVITATION_OVER)
        if fresh.player_id is None:
            Invitation.objects.filter(pk=fresh.pk).update(joined=F("joined") + 1)
            return link_by_name(name, user)
        Invitation.objects.filter(pk=fresh.pk).update(used_at=timezone.now())
        return link_account(
            player=Player.objects.select_related("merged_into").get(pk=fresh.player_id).itself, user=user
        )


def link_by_name(name: str, user: User) -> Player | None:
    """Create a player of this name, link the account to them, and return them.

    For a known name the account only makes a claim, and None is returned.
    Raises: ValidationError, "Former player 12 was erased, so no account can play as them."
    """
    found = find_players([build_name_key(name)]).get(build_name_key(name))
    if found:
        check_not_erased(found)
        Claim.objects.update_or_create(user=user, defaults={"player": found})
        return None
    return link_account(player=next(iter(find_or_create_players([name]).values())), user=user)
