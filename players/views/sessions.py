"""Where an account is signed in, and ending it everywhere else."""

from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.usersessions.views import ListUserSessionsView
from django.http import HttpRequest, HttpResponse

from players.security_log import log_security_event
from players.sessions import describe_device


class SessionsView(ListUserSessionsView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say in words what device each is, the newest first."""
        words: dict[str, Any] = super().get_context_data(**kwargs)
        for session in words["sessions"]:
            session.device = describe_device(session.user_agent)
        words["sessions"].reverse()
        return words

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """End the others, once it is proved who asks."""
        raise_if_reauthentication_required(request, app="allauth.account")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        log_security_event("signed out everywhere else")
        return answer
