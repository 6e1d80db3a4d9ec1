"""The site's addresses; the ladders come last, because their slugs match almost anything."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.health import health
from config.theme import choose

# The admin has no way in of its own: one sign-in, with its limits and its second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", health, name="health"),
    path("theme", choose, name="theme"),
    path("admin/", admin.site.urls),
    path("accounts/", include("players.account_urls", namespace="accounts")),
    path("accounts/", include("allauth.urls")),
    path("players/", include("players.urls", namespace="players")),
    path("", include("ladder.urls", namespace="ladder")),
]
