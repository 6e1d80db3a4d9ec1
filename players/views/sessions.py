"""Where an account is signed in, and ending it everywhere else."""

from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.usersessions.views import ListUserSessionsView
from django.http import HttpRequest, HttpResponse

from players import security_log
from players.sessions import name_device


class Sessions(ListUserSessionsView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say in words what device each is, the newest first."""
        words: dict[str, Any] = super().get_context_data(**kwargs)
        for session in words["sessions"]:
            session.device = name_device(session.user_agent)
        words["sessions"].reverse()
        return words

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """End the others, once it is proved who asks."""
        raise_if_reauthentication_required(request, app="allauth.account")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        security_log.write("signed out everywhere else")
        return answer
