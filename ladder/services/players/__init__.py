"""A player is added, invited, renamed, merged with another, hidden from visitors, or erased."""

from .merging import Met, merge, plan_merge, plan_undo, undo_merge

__all__ = ["Met", "merge", "plan_merge", "plan_undo", "undo_merge"]
