"""The rating core: plain Python, importable without Django.

The site imports from here; only `statement` and `table`, which tell a fold line by line, are imported by their names.
"""

from .about import (
    UNRATED,
    WALKOVER,
    About,
    Column,
    Example,
    Fact,
    Kind,
    Message,
    Option,
    Step,
    option,
    options,
)
from .base import RatingSystem
from .check import check, check_fact
from .clock import decayed, periods
from .duel import is_plain
from .examples import Question, Series, Table
from .history import Change, History
from .registry import choices, create, kinds
from .replay import Fold, replay, tally
from .results import battle, duel, tournament
from .rounding import fixed, half_up, signed
from .values import Counts, Exit, Facts, Key, Rating, RatingError, Ratings, Result

__all__ = [
    "UNRATED",
    "WALKOVER",
    "About",
    "Change",
    "Column",
    "Counts",
    "Example",
    "Exit",
    "Fact",
    "Facts",
    "Fold",
    "History",
    "Key",
    "Kind",
    "Message",
    "Option",
    "Question",
    "Rating",
    "RatingError",
    "RatingSystem",
    "Ratings",
    "Result",
    "Series",
    "Step",
    "Table",
    "battle",
    "check",
    "check_fact",
    "choices",
    "create",
    "decayed",
    "duel",
    "fixed",
    "half_up",
    "is_plain",
    "kinds",
    "option",
    "options",
    "periods",
    "replay",
    "signed",
    "tally",
    "tournament",
]
