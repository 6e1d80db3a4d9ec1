"""Match and player files; nothing here knows of Django."""

from ladder.files.identity import build_older_keys, build_source_keys
from ladder.files.matches import MatchFile, read_match_file
from ladder.files.records import MatchRecord, find_kind, sort_by_end
from ladder.files.sheet import FileProblem
from ladder.files.values import FirstSpellings, fold_name

__all__ = [
    "FileProblem",
    "FirstSpellings",
    "MatchFile",
    "MatchRecord",
    "build_older_keys",
    "build_source_keys",
    "find_kind",
    "fold_name",
    "read_match_file",
    "sort_by_end",
]
