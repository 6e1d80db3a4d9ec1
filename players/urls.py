"""The addresses of the players app."""

from django.urls import path

from ladder.profiles.views import show_head_to_head, show_profile, show_statement
from players.accounts.views.invitations import claim_to_be_player, invite_by_link
from players.notices.views import choose_notice_mail, leave_notice_mail, show_notices
from players.people.views import edit_player_details, list_players, merge_player, undo_player_merge, void_player_reports
from players.privacy.views import download_personal_data, edit_privacy, erase_person

app_name = "players"
urlpatterns = [
    path("", list_players, name="players"),
    path("notices", show_notices, name="notices"),
    path("notices/mail", choose_notice_mail, name="notices_mail"),
    path("leave/<str:token>", leave_notice_mail, name="leave"),
    path("<int:pk>/", show_profile, name="player"),
    path("<int:pk>/statement/", show_statement, name="statement"),
    path("<int:pk>/against/<int:other>/", show_head_to_head, name="against"),
    path("<int:pk>/data", download_personal_data, name="data"),
    path("<int:pk>/privacy", edit_privacy, name="privacy"),
    path("<int:pk>/claim", claim_to_be_player, name="claim"),
    path("<int:pk>/invite", invite_by_link, name="invite"),
    path("<int:pk>/edit", edit_player_details, name="edit"),
    path("<int:pk>/erase", erase_person, name="erase"),
    path("<int:pk>/merge", merge_player, name="merge"),
    path("<int:pk>/void-reports", void_player_reports, name="void_reports"),
    path("<int:pk>/undo-merge", undo_player_merge, name="undo_merge"),
]
