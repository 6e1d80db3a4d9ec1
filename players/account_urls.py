"""The addresses about accounts, beside allauth's own."""

from django.urls import path, re_path

from .views import addresses, codes, confirming, inviting, joining, outbox, proving, sessions

app_name = "accounts"
urlpatterns = [
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", confirming.Confirm.as_view(), name="confirm_email"),
    path("email/", addresses.Addresses.as_view(), name="email"),
    path("login/code/confirm/", codes.EnterCode.as_view(), name="enter_code"),
    path("password/set/", proving.ChoosePassword.as_view(), name="set_password"),
    path("reauthenticate/code/", proving.prove_by_code, name="prove_by_code"),
    path("sessions/", sessions.Sessions.as_view(), name="sessions"),
    path("join", joining.code, name="join_code"),
    path("join/<str:code>", joining.join, name="join"),
    path("invitations", inviting.listing, name="invitations"),
    path("invitations/sheet", inviting.sheet, name="invitation_sheet"),
    path("invitations/club", inviting.club, name="invite_club"),
    path("invitations/<int:pk>/withdraw", inviting.withdraw, name="invitation_withdraw"),
    path("claims/<int:pk>", inviting.decide, name="claim_decide"),
    path("outbox", outbox.outbox, name="outbox"),
    path("outbox/<int:pk>/remove", outbox.remove, name="outbox_remove"),
]
