"""A past day's table as it was then known, and what has been corrected since."""

from ladder.services.knowledge.comparing import load_comparison
from ladder.services.knowledge.known import build_known_table, has_changed_since

__all__ = ["build_known_table", "has_changed_since", "load_comparison"]
