"""The rating core: plain Python, importable without Django.

The site and the rating systems import from here. Only `statement` and `table`, which print a replay line by line, are
imported by their names.
"""

from .about import About, Column, Example, Fact, Message, Option, Period, Question, Series, Step, Table, option, options
from .base import DuelSystem, RatingSystem, expected_score
from .checks import check, check_fact
from .fast_replay import is_plain
from .history import Change, History
from .periods import decayed, periods
from .ranks import INACTIVE_AFTER, Rank, explain_silence, last_counted_day, number_ranks
from .registry import choices, create, kinds, register
from .replay import Fold, replay, tally
from .results import DAY, DEAD, DRAWN, LOST, STANDING, SURRENDERED, WON, battle, duel, sample, tournament
from .rounding import digits_of, fixed, half_up, signed
from .values import (
    FRIENDLY,
    LADDER,
    RATED,
    TOURNAMENT,
    UNRATED,
    VERY_FRIENDLY,
    WALKOVER,
    Counts,
    Exit,
    Facts,
    Key,
    Kind,
    Rating,
    RatingError,
    Ratings,
    Result,
    Shape,
)

__all__ = [
    "DAY",
    "DEAD",
    "DRAWN",
    "FRIENDLY",
    "INACTIVE_AFTER",
    "LADDER",
    "LOST",
    "RATED",
    "STANDING",
    "SURRENDERED",
    "TOURNAMENT",
    "UNRATED",
    "VERY_FRIENDLY",
    "WALKOVER",
    "WON",
    "About",
    "Change",
    "Column",
    "Counts",
    "DuelSystem",
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
    "Period",
    "Question",
    "Rank",
    "Rating",
    "RatingError",
    "RatingSystem",
    "Ratings",
    "Result",
    "Series",
    "Shape",
    "Step",
    "Table",
    "battle",
    "check",
    "check_fact",
    "choices",
    "create",
    "decayed",
    "digits_of",
    "duel",
    "expected_score",
    "explain_silence",
    "fixed",
    "half_up",
    "is_plain",
    "kinds",
    "last_counted_day",
    "number_ranks",
    "option",
    "options",
    "periods",
    "register",
    "replay",
    "sample",
    "signed",
    "tally",
    "tournament",
]
