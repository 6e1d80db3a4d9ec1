"""The players app."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        from . import receivers  # noqa: F401  # connects what follows from what allauth does
