"""What is looked at when the site starts, and by `manage.py check`."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

ANY_HOST = "ALLOWED_HOSTS holds “*”: the site answers to whatever name a browser gives it. Links in mail begin with {}."
HINT = "Name the site's own hosts, the one for links first."


@register
def check_hosts(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn of a wildcard that takes any host."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [Warning(ANY_HOST.format(settings.SITE_URL), hint=HINT, id="config.W001")]
