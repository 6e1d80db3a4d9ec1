"""What people do: each deed is one visit to the site."""

from collections.abc import Callable

from ..club import Person
from .challenging import challenge
from .changing import correct, restore, revert, void
from .done import Done
from .looking import look
from .people import merge, rename, undo_merge
from .reporting import fix, record, undo
from .saying import confirm, dispute, say_nothing, uphold
from .seasons import open_otherwise, rate_otherwise, reach_back, turn

Deed = Callable[[Person], Done]
PACK: list[Deed] = [
    *[record] * 10,
    *[correct] * 3,
    *[void, restore] * 2,
    *[revert, fix, undo, dispute, uphold],
    *[confirm, say_nothing],
    *[merge, undo_merge, rename],
    *[challenge] * 3,
    *[turn, reach_back, open_otherwise, rate_otherwise, look],
]
"""How often each is done before all are dealt anew."""

__all__ = ["PACK", "Deed", "Done"]
