"""Players in the admin, where an account is linked to its player."""

from django.contrib import admin

from .models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "user", "joined_at", "retired_on", "merged_into")
    list_select_related = ("user", "merged_into")
    search_fields = ("name", "key", "user__username", "former_names__key")
    fields = ("name", "user", "retired_on", "sits_out_until", "merged_into", "joined_at")
    readonly_fields = ("merged_into", "joined_at")
    autocomplete_fields = ("user",)
