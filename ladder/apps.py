"""The ladder app."""

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured


class LadderConfig(AppConfig):
    name = "ladder"

    def ready(self) -> None:
        """Read all formats and rating systems. Raises: ImproperlyConfigured, which names the package at fault."""
        from ladder import receivers  # noqa: F401 - models are there only now
        from ladder.ratings import PackageFault, import_systems

        try:
            import_systems()
        except PackageFault as error:
            raise ImproperlyConfigured(str(error)) from error
