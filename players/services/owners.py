"""The accounts that own the club: whether there is one, making one, and keeping one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from players.models import validate_name
from players.security_log import log_security_event
from players.services.accounts import store_confirmed_address

LAST = "The club needs an owner. First make another account an owner: active, staff status, superuser status."

OWNING = {"is_active": True, "is_staff": True}  # the columns that make an account an owner


def is_club_owned() -> bool:
    """Say whether anybody owns the club."""
    return User.objects.filter(**OWNING).exists()


@contextmanager
def keep_an_owner() -> Iterator[None]:
    """Undo what this block does to accounts where it leaves the club without an owner; of two at once, one waits.

    Raises: ValidationError, "Somebody has to own the club. First make another account an owner: ..."
    """
    with transaction.atomic():
        before = len(User.objects.select_for_update().filter(**OWNING))
        yield
        if before and not is_club_owned():
            raise ValidationError(LAST)


def appoint_owner(*, owner: User, password: str) -> User:
    """Store an account that owns the club, its address as confirmed; one that is there keeps both as they are.

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
