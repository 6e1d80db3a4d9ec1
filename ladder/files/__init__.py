"""Match and player files; nothing here knows of Django."""

from .identity import older_keys, source_keys
from .matches import Sheet, read_matches
from .records import Record, in_order, kind_for
from .sheet import Problem
from .values import Names, fold

__all__ = [
    "Names",
    "Problem",
    "Record",
    "Sheet",
    "fold",
    "in_order",
    "kind_for",
    "older_keys",
    "read_matches",
    "source_keys",
]
