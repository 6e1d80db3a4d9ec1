"""Match and player files; nothing here knows of Django."""

from .matches import Sheet, read_matches
from .records import Record, in_order, kind_for, source_keys
from .sheet import Problem
from .values import Names, fold

__all__ = ["Names", "Problem", "Record", "Sheet", "fold", "in_order", "kind_for", "read_matches", "source_keys"]
