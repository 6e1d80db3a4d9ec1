"""Invite people, accept invitations, and link accounts to players, also when an organiser approves a claim."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from players.accounts.actions.accounts import create_account
from players.accounts.codes import digest_code, make_code
from players.accounts.logins import find_address_holder
from players.accounts.security_log import log_security_event
from players.models import Claim, Invitation, Player
from players.people.actions import find_or_create_players, find_players
from players.people.names import build_name_key
from players.privacy.veil import wear_veil

FOR_A_PLAYER, FOR_THE_CLUB = timedelta(days=30), timedelta(days=90)
OVER = "This invitation no longer works. It was used, replaced, or is too old. Ask an organiser for a new one."
CODES_ELSEWHERE = "Choose a password too: codes sent to this address are for another account."
IF_WRONG = "Ask an organiser if that is wrong."


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


def create_invitation(*, player: Player, by: User | None) -> str:
    """Return the code of a new invitation for a player; the one before it no longer works.

    Raises: ValidationError, "Bo already has an account."
    """
    check_player_is_free(player)
    code, now = make_code(), timezone.now()
    made = {"digest": digest_code(code), "made_by": by, "made_at": now, "expires_at": now + FOR_A_PLAYER}
    Invitation.objects.update_or_create(player=player, used_at=None, defaults=made)
    return code


def create_club_invitation(*, by: User | None) -> str:
    """Return a new code with which anybody of the club may join; the one before it no longer works."""
    code, now = make_code(), timezone.now()
    with transaction.atomic():
        Invitation.objects.filter(player=None).delete()
        Invitation.objects.create(digest=digest_code(code), made_by=by, made_at=now, expires_at=now + FOR_THE_CLUB)
    return code


def delete_invitation(*, invitation: Invitation) -> None:
    """Let an invitation no longer work."""
    Invitation.objects.filter(pk=invitation.pk, used_at=None).delete()


def find_invitation(code: str) -> Invitation | None:
    """Return the open invitation with this code; whoever holds it reads the whole name of its player."""
    with wear_veil(None):
        known = Invitation.objects.open().select_related("player__merged_into")
        return known.filter(digest=digest_code(code)).first()


def check_invitation(invitation: Invitation) -> None:
    """Refuse an invitation that gives nothing any more, before anybody fills in a form.

    Raises: ValidationError, "Bo already has an account. Ask an organiser if that is wrong."
    """
    if player := invitation.becomes:
        try:
            check_player_is_free(player)
        except ValidationError as error:
            raise ValidationError(f"{error.messages[0]} {IF_WRONG}") from error


def check_reachable_account(*, email: str, password: str) -> None:
    """Refuse an account that nobody could sign in to elsewhere, since codes for its address go to another one.

    Raises: ValidationError, "Choose a password, too: ..."
    """
    if email and not password and find_address_holder(email):
        raise ValidationError({"password": CODES_ELSEWHERE})


def join_club(*, invitation: Invitation, name: str = "", email: str = "", password: str = "") -> User:
    """Make an account, and accept the invitation with it.

    Raises: ValidationError as `accept`; then there is no account.
    """
    with transaction.atomic():
        called = invitation.becomes.name if invitation.becomes else name
        user = create_account(name=called, email=email, password=password)
        accept_invitation(invitation=invitation, user=user, name=name)
    log_security_event("account made by an invitation", user=user)
    return user


def accept_invitation(*, invitation: Invitation, user: User, name: str = "") -> Player | None:
    """Let the account play as whom it was invited for; by the club's code, as the one who is called so.

    Nothing is returned where the name is known: an organiser has to say yes.
    Raises: ValidationError, "This invitation no longer works. ..." or "Your account already plays as Ana."
    """
    check_account_is_free(user)
    with transaction.atomic():
        fresh = Invitation.objects.open().select_for_update().filter(pk=invitation.pk).first()
        if fresh is None:
            raise ValidationError(OVER)
        if fresh.player_id is None:
            Invitation.objects.filter(pk=fresh.pk).update(joined=F("joined") + 1)
            return link_by_name(name, user)
        Invitation.objects.filter(pk=fresh.pk).update(used_at=timezone.now())
        return link_account(
            player=Player.objects.select_related("merged_into").get(pk=fresh.player_id).itself, user=user
        )


def link_by_name(name: str, user: User) -> Player | None:
    """Return the new player of this name, linked; a known one is only asked for, with an account or without.

    Raises: ValidationError, "Former player 12 was erased, so no account can play as them."
    """
    found = find_players([build_name_key(name)]).get(build_name_key(name))
    if found:
        check_not_erased(found)
        Claim.objects.update_or_create(user=user, defaults={"player": found})
        return None
    return link_account(player=next(iter(find_or_create_players([name]).values())), user=user)
