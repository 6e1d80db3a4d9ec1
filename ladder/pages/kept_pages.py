"""Pages that are made once and given to every visitor, until something that they show changes.

What is kept is a whole page of somebody without a session: it holds nothing of a member's, and no token of a form. It
is kept under everything that it depends on, which is read from the database, for visitors once a second at most
(`recent_versions.py`) and for everybody else in the same request:

* the versions of the ladders. A version is raised in the transaction that stores a result, a correction, a name, a
  season, a board or a setting, so whoever asks after a report asks for another page, in every process;
* the names and addresses of the ladders, which the header lists; what players are called to visitors; and of a player
  whose page it is, the player;
* the club as this process knows it, with its name, emblem, zone and day. A process that still has an older name for a
  moment keeps its pages under that name, where no other finds them;
* the address, the host, the cookies that choose what is shown, what htmx asks for, how often pages poll, and the
  site's code.

All of it is read before the page is made. So what comes in between makes a page newer than its key and never older,
and nobody asks for that key again. What follows the clock rather than the day, such as until when a result can be
objected to, is in no key: every page is made anew after a minute.

A page is kept only if another visitor may ask for the same: not with a word that somebody looks for, nor with words in
the address that no page reads, nor with a long address. The cache has a limit of bytes (`config/caches.py`), so no
visitor makes a process grow.
"""

import gzip
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import date
from functools import cache, wraps
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.crypto import salted_hmac

from config.htmx import VARY_HEADERS
from ladder.models import Board
from ladder.pages.locks import hold_lock
from ladder.pages.recent_versions import RECENT_LADDERS, RECENT_NAMES, LadderRows, has_session, read_ladders
from ladder.pages.unfinished import is_unfinished
from players.models import Club
from players.privacy.redaction import find_redaction_key

PAGE_SECONDS = 60  # by which a page may be behind the clock
PAGE_LOCKS = tuple(Lock() for _ in range(64))  # after a result all open pages ask at once: one thread makes their page
LONGEST_PAGE_WAIT = 5.0  # seconds that the others wait for it
SPAN_WORDS = {"as-of", "before", "from", "season", "span"}
KEPT_WORDS = {"board", "ladder", "page", "player", "rows", "sort", "v", "what", "who", "with"} | SPAN_WORDS
LONGEST_QUERY = 120  # letters after the question mark, and of a cookie that chooses what is shown
CHOICE_COOKIES = ("theme", "ladder", "who")  # the cookies that choose what is shown
TAKES_GZIP = re.compile(r"\bgzip\b(?! *; *q=0(\.0*)? *(,|$))")
CODE_FOLDERS = ("config", "ladder", "players", "static", "templates")


class PageBasis(NamedTuple):
    """What the database has that each page depends on; and until when visitors may go by it, by the monotonic clock."""

    ladders: LadderRows
    names: str
    until: float


def keep_for_visitors[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Give visitors the page that another visitor got, if it would be the same; `for_everybody` gives it to all."""

    @wraps(view)
    def shown(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        request: Any = args[0]
        for_all, is_personal = getattr(request, "for_everybody", False), has_session(request)
        if is_personal and not for_all:
            return view(*args, **kwargs)
        make_impersonal(request, for_all)
        if not is_often_asked_for(request):
            return view(*args, **kwargs)
        basis, pages = read_basis() if is_personal else load_recent_basis(), caches["pages"]
        key = build_page_key(request, args[1:], basis)
        if not key:
            return view(*args, **kwargs)
        page = pages.get(key)
        if page is None:
            with hold_lock(PAGE_LOCKS[int(key[:4], 16) % len(PAGE_LOCKS)], LONGEST_PAGE_WAIT):
                if (page := pages.get(key)) is None:
                    response = view(*args, **kwargs)
                    if isinstance(response, SimpleTemplateResponse):
                        response.render()
                    if is_unfinished() or not is_same_for_all(request, response):
                        return response
                    page = pack_page(response)
                    pages.set(key, page, PAGE_SECONDS)
        response = answer_with_page(request, page, ("Accept-Encoding",) if for_all else ("Accept-Encoding", "Cookie"))
        response.for_visitors_until = basis.until
        return response

    return shown


def make_impersonal(request: Any, for_all: bool) -> None:
    """Take from the request what would tell two readers apart; what is left is in the key of the page."""
    if for_all:
        request.user = AnonymousUser()
    request.COOKIES = {
        name: request.COOKIES[name] for name in CHOICE_COOKIES if name in request.COOKIES and not for_all
    }
    for name in ("CSRF_COOKIE", "CSRF_COOKIE_NEEDS_UPDATE"):  # the latter where the cookie that was sent is no token
        request.META.pop(name, None)  # a page that needs a token gets a new one, and shows by it


def is_same_for_all(request: Any, response: HttpResponse) -> bool:
    """Return whether every visitor would get this response: a page that needed no session and no token of a form."""
    personal = request.session.modified or "CSRF_COOKIE" in request.META
    return response.status_code == 200 and not response.streaming and not personal


def read_basis() -> PageBasis:
    """Return what is stored now; two queries at most."""
    return PageBasis(read_ladders(), find_redaction_key(), 0.0)


def load_recent_basis() -> PageBasis:
    """Return what was stored at most a second ago, for visitors."""
    ladders, names = RECENT_LADDERS.load(), RECENT_NAMES.load()
    return PageBasis(ladders.value, names.value, min(ladders.until, names.until))


def build_page_key(request: HttpRequest, args: tuple[Any, ...], basis: PageBasis) -> str:
    """Return the key of a page, from everything that it depends on.

    It is empty on a site without a ladder, which says how far its setting up has come.
    """
    named = request.resolver_match.kwargs.get("ladder") if request.resolver_match else None
    if not basis.ladders:
        return ""
    facts = (
        [row[:3] for row in basis.ladders],
        [row for row in basis.ladders if named in (None, row[1])],
        basis.names,
        [list_values(one) for one in args],
        (str(Club.current()), Club.current().emblem_key, settings.POLL_SECONDS),
        sorted(request.COOKIES.items()),
        build_moment(),
        request.build_absolute_uri(),
        [request.headers.get(name) for name in VARY_HEADERS],
    )
    return salted_hmac("kept page", repr(facts), algorithm="sha256").hexdigest()


def is_often_asked_for(request: HttpRequest) -> bool:
    """Return whether the address has only short words that choose a page, so that others may ask for the same."""
    texts = [request.META.get("QUERY_STRING", ""), *request.COOKIES.values()]
    return KEPT_WORDS.issuperset(request.GET) and all(len(text) <= LONGEST_QUERY for text in texts)


def build_part_key(board: Board, past: date | None) -> str:
    """Return the key of the parts of a board's page that are the same for all who see the same names.

    The board's ladder was read before anything that these parts print.
    """
    ladder = board.season.ladder
    facts = (board.pk, ladder.version, str(past), *build_moment(), find_redaction_key())
    return " ".join(map(str, facts))


def build_moment() -> tuple[str, str, str]:
    """Return what every page depends on: the zone, the day, and the site's code."""
    zone, day = timezone.get_current_timezone(), timezone.localdate()
    return str(zone), str(day), digest_source()


def list_values(given: Any) -> Any:
    """Return what a view was given; of a row of the database the values that were read."""
    if isinstance(given, Model):
        return sorted((name, str(value)) for name, value in vars(given).items() if not name.startswith("_"))
    return given


@cache
def digest_source() -> str:
    """Return a digest of the code, templates and static files of this process."""
    total = sha256()
    for path in sorted(
        path for folder in CODE_FOLDERS for path in (settings.BASE_DIR / folder).rglob("*.*") if path.is_file()
    ):
        if path.suffix != ".pyc":
            total.update(f"{path.relative_to(settings.BASE_DIR)} ".encode() + path.read_bytes())
    return total.hexdigest()


def pack_page(response: HttpResponse) -> str:
    """Return a response as a text: a line with its tag, headers and cookies, then what it says, compressed."""
    cookies = {
        name: [one.value, {key: said for key, said in one.items() if said}] for name, one in response.cookies.items()
    }
    head = [sha256(response.content).hexdigest()[:32], dict(response.items()), cookies]
    return f"{json.dumps(head)}\n{b64encode(gzip.compress(response.content, mtime=0)).decode()}"


def answer_with_page(request: HttpRequest, page: str, vary: tuple[str, ...]) -> Any:
    """Return a page that was packed, or 304 if the reader has the same already; compressed if the reader takes that.

    The tag is a strong one, so the same page has another tag when it is compressed.
    """
    head, _, packed = page.partition("\n")
    tag, headers, cookies = json.loads(head)
    content = b64decode(packed)
    compressed = bool(TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")))
    response = HttpResponse(content if compressed else gzip.decompress(content), headers=headers)
    for name, (value, rest) in cookies.items():
        response.cookies[name] = value
        response.cookies[name].update(rest)
    if compressed:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = f'"{tag}-gzip"' if compressed else f'"{tag}"'
    patch_vary_headers(response, vary)
    return get_conditional_response(request, etag=response["ETag"], response=response)
