"""A file of matches is looked at, tried, brought in, and taken back."""

from .importing import Imported, import_matches

__all__ = ["Imported", "import_matches"]
