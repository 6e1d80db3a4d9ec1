"""Making accounts for people who were invited."""

from contextlib import suppress

from allauth.account.models import EmailAddress
from allauth.utils import generate_unique_username
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

MOST_TRIES = 5
TAKEN = "Another account has confirmed that address."


def create_account(*, name: str, email: str = "", password: str = "") -> User:
    """Return a new account whose user name is made from this name; without a password it signs in by code.

    The address is not confirmed yet.
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
            EmailAddress.objects.create(user=user, email=email, primary=True)
    return user


def store_given_address(user: User) -> None:
    """Keep the account's address with those it gave, so that nobody gives it first; it is not confirmed."""
    email = user.email.lower()
    if email and not EmailAddress.objects.filter(user=user, email=email).exists():
        primary = not EmailAddress.objects.filter(user=user, primary=True).exists()
        EmailAddress.objects.create(user=user, email=email, primary=primary)


def store_confirmed_address(user: User) -> None:
    """Keep the account's address as a confirmed one, which is right where the owner of the site gave it.

    Raises: ValidationError, "Another account has confirmed that address."
    """
    email = user.email.lower()
    if not email:
        return
    if EmailAddress.objects.filter(email=email, verified=True).exclude(user=user).exists():
        raise ValidationError(TAKEN)
    EmailAddress.objects.filter(user=user, primary=True).exclude(email=email).update(primary=False)
    EmailAddress.objects.update_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
