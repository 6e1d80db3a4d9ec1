"""The kinds of moments. To add one, add a class to a module here."""

from .base import Moment, MomentKind, Telling, list_moment_kinds, register_moment, tell_moments

__all__ = ["Moment", "MomentKind", "Telling", "list_moment_kinds", "register_moment", "tell_moments"]
