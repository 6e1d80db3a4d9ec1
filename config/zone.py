"""The club's time zone, for the whole of every request: it decides which day it is."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from players.models import Club


class ZoneMiddleware:
    """Days and times are those of the club; how often its row is read is the club's own business."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(Club.current().zone):
            return self.get_response(request)
