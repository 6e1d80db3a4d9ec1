"""A fictional club, to look at and to try things out on."""

from .accounts import Account
from .making import make

__all__ = ["Account", "make"]
