"""Confirming an address by the link that was mailed to it: allauth's, but looking changes nothing."""

from typing import Any

from allauth.account.views import ConfirmEmailView
from django.http import Http404, HttpResponse


class ConfirmAddressView(ConfirmEmailView):
    def logout_other_user(self, confirmation: Any) -> None:
        """Sign out whoever else is signed in here, once the address is confirmed and not by a look at the link."""
        if self.request.method == "POST":
            super().logout_other_user(confirmation)

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm it; a link that was used meanwhile says so, as it does when it is opened."""
        try:
            answer: HttpResponse = super().post(*args, **kwargs)
        except Http404:
            answer = self.get(*args, **kwargs)
            answer.status_code = 404
        return answer
