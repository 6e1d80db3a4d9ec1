"""What takes long to work out, kept for each version of the ladder; a process works out one past day at a time.

What lies before the latest club day is kept longer, and so are past days before it: a match after all others does not
change them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from threading import Lock, RLock

from django.core.cache import caches
from django.db.models import Subquery
from django.utils import timezone

from ladder.models import Board, Ladder, Match, Season
from ladder.pages.locks import hold_lock
from players.privacy.redaction import find_redaction_key

CACHE_SECONDS = 60 * 60
LONGEST_CACHE_WAIT = 1.0  # seconds to wait for whoever works one out: a thread that waits answers nobody else
CACHE_LOCKS = tuple(Lock() for _ in range(16))  # after a result all ask for the new rows at once: one thread makes them
SECONDS_UNTIL_FREE = 5  # after which somebody who was refused may ask again
working = RLock()  # a day as then known asks for that day as it is now


class PastDaysBusy(Exception):
    """Others have this process work out past days just now."""


def cache_day[Made](what: str, board: Board, day: date, make: Callable[[], Made], *, is_past: bool) -> Made:
    """Return what `make` returns for a board's day, called once for each version that the day depends on, each number
    of days until a player is inactive, and each way to show names.

    The version is read first: what comes in between is newer than its key says, and nobody asks for that key again.
    Raises: PastDaysBusy.
    """
    version = find_day_version(board.season, day) if is_past else load_version(board.season)
    limit = board.season.ladder.inactive_after
    key = f"{what}-{board.pk}-{version}-{limit}-{day:%Y%m%d}-{find_redaction_key()}"
    cache = caches["past" if is_past else "rows"]
    found: Made | None = cache.get(key)
    if found is None:
        with (
            wait_for_past_days()
            if is_past
            else hold_lock(CACHE_LOCKS[hash(key) % len(CACHE_LOCKS)], LONGEST_CACHE_WAIT)
        ):
            found = cache.get(key) or make()
            cache.set(key, found, CACHE_SECONDS)
    return found


def load_version(season: Season) -> int:
    """Return the version of a season's ladder as it is now."""
    return Ladder.objects.filter(pk=season.ladder_id).values_list("version", flat=True).get()


def find_day_version(season: Season, day: date) -> str:
    """Return the version that a past day depends on, in one query.

    Once a later day has a match, a match after all others is no longer of that day: so it goes by the version of the
    past. It does not where matches of earlier seasons count as well, since theirs may be of any day.
    """
    matches = Match.objects.filter(season=season, status=Match.Status.COUNTED).order_by("-played_at", "-sequence")
    rows = Ladder.objects.filter(pk=season.ladder_id).values_list(
        "version", "past_version", Subquery(matches.values("played_at")[:1])
    )
    version, past_version, latest = rows.get()
    is_over = latest and timezone.localdate(latest) > day and season.opens_from_id is None
    return f"past{past_version}" if is_over else str(version)


def load_past_version(season: Season) -> int:
    """Return the version of the past of a season's ladder as it is now."""
    return Ladder.objects.filter(pk=season.ladder_id).values_list("past_version", flat=True).get()


def keep_past[Made](what: str, season: Season, version: int, make: Callable[[], Made]) -> Made:
    """Return what `make` returns from matches before the latest club day, called once until a change to the past.

    `what` names everything else that it depends on. The version of the past, and all that it is made of, must be read
    as of one moment: a result that came in between would be in part of it.
    """
    today, limit = timezone.localdate(), season.ladder.inactive_after
    key = f"past-{what}-{season.pk}-{version}-{limit}-{today:%Y%m%d}"
    found: Made | None = caches["rows"].get(key)
    if found is None:
        found = make()
        caches["rows"].set(key, found, CACHE_SECONDS)
    return found


@contextmanager
def wait_for_past_days() -> Iterator[None]:
    """Wait for those who work out a past day, but not for long. Raises: PastDaysBusy."""
    with hold_lock(working, LONGEST_CACHE_WAIT) as is_ours:
        if not is_ours:
            raise PastDaysBusy
        yield
