"""The players app."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        from players.accounts import security_log, sessions  # noqa: F401  # connect what follows from what allauth does
