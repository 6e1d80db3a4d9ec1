"""Inviting people: for a player, once, or into the club, and accepting it."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from players import security_log, tokens, veil
from players.logins import find_holder
from players.models import Claim, Invitation, Player
from players.names import name_key

from .accounts import open_account
from .claims import link, refuse, refuse_erased, refuse_player_of
from .naming import known, players_named

FOR_A_PLAYER, FOR_THE_CLUB = timedelta(days=30), timedelta(days=90)
OVER = "This invitation no longer works. It was used, replaced, or is too old. Ask an organiser for a new one."
CODES_ELSEWHERE = "Choose a password too: codes sent to this address are for another account."
IF_WRONG = "Ask an organiser if that is wrong."


def invite(*, player: Player, by: User | None) -> str:
    """Return the code of a new invitation for a player; the one before it no longer works.

    Raises: ValidationError, "Bo already has an account."
    """
    refuse(player)
    code, now = tokens.new_code(), timezone.now()
    made = {"digest": tokens.digest(code), "made_by": by, "made_at": now, "expires_at": now + FOR_A_PLAYER}
    Invitation.objects.update_or_create(player=player, used_at=None, defaults=made)
    return code


def invite_club(*, by: User | None) -> str:
    """Return a new code with which anybody of the club may join; the one before it no longer works."""
    code, now = tokens.new_code(), timezone.now()
    with transaction.atomic():
        Invitation.objects.filter(player=None).delete()
        Invitation.objects.create(digest=tokens.digest(code), made_by=by, made_at=now, expires_at=now + FOR_THE_CLUB)
    return code


def withdraw(*, invitation: Invitation) -> None:
    """Let an invitation no longer work."""
    Invitation.objects.filter(pk=invitation.pk, used_at=None).delete()


def find(code: str) -> Invitation | None:
    """Return the open invitation with this code; whoever holds it reads the whole name of its player."""
    with veil.behind(None):
        known = Invitation.objects.open().select_related("player__merged_into")
        return known.filter(digest=tokens.digest(code)).first()


def check(invitation: Invitation) -> None:
    """Refuse an invitation that gives nothing any more, before anybody fills in a form.

    Raises: ValidationError, "Bo already has an account. Ask an organiser if that is wrong."
    """
    if player := invitation.becomes:
        try:
            refuse(player)
        except ValidationError as error:
            raise ValidationError(f"{error.messages[0]} {IF_WRONG}") from error


def refuse_unreachable(*, email: str, password: str) -> None:
    """Refuse an account that nobody could sign in to elsewhere, since codes for its address go to another one.

    Raises: ValidationError, "Choose a password, too: ..."
    """
    if email and not password and find_holder(email):
        raise ValidationError({"password": CODES_ELSEWHERE})


def join(*, invitation: Invitation, name: str = "", email: str = "", password: str = "") -> User:
    """Make an account, and accept the invitation with it.

    Raises: ValidationError as `accept`; then there is no account.
    """
    with transaction.atomic():
        called = invitation.becomes.name if invitation.becomes else name
        user = open_account(name=called, email=email, password=password)
        accept(invitation=invitation, user=user, name=name)
    security_log.write("account made by an invitation", user=user)
    return user


def accept(*, invitation: Invitation, user: User, name: str = "") -> Player | None:
    """Let the account play as whom it was invited for; by the club's code, as the one who is called so.

    Nothing is returned where the name is known: an organiser has to say yes.
    Raises: ValidationError, "This invitation no longer works. ..." or "Your account already plays as Ana."
    """
    refuse_player_of(user)
    with transaction.atomic():
        fresh = Invitation.objects.open().select_for_update().filter(pk=invitation.pk).first()
        if fresh is None:
            raise ValidationError(OVER)
        if fresh.player_id is None:
            Invitation.objects.filter(pk=fresh.pk).update(joined=F("joined") + 1)
            return play_as(name, user)
        Invitation.objects.filter(pk=fresh.pk).update(used_at=timezone.now())
        return link(player=Player.objects.select_related("merged_into").get(pk=fresh.player_id).itself, user=user)


def play_as(name: str, user: User) -> Player | None:
    """Return the new player of this name, linked; a known one is only asked for, with an account or without.

    Raises: ValidationError, "Former player 12 was erased, so no account can play as them."
    """
    found = known([name_key(name)]).get(name_key(name))
    if found:
        refuse_erased(found)
        Claim.objects.update_or_create(user=user, defaults={"player": found})
        return None
    return link(player=next(iter(players_named([name]).values())), user=user)
