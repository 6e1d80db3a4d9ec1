"""Who signs in with a password: by name or by address, in the same time whether or not there is such an account."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import User
from django.http import HttpRequest


class OneCheckBackend(AuthenticationBackend):
    """One password is checked once for an account, though it is looked for by name and by address."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        self.checked: set[int] = set()
        found: User | None = super().authenticate(request, **credentials)
        return found

    def _check_password(self, user: User | None, password: str) -> User | None:
        if user is None or user.pk in self.checked:
            return None
        self.checked.add(user.pk)
        found: User | None = super()._check_password(user, password)
        return found
