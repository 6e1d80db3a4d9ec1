"""The kinds of moments. To add one, add a class to a module here."""

from .base import Moment, MomentKind, Words, list_moment_kinds, register_moment, tell_moments

__all__ = ["Moment", "MomentKind", "Words", "list_moment_kinds", "register_moment", "tell_moments"]
