"""The list in a backup of what is in it: what it must say, and how it is read."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, NoReturn
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError

FORMAT, VERSION = "club-ladder-backup", 1
MANIFEST = "manifest.json"
NOT_OURS = "This isn't a backup of a club ladder."
DAMAGED = "The backup's list of contents is damaged."


class UnfitBackup(ValidationError):
    """A file that can't be restored; the message says why."""


class ListedFile(NamedTuple):
    """What the list says of one file."""

    rows: int
    bytes: int
    sha256: str


class Manifest(NamedTuple):
    """The whole list; `ladders` has name and fingerprint of each by its slug."""

    made_at: datetime
    club: str
    time_zone: str
    ladders: Mapping[str, tuple[str, str]]
    files: Mapping[str, ListedFile]


def parse_manifest(text: bytes) -> Manifest:
    """Return what the list says.

    Raises: Unfit, such as "This backup has version 2. This site reads version 1."
    """
    try:
        found = json.loads(text, parse_constant=refuse_json_constant)
    except (ValueError, RecursionError) as error:
        raise UnfitBackup(DAMAGED) from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UnfitBackup(NOT_OURS)
    if found.get("version") != VERSION:
        raise UnfitBackup(
            f"This backup has version {str(found.get('version'))[:9]}. This site reads version {VERSION}."
        )
    try:
        return build_manifest(found)
    except (ValueError, TypeError, KeyError, AttributeError, OSError, OverflowError) as error:
        raise UnfitBackup(DAMAGED) from error


def build_manifest(found: dict[str, Any]) -> Manifest:
    made_at = datetime.fromisoformat(found["made_at"])
    ladders = {str(slug): (str(one["name"]), str(one["fingerprint"])) for slug, one in found["ladders"].items()}
    files = {
        str(name): ListedFile(check_count(one["rows"]), check_count(one["bytes"]), str(one["sha256"]))
        for name, one in found["files"].items()
    }
    return Manifest(made_at, str(found["club"])[:80], ZoneInfo(found["time_zone"]).key, ladders, files)


def check_count(number: Any) -> int:
    if not isinstance(number, int) or number < 0:
        raise ValueError(number)
    return number


def refuse_json_constant(word: str) -> NoReturn:
    raise ValueError(word)
