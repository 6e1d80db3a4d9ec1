"""Players in the admin, where an account is linked to its player."""

from django.contrib import admin

from .models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "user", "joined_at")
    list_select_related = ("user",)
    search_fields = ("name", "key", "user__username")
    fields = ("name", "user", "joined_at")
    readonly_fields = ("joined_at",)
    autocomplete_fields = ("user",)
