"""Whether the page that is being made shows less than it will in a moment: what it lacks is worked out beside requests.

Such a page says so, and is kept for nobody else.
"""

from contextvars import ContextVar
from typing import Any

from django.core.signals import request_started
from django.dispatch import receiver

IS_UNFINISHED = ContextVar("is_unfinished", default=False)


@receiver(request_started)
def begin_page(**kwargs: Any) -> None:
    """Forget what the page before lacked, which the same thread may have made."""
    IS_UNFINISHED.set(False)


def note_unfinished() -> None:
    """Say that what is being made lacks something."""
    IS_UNFINISHED.set(True)


def is_unfinished() -> bool:
    """Return whether what was made since the request began lacks something."""
    return IS_UNFINISHED.get()
