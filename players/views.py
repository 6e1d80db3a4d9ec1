"""A player's page."""

from django.http import HttpRequest, HttpResponse


def player(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse()
