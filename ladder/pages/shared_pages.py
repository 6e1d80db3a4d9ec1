"""Pages of which all members share what is the same for them: only what is a reader's own is made for each request.

A page is made for a member of whom nothing is known (`AnyMember`), without the cookies, session, messages and tokens
of whoever asked. So nothing of anybody can be in it. Where a template says `{% own %}`, it leaves a hole, and holes are
filled from the request of each reader: name, notices, marks of challenges, own row, tokens of forms. Templates that
forget `{% own %}` show too little to some and never too much.

It is kept under the same key as a visitor's page, by the versions as they are now, in the memory of the process. What a
hole needs beside the reader, as the table of a board, is kept with it, so that the database is not asked again. Only
members without a role get such a page; for others their links would all be holes.
"""

import re
import secrets
from collections.abc import Callable, Collection, Mapping
from copy import copy
from functools import wraps
from http.cookies import SimpleCookie
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage import default_storage
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.template import RequestContext
from django.template.base import NodeList, Template
from django.template.response import SimpleTemplateResponse
from django.utils.cache import patch_vary_headers

from ladder.access.permissions import load_powers, read_roles_once
from ladder.pages.addresses import AROUND
from ladder.pages.kept_pages import (
    CHOICE_COOKIES,
    LONGEST_PAGE_WAIT,
    PAGE_LOCKS,
    PAGE_SECONDS,
    build_page_key,
    is_often_asked_for,
    read_basis,
)
from ladder.pages.locks import hold_lock
from ladder.pages.recent_versions import PERSONAL_COOKIES
from ladder.pages.unfinished import is_unfinished

type OwnContext = Mapping[str, Any]
type OwnFinder = Callable[[HttpRequest, OwnContext], OwnContext | None]
OF_THE_BROWSER = ("HTTP_COOKIE", "CSRF_COOKIE", "CSRF_COOKIE_NEEDS_UPDATE")


class AnyMember(AnonymousUser):
    """A member of whom nothing is known: no name, no player, no role, and a key that no account has."""

    id: Any = 0
    pk: Any = 0
    is_active: Any = True
    is_authenticated: Any = True
    is_anonymous: Any = False
    roles_read: tuple[Any, ...] = ()


class Hole(NamedTuple):
    """What a template has between `{% own %}` and its end, and the values of loops and the like around it."""

    nodelist: NodeList
    values: dict[str, Any]


class PageHoles:
    """The holes of a page that is being made; a marker that nobody can guess stands in its text for each."""

    def __init__(self) -> None:
        self.secret = secrets.token_hex(16)
        self.found: list[Hole] = []
        self.context: OwnContext = {}

    def leave(self, nodelist: NodeList, context: Any) -> str:
        """Note a hole, and return its marker."""
        common = context.dicts[context._processors_index] if hasattr(context, "_processors_index") else {}
        values = {
            name: value
            for name, value in context.flatten().items()
            if name not in common and value is not self.context.get(name, self)
        }
        self.found.append(Hole(nodelist, values))
        return f"<{self.secret}-{len(self.found) - 1}>"

    def split(self, text: str) -> tuple[list[str], list[Hole]] | None:
        """Return the pieces of a text and the holes between them; None if a hole is missing or there twice."""
        parts = re.split(f"<{self.secret}-([0-9]+)>", text)
        numbers = [int(number) for number in parts[1::2]]
        if sorted(numbers) != list(range(len(self.found))):
            return None
        return parts[::2], [self.found[number] for number in numbers]


class SharedPage(NamedTuple):
    """A page without what is anybody's own."""

    pieces: list[str]
    holes: list[Hole]
    context: OwnContext
    template: Template
    ladder: str | None
    headers: dict[str, str]
    cookies: SimpleCookie

    def fill(self, request: HttpRequest, own: OwnContext) -> HttpResponse:
        """Return the page of the member who asks."""
        request.ladder = self.ladder  # type: ignore[attr-defined]
        context = RequestContext(request, {**self.context, **own})
        parts = [self.pieces[0]]
        with context.bind_template(self.template):
            for hole, piece in zip(self.holes, self.pieces[1:], strict=True):
                with context.push(**{**hole.values, **own}):
                    parts += hole.nodelist.render(context), piece
        response = HttpResponse("".join(parts), headers=self.headers)
        response.cookies.update(self.cookies)
        patch_vary_headers(response, ("Cookie",))
        return response


def share_with_members[**P](
    find_own: OwnFinder, needed: Collection[str] | None = None
) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """Give members the page that others got, with what is their own.

    `find_own` returns what templates print of the reader, from the request and what the view gave to the template; or
    None for a reader who gets a page of their own. Of what the view gave, only what is `needed` for that and in holes
    is kept: else all of it.
    """

    def decorate(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        @wraps(view)
        def shown(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            request: Any = args[0]
            page = load_shared_page(view, needed, *args, **kwargs) if is_plain_member(request) else None
            own = None if page is None else find_own(request, page.context)
            return view(*args, **kwargs) if page is None or own is None else page.fill(request, own)

        return shown

    return decorate


def find_nothing_of_reader(request: HttpRequest, page: OwnContext) -> OwnContext:
    """Return what a page has of its reader that differs in its header alone."""
    return {}


def is_plain_member(request: Any) -> bool:
    """Return whether a member without a role asks for a page, and not for the rows around them."""
    if request.method != "GET" or request.GET.get("page") == AROUND:
        return False
    if PERSONAL_COOKIES[0] not in request.COOKIES or not request.user.is_authenticated:
        return False
    read_roles_once(request.user)
    return getattr(request.user, "player", None) is not None and load_powers(request.user).is_plain


def load_shared_page(
    view: Callable[..., HttpResponse], needed: Collection[str] | None, request: Any, *args: Any, **kwargs: Any
) -> SharedPage | None:
    """Return the page without what is anybody's own; None where there is none."""
    anybodys, pages = take_reader_out(request), caches["shared"]
    key = build_page_key(anybodys, args, read_basis()) if is_often_asked_for(anybodys) else ""
    if not key:
        return None
    page: SharedPage | None = pages.get(key)
    if page is None:
        with hold_lock(PAGE_LOCKS[int(key[:4], 16) % len(PAGE_LOCKS)], LONGEST_PAGE_WAIT):
            page = pages.get(key)
            if page is None and (page := make_shared_page(anybodys, view(anybodys, *args, **kwargs), needed)):
                pages.set(key, page, PAGE_SECONDS)
    return page


def take_reader_out(request: Any) -> Any:
    """Return the request as a member of whom nothing is known would send it; all that is left is in the key."""
    anybodys = copy(request)
    anybodys.user = AnyMember()
    anybodys.session = SessionStore()
    anybodys.COOKIES = {name: request.COOKIES[name] for name in CHOICE_COOKIES if name in request.COOKIES}
    anybodys.META = anybodys.environ = {name: one for name, one in request.META.items() if name not in OF_THE_BROWSER}
    anybodys._messages = default_storage(anybodys)
    anybodys.holes = PageHoles()
    return anybodys


def make_shared_page(request: Any, response: Any, needed: Collection[str] | None = None) -> SharedPage | None:
    """Return a page from the answer to a member of whom nothing is known; None for one that can't be shared."""
    if not isinstance(response, SimpleTemplateResponse) or response.status_code != 200:
        return None
    template: Any = response.resolve_template(response.template_name)
    request.holes.context = response.context_data or {}
    response.render()
    split = request.holes.split(response.text)
    if split is None or is_unfinished() or request.session.modified or "CSRF_COOKIE" in request.META:
        return None
    given = request.holes.context
    kept = given if needed is None else {name: value for name, value in given.items() if name in needed}
    ladder = getattr(request, "ladder", None)  # that the view shows in the header
    return SharedPage(split[0], split[1], kept, template.template, ladder, dict(response.items()), response.cookies)
