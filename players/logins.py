"""Whose account a name or an address is: what somebody signs in with.

A user name, the name of the player who has the account, and an e-mail address lead to it, whatever their letter case
and spacing. An address is the account's that confirmed it; one that nobody confirmed is the account's that gave it
first. Whoever claims it after them gets no code, no link and no mail there.
"""

from allauth.account.internal.userkit import filter_users_by_username
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db.models import Q

from players.models import Player
from players.names import build_name_key
from players.veil import wear_veil

LONGEST = 254  # characters, of an address; names are shorter


def find_accounts_by_login(login: str) -> list[User]:
    """Return the accounts that sign in by this: at most one, but where a user name is somebody else's player's name.

    It takes the same queries whether there are any.
    """
    login = login.strip()[:LONGEST]
    found = (find_account_by_user_name(login), find_address_holder(login), find_account_by_player(login))
    return list(dict.fromkeys(user for user in found if user))


def find_account_by_user_name(login: str) -> User | None:
    """Return the account with this user name, in any letter case where there is but one."""
    users = [user for user in filter_users_by_username(login) if user.username.casefold() == login.casefold()]
    same = [user for user in users if user.username == login] or users
    return same[0] if len(same) == 1 else None


def find_address_holder(address: str) -> User | None:
    """Return whose e-mail address this is: who confirmed it, else who gave it first."""
    address = address.lower()
    given = EmailAddress.objects.filter(email=address).select_related("user").order_by("-verified", "pk").first()
    if given:
        return given.user
    entered = User.objects.filter(email__iexact=address).exclude(email="").order_by("pk")
    return next((user for user in entered if user.email.lower() == address), None)


def find_account_by_player(login: str) -> User | None:
    """Return the account of the player of this name, else of the one player who had it or is merged under it."""
    key = build_name_key(login)
    now = User.objects.filter(player__key=key).first()
    once = User.objects.filter(Q(player__former_names__key=key) | Q(player__merged__key=key)).distinct()[:2]
    others = list(once)
    found = [user for user in (now, others[0] if len(others) == 1 else None) if user]
    return next((user for user in found if user.is_active), found[0] if found else None)  # one may be set aside


def find_sign_in_name(user: User) -> str:
    """Return what somebody signs in as, whole, for their own eyes; without a player it is the user name."""
    with wear_veil(None):
        player = Player.objects.filter(user=user.pk).first()
    return player.name if player else user.get_username()
