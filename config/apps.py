"""The admin with the club's own rules for who comes in; the settings name it before there are models."""

from django.contrib.admin.apps import AdminConfig

from config import sqlite


class ClubAdminConfig(AdminConfig):
    default = False
    default_site = "config.admin.ClubAdminSite"

    def ready(self) -> None:
        super().ready()
        from config import checks  # noqa: F401  # registers what is looked at when the site starts

        sqlite.watch_connections()
