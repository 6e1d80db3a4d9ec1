"""A file of matches is looked at, tried, brought in, and taken back."""

from ladder.services.imports.importing import ImportResult, import_matches

__all__ = ["ImportResult", "import_matches"]
