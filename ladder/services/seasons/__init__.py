"""A season opens with its boards and what players bring, changes, and closes, and the next one follows."""

from .closing import Boards, add_boards, change, close, open_next, reopen

__all__ = ["Boards", "add_boards", "change", "close", "open_next", "reopen"]
