"""What the pages of visitors go by, as it was at most a second ago: the ladders' versions, and what players are called.

Each process reads it once a second at most, however many ask, and anew after what it has stored itself. Whoever has a
session goes by what is stored now (`has_session`), so nobody misses her own report, on whatever machine she asks.
"""

import time
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

from ladder.models import Ladder
from ladder.pages.locks import hold_lock
from players.compiled_query import CompiledQuery
from players.privacy.visitors import VisitorRedaction

RECENT_SECONDS = 1.0
LONGEST_NUMBER = 18  # digits of a version in an address
PERSONAL_COOKIES = (settings.SESSION_COOKIE_NAME, "messages")  # the cookies of which every reader has others
LADDER_VERSIONS_QUERY = CompiledQuery(
    lambda: Ladder.objects.order_by("pk").values_list("pk", "slug", "name", "version")
)

type LadderRows = Sequence[tuple[Any, ...]]


def has_session(request: HttpRequest) -> bool:
    """Return whether the reader may be a member, or report with a venue code, or be about to be told something."""
    return any(name in request.COOKIES for name in PERSONAL_COOKIES)


class Recent[Value](NamedTuple):
    """What was read, when by the monotonic clock, and what this process had stored last before."""

    value: Value
    read_at: float
    stored: object

    @property
    def until(self) -> float:
        """Until when visitors may go by it."""
        return self.read_at + RECENT_SECONDS


class RecentValue[Value]:
    """Something that all visitors' pages need, and that is read once a second at most."""

    stored: object = object()  # another one after each change that this process stores

    def __init__(self, read: Callable[[], Value]) -> None:
        self.read, self.lock = read, Lock()
        self.known: Recent[Value] | None = None

    def find(self) -> Recent[Value] | None:
        """Return what was read within the last second, if this process has stored nothing since; else None."""
        known = self.known
        is_recent = known and known.stored is RecentValue.stored and time.monotonic() < known.until
        return known if is_recent else None

    def load(self, *, anew: bool = False) -> Recent[Value]:
        """Return what was stored at most a second ago, or with `anew` what is stored now; one thread reads it for all.

        In a transaction it is what that one sees, which nobody else may.
        """
        asked_at = time.monotonic()
        if connection.in_atomic_block:
            return self.read_now()
        with hold_lock(self.lock, RECENT_SECONDS):
            known = self.find()
            if known is None or (anew and known.read_at < asked_at):
                self.known = known = self.read_now()
        return known

    def read_now(self) -> Recent[Value]:
        """Return what is stored now; the moment is noted first, since what comes in between may be missing."""
        stored, read_at = RecentValue.stored, time.monotonic()
        return Recent(self.read(), read_at, stored)


def forget_recent_values() -> None:
    """Let everything be read again, also what another thread is reading just now."""
    RecentValue.stored = object()


def read_ladders() -> LadderRows:
    """Return the key, slug, name and version of each ladder."""
    return LADDER_VERSIONS_QUERY.fetch_rows()


def read_names_key() -> str:
    """Return the digest of what visitors read instead of names."""
    return VisitorRedaction().key


RECENT_LADDERS = RecentValue(read_ladders)
RECENT_NAMES = RecentValue(read_names_key)


def find_version(ladders: LadderRows, slug: str) -> int | None:
    """Return the version of the ladder with this slug; None where there is no such ladder."""
    return next((row[3] for row in ladders if row[1] == slug), None)


def load_live_version(request: HttpRequest, slug: str) -> tuple[int | None, float]:
    """Return the version of a ladder that the reader's open page is compared with, and until when visitors' may be.

    A visitor's page may show a newer one, which another process has read: then it is read anew, so that no page goes
    back.
    """
    if has_session(request):
        return find_version(read_ladders(), slug), 0.0
    recent = RECENT_LADDERS.load()
    if is_newer(request.GET.get("v", ""), find_version(recent.value, slug)):
        recent = RECENT_LADDERS.load(anew=True)
    return find_version(recent.value, slug), recent.until


def is_newer(shown: str, version: int | None) -> bool:
    """Return whether a page that shows this version of itself is newer than that version of its ladder."""
    number = shown.partition("-")[0]
    return version is not None and number.isdecimal() and len(number) <= LONGEST_NUMBER and int(number) > version


def format_page_version(version: int) -> str:
    """Return the version of the pages of a ladder with this version: a number and the club's day."""
    return f"{version}-{timezone.localdate():%Y%m%d}"
