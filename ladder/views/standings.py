"""Home and standings."""

from django.http import HttpRequest, HttpResponse


def home(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def ladder(request: HttpRequest, ladder: str) -> HttpResponse:
    return HttpResponse()


def standings(request: HttpRequest, ladder: str, season: str, board: str = "") -> HttpResponse:
    return HttpResponse()


def rows(request: HttpRequest, ladder: str, season: str, board: str) -> HttpResponse:
    return HttpResponse()
