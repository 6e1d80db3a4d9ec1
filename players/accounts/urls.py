"""The addresses about accounts, beside allauth's own."""

from django.urls import path, re_path

from players.accounts.views.invitations import (
    decide_claim,
    enter_invitation_code,
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
from players.notices.views import remove_outbox_message, show_outbox

app_name = "accounts"
urlpatterns = [
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
]
