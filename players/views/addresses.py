"""The addresses of an account: allauth's page, but looking changes nothing."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import EmailView
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator

LOOKING = {"GET", "HEAD", "OPTIONS"}


@method_decorator(login_required, name="dispatch")
class Addresses(EmailView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer as allauth does, which first stores the account's own address; whoever only looks passes that over."""
        looks = request.method in LOOKING
        dispatch = super(EmailView, self).dispatch if looks else super().dispatch
        answer: HttpResponseBase = dispatch(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the account's own address also where it is not stored yet."""
        words: dict[str, Any] = super().get_context_data(**kwargs)
        known, own = words["emailaddresses"], EmailAddress(user=self.request.user, email=self.request.user.email)
        if own.email and own.email.lower() not in {one.email.lower() for one in known}:
            radio = {"id": f"email_radio_{len(known)}", "checked": not known, "emailaddress": own}
            words["emailaddress_radios"].append(radio)
            known.append(own)
        return words
