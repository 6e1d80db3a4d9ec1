"""Players in the admin, where an account is linked to its player."""

from django.contrib import admin
from django.http import HttpRequest

from .models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "user", "joined_at", "retired_on", "merged_into")
    list_select_related = ("user", "merged_into")
    search_fields = ("name", "key", "user__username", "former_names__key")
    fields = ("name", "user", "retired_on", "sits_out_until", "merged_into", "joined_at")
    readonly_fields = ("merged_into", "joined_at")
    autocomplete_fields = ("user",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """Let names be changed on the players' own pages only, which tell the ladders' change logs."""
        return [*super().get_readonly_fields(request, obj), *(["name"] if obj else [])]
