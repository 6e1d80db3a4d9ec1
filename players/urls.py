"""The addresses of the players app."""

from django.urls import path

from .views import claiming, data, editing, erasing, inviting, listing, merging, notices, profile, voiding

app_name = "players"
urlpatterns = [
    path("", listing.players, name="players"),
    path("notices", notices.notices, name="notices"),
    path("notices/mail", notices.mail, name="notices_mail"),
    path("leave/<str:token>", notices.leave, name="leave"),
    path("<int:pk>/", profile.player, name="player"),
    path("<int:pk>/statement/", profile.statement, name="statement"),
    path("<int:pk>/against/<int:other>/", profile.against, name="against"),
    path("<int:pk>/data", data.data, name="data"),
    path("<int:pk>/privacy", data.privacy, name="privacy"),
    path("<int:pk>/claim", claiming.claim, name="claim"),
    path("<int:pk>/invite", inviting.invite, name="invite"),
    path("<int:pk>/edit", editing.edit, name="edit"),
    path("<int:pk>/erase", erasing.erase, name="erase"),
    path("<int:pk>/merge", merging.merge, name="merge"),
    path("<int:pk>/void-reports", voiding.void_reports, name="void_reports"),
    path("<int:pk>/undo-merge", merging.undo_merge, name="undo_merge"),
]
