"""The admin: ladders, seasons, boards and openings are managed; matches and the ledger are looked at."""

from django.conf import settings
from django.contrib import admin

from . import ledger, managed

__all__ = ["ledger", "managed"]

admin.site.site_header = admin.site.site_title = settings.CLUB_NAME
