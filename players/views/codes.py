"""Signing in by a code that was mailed: allauth's, but a code that works no longer says so."""

from typing import Any

from allauth.account.views import ConfirmLoginCodeView
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from players.adapter import CODE_OVER


class EnterCodeView(ConfirmLoginCodeView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer as allauth does; where no code is waited for any more, what was typed is not passed over."""
        answer = super().dispatch(request, *args, **kwargs)
        waited_for = getattr(self, "_process", None)
        if request.method == "POST" and request.user.is_anonymous and not waited_for:
            messages.error(request, CODE_OVER)
        return answer
