"""Bring the database up to this version, where this version can."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as MigrateCommand

from players.upgrades import find_upgrade_gap


class Command(MigrateCommand):
    """Django's command, which would leave the tables of a database that stopped at an older version as they are."""

    def handle(self, *arguments: Any, **options: Any) -> None:
        if gap := find_upgrade_gap():
            raise CommandError(gap)
        super().handle(*arguments, **options)
