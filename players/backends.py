"""Sign in with a password by any of one's names; it takes the same time whether there is such an account or not.

Every session names this module and its class, so neither may be renamed or moved: everybody would be signed out.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from players.accounts.logins import find_accounts_by_login


class NameBackend(AuthenticationBackend):
    """Checks the password of the account that signs in by this name; without an account, one is checked for nobody."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        login = str(credentials.get("username") or credentials.get("email") or "")
        password = str(credentials["password"])
        found = (self._check_password(user, password) for user in find_accounts_by_login(login))
        return next((user for user in found if user), None)
