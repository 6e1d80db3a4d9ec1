"""A row's identity, by which it is known when the same file comes again: its content and its ordinal."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from ladder.files.records import MatchRecord


def build_source_keys(records: Sequence[MatchRecord]) -> list[str]:
    """Return each record's identity, with its moments by the club's clock: as a file says them, in whatever zone."""
    return hash_contents(record.told(format_clock_time) for record in records)


def build_older_keys(records: Sequence[MatchRecord]) -> list[str]:
    """Return the identities that rows were imported with before: with their moments in UTC."""
    return hash_contents(record.content for record in records)


def hash_contents(contents: Iterable[str]) -> list[str]:
    """Return the SHA-256 of each content and its ordinal among identical ones."""
    seen: Counter[str] = Counter()
    keys = []
    for content in contents:
        seen[content] += 1
        keys.append(hashlib.sha256(f"{content} {seen[content]}".encode()).hexdigest())
    return keys


def format_clock_time(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat()
