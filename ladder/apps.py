"""The ladder app."""

from django.apps import AppConfig


class LadderConfig(AppConfig):
    name = "ladder"

    def ready(self) -> None:
        from ladder import receivers  # noqa: F401 - models are there only now
