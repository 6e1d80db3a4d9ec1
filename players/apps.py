"""The players app."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
