"""The addresses of players, and those of accounts beside allauth's own."""

from django.urls import path, re_path

from ladder.pictures.views import show_player_card
from ladder.profiles.views import show_head_to_head, show_opponents, show_partners, show_profile, show_statement
from players.accounts.views.invitations import (
    claim_to_be_player,
    decide_claim,
    enter_invitation_code,
    invite_by_link,
    invite_by_sheet,
    invite_club_by_code,
    join_by_invitation,
    show_invitations,
    withdraw_open_invitation,
)
from players.accounts.views.sign_in import (
    AddressesView,
    ChoosePasswordView,
    ConfirmAddressView,
    EnterCodeView,
    SessionsView,
    prove_by_code,
)
from players.following.views import handle_following, handle_unfollowing, list_followed_players
from players.notices.views import (
    choose_notice_mail,
    leave_notice_mail,
    remove_outbox_message,
    show_notices,
    show_outbox,
)
from players.people.views import (
    add_players,
    edit_break,
    edit_player_details,
    list_players,
    merge_player,
    undo_player_merge,
    void_player_reports,
)
from players.photographs.views import edit_photograph, remove_photograph, show_photograph
from players.privacy.views import download_personal_data, edit_privacy, erase_person

app_name = "players"
urlpatterns = [
    path("", list_players, name="players"),
    path("add", add_players, name="add"),
    path("notices", show_notices, name="notices"),
    path("notices/mail", choose_notice_mail, name="notices_mail"),
    path("break", edit_break, name="break"),
    path("following", list_followed_players, name="following"),
    path("leave/<str:token>", leave_notice_mail, name="leave"),
    path("<int:pk>/", show_profile, name="player"),
    path("<int:pk>/card.png", show_player_card, name="card"),
    path("<int:pk>/statement/", show_statement, name="statement"),
    path("<int:pk>/opponents/", show_opponents, name="opponents"),
    path("<int:pk>/partners/", show_partners, name="partners"),
    path("<int:pk>/against/<int:other>/", show_head_to_head, name="against"),
    path("<int:pk>/data", download_personal_data, name="data"),
    path("<int:pk>/privacy", edit_privacy, name="privacy"),
    path("<int:pk>/photograph", edit_photograph, name="photograph"),
    path("<int:pk>/photograph/remove", remove_photograph, name="remove_photograph"),
    path("<int:pk>/photograph/<slug:key>.webp", show_photograph, name="photograph_file"),
    path("<int:pk>/follow", handle_following, name="follow"),
    path("<int:pk>/unfollow", handle_unfollowing, name="unfollow"),
    path("<int:pk>/claim", claim_to_be_player, name="claim"),
    path("<int:pk>/invite", invite_by_link, name="invite"),
    path("<int:pk>/edit", edit_player_details, name="edit"),
    path("<int:pk>/erase", erase_person, name="erase"),
    path("<int:pk>/merge", merge_player, name="merge"),
    path("<int:pk>/void-reports", void_player_reports, name="void_reports"),
    path("<int:pk>/undo-merge", undo_player_merge, name="undo_merge"),
]
account_urls = (
    [
        re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", ConfirmAddressView.as_view(), name="confirm_email"),
        path("email/", AddressesView.as_view(), name="email"),
        path("login/code/confirm/", EnterCodeView.as_view(), name="enter_code"),
        path("password/set/", ChoosePasswordView.as_view(), name="set_password"),
        path("reauthenticate/code/", prove_by_code, name="prove_by_code"),
        path("sessions/", SessionsView.as_view(), name="sessions"),
        path("join", enter_invitation_code, name="join_code"),
        path("join/<str:code>", join_by_invitation, name="join"),
        path("invitations", show_invitations, name="invitations"),
        path("invitations/sheet", invite_by_sheet, name="invitation_sheet"),
        path("invitations/club", invite_club_by_code, name="invite_club"),
        path("invitations/<int:pk>/withdraw", withdraw_open_invitation, name="invitation_withdraw"),
        path("claims/<int:pk>", decide_claim, name="claim_decide"),
        path("outbox", show_outbox, name="outbox"),
        path("outbox/<int:pk>/remove", remove_outbox_message, name="outbox_remove"),
    ],
    "accounts",
)
