"""A fictional club, to look at and to try things out on."""

from .club import Account
from .making import make

__all__ = ["Account", "make"]
