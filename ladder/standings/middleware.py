"""The answer to whoever asks for a past day while others have the process busy with one: try again in a moment."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ladder.standings.queries.cache import AGAIN_IN, PastDaysBusy


class PastDaysMiddleware:
    """Answers 503 for `PastDaysBusy`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, PastDaysBusy):
            return None
        answer = render(request, "ladder/crowded.html", status=503)
        answer["Retry-After"] = str(AGAIN_IN)
        return answer
