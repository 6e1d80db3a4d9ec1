"""The addresses of the players app."""

from django.urls import URLPattern

app_name = "players"
urlpatterns: list[URLPattern] = []
