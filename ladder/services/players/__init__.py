"""A player is invited, renamed, merged, hidden from visitors, or erased: on all ladders at once."""

from .merging import Met, merge, plan_merge, plan_undo, undo_merge

__all__ = ["Met", "merge", "plan_merge", "plan_undo", "undo_merge"]
