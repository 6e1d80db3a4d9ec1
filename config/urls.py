"""The site's addresses; the ladders come last, because their slugs match almost anything."""

from django.contrib import admin
from django.urls import include, path

from config.appearance import choose_theme
from config.checks import show_health, show_readiness
from config.metrics import show_metrics
from players.urls import account_urls

handler500 = "config.database_trouble.answer_server_error"
urlpatterns = [
    path("healthz", show_health, name="health"),
    path("metrics", show_metrics, name="metrics"),
    path("readyz", show_readiness, name="ready"),
    path("theme", choose_theme, name="theme"),
    path("admin/", admin.site.urls),
    path("accounts/", include(account_urls)),
    path("accounts/", include("allauth.urls")),
    path("players/", include("players.urls", namespace="players")),
    path("", include("ladder.urls", namespace="ladder")),
]
