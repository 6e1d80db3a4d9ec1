"""Players in the admin, where an account is linked to its player."""

import re
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import ForeignKey
from django.http import HttpRequest

from .models import Player

KEY = re.compile(r"[0-9]{1,18}")


class KnownSelect(AutocompleteSelect):
    """A select that ignores values that are no keys; Django's own asks the database for them and fails."""

    def optgroups(self, name: str, value: Sequence[str], attr: Any = None) -> Any:
        return super().optgroups(name, list(filter(KEY.fullmatch, value)), attr)


class ChoosingAdmin(admin.ModelAdmin):
    """An admin page on which people are found by typing."""

    def formfield_for_foreignkey(self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs["widget"] = KnownSelect(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(Player)
class PlayerAdmin(ChoosingAdmin):
    """The players, each with the account that is linked to them."""

    list_display = ("name", "user", "joined_at", "retired_on", "merged_into")
    list_select_related = ("user", "merged_into")
    search_fields = ("name", "key", "user__username", "former_names__key")
    fields = ("name", "user", "retired_on", "sits_out_until", "merged_into", "joined_at")
    readonly_fields = ("merged_into", "joined_at")
    autocomplete_fields = ("user",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Make stored names read-only: they are changed on the players' own pages, which write to the change logs."""
        return [*super().get_readonly_fields(request, obj), *(["name"] if obj else [])]
