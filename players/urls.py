"""The addresses of the players app."""

from django.urls import path

from . import views

app_name = "players"
urlpatterns = [
    path("<int:pk>/", views.player, name="player"),
    path("<int:pk>/statement/", views.statement, name="statement"),
    path("<int:pk>/against/<int:other>/", views.against, name="against"),
]
