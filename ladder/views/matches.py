"""Reporting, showing, correcting, voiding and restoring a match."""

from django.http import HttpRequest, HttpResponse


def match(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse()


def match_correct(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse()


def match_void(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse()


def match_restore(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse()


def match_record(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    return HttpResponse()


def stake(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    return HttpResponse()
