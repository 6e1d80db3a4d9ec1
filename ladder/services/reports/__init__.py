"""What people say of a match: they report it, put their report right, dispute it, or confirm it."""

from .reporting import fix, report, undo

__all__ = ["fix", "report", "undo"]
