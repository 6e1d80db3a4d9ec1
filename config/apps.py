"""The admin with the club's own sign-in, and what is checked when the site starts."""

from typing import Any

from django.conf import settings
from django.contrib.admin.apps import AdminConfig
from django.core.checks import CheckMessage, Warning, register

from config import request_ids, sqlite

ANY_HOST = "ALLOWED_HOSTS holds “*”: the site answers to whatever name a browser gives it. Links in mail begin with {}."
HOSTS_HINT = "Name the site's own hosts, the one for links first."


class ClubAdminConfig(AdminConfig):
    """The admin app of the club, which the settings name instead of Django's."""

    default = False
    default_site = "config.admin.ClubAdminSite"

    def ready(self) -> None:
        super().ready()
        sqlite.watch_connections()
        request_ids.watch_requests()


@register
def check_hosts(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return a warning if any host is allowed; `manage.py check` and the start of the site print it."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [Warning(ANY_HOST.format(settings.SITE_URL), hint=HOSTS_HINT, id="config.W001")]
