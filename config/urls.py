"""The site's addresses; the ladders come last, because their slugs match almost anything."""

from django.contrib import admin
from django.urls import include, path

from config.health import show_health
from config.theme import choose_theme

handler500 = "config.busy.answer_server_error"
urlpatterns = [
    path("healthz", show_health, name="health"),
    path("theme", choose_theme, name="theme"),
    path("admin/", admin.site.urls),
    path("accounts/", include("players.account_urls", namespace="accounts")),
    path("accounts/", include("allauth.urls")),
    path("players/", include("players.urls", namespace="players")),
    path("", include("ladder.urls", namespace="ladder")),
]
