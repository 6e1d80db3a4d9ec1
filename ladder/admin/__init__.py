"""The admin: ladders, seasons, boards and openings are managed; matches and the ledger are looked at."""

from django.contrib import admin
from django.utils.functional import lazy

from ladder.admin import records, settings
from players.models import Club

__all__ = ["records", "settings"]

admin.site.site_header = admin.site.site_title = lazy(lambda: str(Club.current()), str)()
