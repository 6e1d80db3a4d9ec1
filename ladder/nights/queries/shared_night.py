"""A night as all read it who see the same names: a process works it out once for each version of the board."""

from collections.abc import Mapping
from threading import Lock

from django.core.cache import caches
from django.utils import timezone

from ladder.models import Night
from ladder.nights import history
from ladder.nights.queries.proposals import ShownProposal, propose_night_games
from ladder.nights.queries.stored_night import StoredNight, load_stored_night
from ladder.pages.locks import hold_lock
from players.privacy.redaction import find_redaction_key

SHARED_SECONDS = 60  # minutes of waiting are counted anew after that
SHARED_NIGHT_LOCK, LONGEST_WAIT_SECONDS = Lock(), 1.0  # after a tap all ask at once: one thread works it out


def load_shared_night(night: Night) -> StoredNight:
    """Return the rows of a night with what follows from them, for all who read the same names.

    A process reads them once for each version of the board. The version was read before: what came in between is newer
    than the key says, and the next poll asks for another key.
    """
    key = f"{night.pk}-{build_board_version(night)}-{find_redaction_key()}"
    with hold_lock(SHARED_NIGHT_LOCK, LONGEST_WAIT_SECONDS):
        stored: StoredNight | None = caches["nights"].get(key)
        if stored is None:
            stored = load_stored_night(night)
            find_shared_proposals(stored)
            caches["nights"].set(key, stored, SHARED_SECONDS)
    return stored


def build_board_version(night: Night) -> str:
    """Return what changes when the board says something else: with what happens, with the ladder, and by the minute."""
    return f"{night.version}.{night.season.ladder.version}-{int(timezone.now().timestamp() // SHARED_SECONDS)}"


def find_shared_history(stored: StoredNight) -> history.Night:
    """Return the night as its proposals read it, up to the moment at which somebody asked first."""
    return stored.work_out("history", lambda: stored.build_history(stored.find_moment(timezone.now())))


def find_shared_proposals(stored: StoredNight) -> Mapping[int, ShownProposal]:
    """Return who could play on each free court, as long as nobody wants others."""
    return stored.work_out("proposals", lambda: propose_night_games(stored, find_shared_history(stored), None))
