"""A fictional club, to look at and to try things out on."""

from .accounts import Account
from .leaving import leave
from .making import make

__all__ = ["Account", "leave", "make"]
