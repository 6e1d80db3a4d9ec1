"""The register of all formats by key: our own, each a file of this package, and those of installed packages."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from functools import cache

from .base import ANY, Format, Result, order_best_first
from .games import STOPPED
from .packages import FORMATS_GROUP, check_new_key, load_packages
from .values import ParticipantResult, RatingError
from .words import ResultSentence, join_side

STOP_WORDS = {  # by whether sides played, and whether there is a score
    (False, False): "and {others} stopped before the end",
    (False, True): "and {others} stopped at {score}",
    (True, False): "and the side of {others} stopped before the end",
    (True, True): "and the side of {others} stopped at {score}",
}
FORMATS: dict[str, Format] = {}


def register_format[F: Format](format: F) -> F:
    """Register a format under its key, and return it. Raises: TypeError where another has the key."""
    if not isinstance(format, Format):
        raise TypeError(f"{format!r} is no Format.")
    check_new_key("formats", format.key, type(FORMATS.get(format.key, format)), type(format))
    FORMATS[format.key] = format
    return format


@cache
def import_formats() -> None:
    """Import every module of this package once, so that each format registers itself; then those of packages.

    Raises: PackageFault.
    """
    package = __package__ or ""
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        importlib.import_module(f"{package}.{module.name}")
    load_packages(FORMATS_GROUP, register_format)


@cache
def list_formats() -> tuple[Format, ...]:
    """Return every format: our own first, which say of each stored match what it is, and those in rows after others."""
    import_formats()
    return tuple(sorted(FORMATS.values(), key=lambda one: (is_from_package(one), one.is_entered_in_rows, one.key)))


def is_from_package(format: Format) -> bool:
    """Return whether an installed package brought the format."""
    return not type(format).__module__.startswith(f"{__package__}.")


@cache
def list_file_columns() -> tuple[str, ...]:
    """Return the columns of files that all formats have for each player: place, exit and round."""
    return tuple(dict.fromkeys(name for one in list_formats() for name in one.file_columns))


def find_format(key: str) -> Format | None:
    """Return the format with this key; None where there is none."""
    import_formats()
    return FORMATS.get(key)


def choose_format(participants: Sequence[ParticipantResult]) -> Format:
    """Return the format of a match in which the players have these results.

    Raises: RatingError, "Say who won."
    """
    found = next((one for one in list_formats() if one.describes(participants)), None)
    if found is None:
        raise RatingError("Say who won.", "result")
    return found


def find_result_format(result: Result) -> Format:
    """Return the format of a result; that of an unrated one follows from how its players ended."""
    return choose_format(result.participants) if result.kind.format is ANY else result.kind.format


def describe_title(participants: Sequence[ParticipantResult], ending: str = "") -> str:
    """Return a match in a few words, as a page is headed: "Ann beat Bo". The players are names, in any order."""
    if ending == STOPPED:
        return " ".join(describe_stop(participants))
    return choose_format(participants).describe_title(sort_best_first(participants))


def describe_stop(participants: Sequence[ParticipantResult], score: str = "") -> ResultSentence:
    """Return that two players or sides stopped, with the printed score, the first one's points first.

    The players are names: "Ann", "and Bo stopped at 11–7 5–11".
    """
    first = participants[0]
    own = [one.player for one in participants if one is first or (first.side and one.side == first.side)]
    others = [one.player for one in participants if one.player not in own]
    went = STOP_WORDS[bool(first.side), bool(score)]
    return ResultSentence(join_side(own), went.format(others=join_side(others), score=score))


def sort_best_first(participants: Sequence[ParticipantResult]) -> list[ParticipantResult]:
    """Return the participants, the best result first."""
    return sorted(participants, key=order_best_first)
