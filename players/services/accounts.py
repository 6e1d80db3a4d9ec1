"""Making accounts for people who were invited."""

from contextlib import suppress

from allauth.account.models import EmailAddress
from allauth.utils import generate_unique_username
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

MOST_TRIES = 5


def open_account(*, name: str, email: str = "", password: str = "") -> User:
    """Return a new account whose user name is made from this name; without a password it signs in by code.

    The address is not confirmed yet.
    """
    for _ in range(MOST_TRIES - 1):
        with suppress(IntegrityError):  # the same user name was taken meanwhile
            return stored(name, email, password)
    return stored(name, email, password)


def stored(name: str, email: str, password: str) -> User:
    with transaction.atomic():
        user = User.objects.create_user(generate_unique_username([name]), email.lower(), password or None)
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True)
    return user
