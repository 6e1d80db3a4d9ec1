"""Past days take long to work out: each is kept for a while, and a process works out one at a time."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date

from django.core.cache import caches

from ladder.models import Board, Ladder
from players.privacy.veil import find_veil_key

HOUR = 60 * 60
PATIENCE = 1.0  # seconds to wait for whoever works one out: a thread that waits answers nobody else
AGAIN_IN = 5  # seconds, as whoever waited in vain is told
working = threading.RLock()  # a day as then known asks for that day as it is now


class PastDaysBusy(Exception):
    """Others have this process work out past days just now."""


def cache_past_day[Made](what: str, board: Board, day: date, make: Callable[[], Made]) -> Made:
    """Return what is made of a board's past day, made once for each version of the ladder, each number of days until
    a player is inactive, and each way to show names.

    The version is read first: what comes in between is newer than its key says, and nobody asks for that key again.
    Raises: Crowded.
    """
    version = Ladder.objects.filter(seasons=board.season_id).values_list("version", flat=True).get()
    limit = board.season.ladder.inactive_after
    key = f"{what}-{board.pk}-{version}-{limit}-{day:%Y%m%d}-{find_veil_key()}"
    found: Made | None = caches["past"].get(key)
    if found is None:
        with wait_for_turn():
            found = caches["past"].get(key) or make()
            caches["past"].set(key, found, HOUR)
    return found


@contextmanager
def wait_for_turn() -> Iterator[None]:
    """Wait for those who work out a past day, but not for long. Raises: Crowded."""
    if not working.acquire(timeout=PATIENCE):
        raise PastDaysBusy
    try:
        yield
    finally:
        working.release()
