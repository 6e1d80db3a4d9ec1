"""Make an owner of the club: an account that may do everything, and use the admin."""

import secrets
import sys
from getpass import getpass
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.accounts.actions.accounts import appoint_owner, check_owner_password


class Command(BaseCommand):
    help = "Make an owner of the club. On a terminal it asks for the password; otherwise it prints a new one, once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name to sign in with")
        parser.add_argument("--email", default="", help="the e-mail address for sign-in codes and password resets")

    def handle(self, *, name: str, email: str, **options: Any) -> None:
        user = User(username=name, email=email)
        asked = self.ask(user) if sys.stdin.isatty() else ""
        password = asked or secrets.token_urlsafe(12)
        try:
            appoint_owner(owner=user, password=password)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        self.stdout.write(f"{name} owns the club now.")
        if not asked:
            self.stdout.write(f"Password (shown only here): {password}")

    def ask(self, user: User) -> str:
        """The password typed twice, or nothing when one is to be made."""
        password = getpass("Password (leave empty to get a new one): ")
        if not password:
            return ""
        try:
            check_owner_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        if getpass("The same again: ") != password:
            raise CommandError("The two passwords differ.")
        return password
