"""Who signs in with a password: by any of their names, in the same time whether or not there is such an account.

Every session names this module and the class, so both stay where they are: else everybody would be signed out.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from players.accounts.logins import find_accounts_by_login


class NameBackend(AuthenticationBackend):
    """One password is checked once, for the account that signs in by this name, or for nobody."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = str(credentials.get("username") or credentials.get("email") or "")
        password = str(credentials["password"])
        found = (self._check_password(user, password) for user in find_accounts_by_login(login))
        return next((user for user in found if user), None)
