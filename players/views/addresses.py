"""The addresses of an account: allauth's page, but looking changes nothing."""

from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import EmailView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import method_decorator

from players.attempts import may_try_once_more

MANY_ADDRESSES = "You have added many addresses within an hour. Wait a while, then add this one."
MANY_LINKS = "You have asked for many links within an hour. Wait a while, then ask again."
LOOKING = {"GET", "HEAD", "OPTIONS"}


@method_decorator(login_required, name="dispatch")
class AddressesView(EmailView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer as allauth does, which first stores the account's own address; whoever only looks passes that over."""
        looks = request.method in LOOKING
        dispatch = super(EmailView, self).dispatch if looks else super().dispatch
        answer: HttpResponseBase = dispatch(request, *args, **kwargs)
        return answer

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer as allauth does, which writes to an address as often as it is asked."""
        if "action_send" in request.POST and not may_try_once_more(request, "confirmation"):
            messages.error(request, MANY_LINKS)
            return redirect("account_email")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def form_valid(self, form: Any) -> HttpResponse:
        """Add the address, unless very many were added; it is proved first who asks."""
        raise_if_reauthentication_required(self.request, app="allauth.account")
        if not may_try_once_more(self.request, "address"):
            form.add_error("email", MANY_ADDRESSES)
            refused: HttpResponse = self.form_invalid(form)
            return refused
        answer: HttpResponse = super().form_valid(form)
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
