"""Create accounts, keep at least one owner, and set aside one of a person's two accounts in a merge."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from allauth.utils import generate_unique_username
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.accounts.security_log import log_security_event
from players.models import Player, SetAsideAccount, validate_name
from players.people.queries import select_accounts

MOST_TRIES = 5
ADDRESS_TAKEN = "Another account has confirmed that address."

LAST_OWNER = "The club needs an owner. First make another account an owner: active, staff status, superuser status."

OWNER_FLAGS = {"is_active": True, "is_staff": True}  # the columns that make an account an owner

CHOOSE_ACCOUNT = "Choose which account stays."


def create_account(*, name: str, email: str = "", password: str = "") -> User:
    """Create an account and return it; the user name is made from this name. The address is not confirmed yet.

    Without a password the account signs in by code.
    """
    for _ in range(MOST_TRIES - 1):
        with suppress(IntegrityError):  # the same user name was taken meanwhile
            return store_account(name, email, password)
    return store_account(name, email, password)


def store_account(name: str, email: str, password: str) -> User:
    email = email.lower()
    with transaction.atomic():
        user = User.objects.create_user(generate_unique_username([name]), email, password or None)
        if email:
            EmailAddress.objects.create(user=user, email=email)  # it becomes the main one once confirmed
    return user


def store_given_address(user: User) -> None:
    """Store the account's address as given and not confirmed, so that no other account can be the first to give it."""
    email = user.email.lower()
    if email and not EmailAddress.objects.filter(user=user, email=email).exists():
        EmailAddress.objects.create(user=user, email=email)


def store_confirmed_address(user: User) -> None:
    """Store the account's address as confirmed, as when the owner of the site gave it.

    Raises: ValidationError, "Another account has confirmed that address."
    """
    email = user.email.lower()
    if not email:
        return
    if EmailAddress.objects.filter(email=email, verified=True).exclude(user=user).exists():
        raise ValidationError(ADDRESS_TAKEN)
    EmailAddress.objects.filter(user=user, primary=True).exclude(email=email).update(primary=False)
    EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})


def is_club_owned() -> bool:
    """Return whether the club has an owner."""
    return User.objects.filter(**OWNER_FLAGS).exists()


@contextmanager
def keep_an_owner() -> Iterator[None]:
    """Undo what this block does to accounts if it leaves the club without an owner; of two such blocks one waits.

    Raises: ValidationError, "Somebody has to own the club. First make another account an owner: ..."
    """
    with transaction.atomic():
        before = len(User.objects.select_for_update().filter(**OWNER_FLAGS))
        yield
        if before and not is_club_owned():
            raise ValidationError(LAST_OWNER)


def appoint_owner(*, owner: User, password: str) -> User:
    """Make an account an owner of the club, and return it. A new one gets the password and a confirmed address.

    Raises: ValidationError, such as "A user with that username already exists."
    """
    is_new = owner.pk is None
    owner.is_active = owner.is_staff = owner.is_superuser = True
    owner.email = owner.email.lower()
    if is_new:
        owner.set_password(password)
    owner.full_clean()
    validate_name(owner.username)
    with transaction.atomic():
        owner.save()
        if is_new:
            store_confirmed_address(owner)
    log_security_event("owns the club now", user=owner)
    return owner


def check_owner_password(password: str, owner: User) -> None:
    """Refuse a password that is too easily guessed.

    Raises: ValidationError with a sentence for each thing that is wrong.
    """
    validate_password(password, owner)


def has_account(*players: Player) -> bool:
    """Return whether one of these players, or of those merged into them, has an account."""
    return any(select_accounts(player).exists() for player in players)


def find_accounts_to_choose(player: Player, into: Player) -> list[User]:
    """Return the accounts of which one has to be chosen when these two are merged; none unless both have one.

    The most likely choice comes first: an owner of the club, then the one that signed in last.
    """
    sides = [list(select_accounts(one).filter(is_active=True)) for one in (into, player)]
    if not all(sides):
        return []
    found = [user for side in sides for user in side]
    return sorted(found, key=lambda user: (not user.is_staff, -(user.last_login.timestamp() if user.last_login else 0)))


def check_staying_account(accounts: Iterable[User], stays: User | None) -> None:
    """Refuse a choice of an account that is none of these, or one that would switch an owner's account off.

    Raises: ValidationError, "Choose which account stays." or "vesna owns the club, so that account has to stay."
    """
    known = list(accounts)
    if not known:
        return
    if stays not in known:
        raise ValidationError(CHOOSE_ACCOUNT)
    owner = next((user for user in known if user.is_staff), None)
    if owner and not stays.is_staff:
        raise ValidationError(f"{owner} owns the club, so that account has to stay.")


def set_aside_account(*, user: User, stays: User, player: Player, into: Player) -> SetAsideAccount:
    """Switch an account off for as long as `player` is merged `into` another; return what brings it back.

    The account that stays gets its addresses, and its roles on ladders where it has none itself. It plays as the player
    that stays, so that both names sign in.
    """
    kept = SetAsideAccount(user=user, stays=stays, player=player, email=user.email)
    kept.was_swapped = into.user_id == user.pk and player.user_id == stays.pk
    if kept.was_swapped:
        swap_accounts(player, into)
    give_addresses(kept)
    if not stays.is_staff:
        roles = user.ladder_roles.exclude(ladder__in=stays.ladder_roles.values("ladder"))
        kept.roles = list(roles.values_list("ladder", flat=True))
        user.ladder_roles.filter(ladder__in=kept.roles).update(user=stays)
    User.objects.filter(pk=user.pk).update(is_active=False, email="")
    for session in UserSession.objects.filter(user=user):
        session.end()
    kept.save()
    log_security_event("account set aside", other=user.pk, stays=stays.pk)
    return kept


def give_addresses(kept: SetAsideAccount) -> None:
    """Give the addresses of an account that is set aside to the one that stays; one that both have is kept once."""
    user, stays = kept.user, kept.stays
    rows = EmailAddress.objects.filter(user=user)
    own = EmailAddress.objects.filter(user=stays, email__in=rows.values("email"))
    doubles = dict(rows.filter(email__in=list(own.values_list("email", flat=True))).values_list("email", "verified"))
    rows.filter(email__in=doubles).delete()
    own.filter(email__in=[email for email, verified in doubles.items() if verified]).update(verified=True)
    kept.addresses = list(rows.order_by("pk").values_list("email", flat=True))
    if stays.email:
        rows.update(user=stays, primary=False)
    else:
        rows.update(user=stays)
        User.objects.filter(pk=stays.pk).update(email=user.email)


def bring_back_account(*, player: Player) -> None:
    """Switch the account on again that was set aside when this player was merged, with all that it had."""
    kept = SetAsideAccount.objects.select_related("user", "stays", "player__merged_into").filter(player=player).first()
    if kept is None:
        return
    user, stays = kept.user, kept.stays
    given = EmailAddress.objects.filter(user=stays, email__in=kept.addresses)
    given.update(user=user, primary=False)
    if kept.email:
        EmailAddress.objects.get_or_create(user=user, email=kept.email.lower())
        EmailAddress.objects.filter(user=user, email=kept.email.lower(), verified=True).update(primary=True)
    if kept.email and stays.email == kept.email and kept.email.lower() in kept.addresses:
        User.objects.filter(pk=stays.pk).update(email="")
    stays.ladder_roles.filter(ladder__in=kept.roles).update(user=user)
    User.objects.filter(pk=user.pk).update(is_active=True, email=kept.email)
    if kept.was_swapped and kept.player.merged_into:
        swap_accounts(kept.player, kept.player.merged_into)
    kept.delete()
    log_security_event("account brought back", other=user.pk, stays=stays.pk)


def swap_accounts(one: Player, other: Player) -> None:
    """Exchange the accounts of two players."""
    first, second = one.user_id, other.user_id
    Player.objects.filter(pk=one.pk).update(user=None)
    Player.objects.filter(pk=other.pk).update(user=first)
    Player.objects.filter(pk=one.pk).update(user=second)
