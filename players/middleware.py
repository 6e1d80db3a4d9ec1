"""Who reads: members see names as they are, everybody else as the club shows them."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from players.veil import Veil, wear_veil
from players.visitors import VisitorVeil


class ReaderVeil:
    """The veil of one request. Whoever signs in while it is answered reads on as a member."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def visitors(self) -> VisitorVeil:
        return VisitorVeil()

    @property
    def is_down(self) -> bool:
        return getattr(self.request, "for_everybody", False) or not self.request.user.is_authenticated

    @property
    def shortens(self) -> bool:
        return self.is_down and self.visitors.shortens

    @property
    def key(self) -> str:
        return self.visitors.key if self.is_down else ""

    def name(self, name: str) -> str:
        return self.visitors.name(name) if self.is_down else name

    def said(self, text: str) -> str:
        return self.visitors.said(text) if self.is_down else text

    def account(self, name: str) -> str:
        return self.visitors.account(name) if self.is_down else name

    def meant(self, key: str) -> str:
        return self.visitors.meant(key)


class VeilMiddleware:
    """Answers every request behind a veil, also what is sent after the view is done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        veil = ReaderVeil(request)
        with wear_veil(veil):
            response = self.get_response(request)
        if response.streaming:
            response.streaming_content = stream_behind_veil(response.streaming_content, veil)  # type: ignore[attr-defined]
        return response


def stream_behind_veil(chunks: Iterable[bytes], veil: Veil) -> Iterator[bytes]:
    """Give the chunks, each made behind the veil."""
    source = iter(chunks)
    while True:
        with wear_veil(veil):
            chunk = next(source, None)
        if chunk is None:
            return
        yield chunk


def for_everybody[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Show names as visitors see them, whoever asks: for a wall, a notice-board, other sites and feed readers."""

    @wraps(view)
    def shown(*args: Any, **kwargs: Any) -> HttpResponse:
        args[0].for_everybody = True
        return view(*args, **kwargs)

    return shown
