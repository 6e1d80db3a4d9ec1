"""A past day's table as it was then known, and what has been corrected since."""

from .comparing import compared
from .known import differs, known_table

__all__ = ["compared", "differs", "known_table"]
