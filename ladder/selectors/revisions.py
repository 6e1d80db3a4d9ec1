"""The history of a match in words: who, when, what changed, why."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import formats, timezone

from ladder.models import Match, MatchRevision
from ladder.ratings import fixed, kinds
from players.models import Player

from .printing import rating_text

Version = dict[str, Any]


class Difference(NamedTuple):
    """One thing that a change altered."""

    what: str
    old: str
    new: str


class Entry(NamedTuple):
    """One version of a match, and the standings it moved of those who played."""

    who: str
    verb: str
    at: datetime
    reason: str
    differences: list[Difference]
    moved: list[Difference]


def history(match: Match) -> list[Entry]:
    """Return the versions of a match, the newest first."""
    rows = match.revisions.select_related("by__player").prefetch_related("adjustments__board").order_by("number")
    versions = list(rows)
    sides = [side["player"] for row in versions for side in row.version["sides"]]
    names = dict(Player.objects.filter(pk__in=sides).values_list("pk", "name"))
    before = [None, *(row.version for row in versions)]
    return [entry(row, old, names) for row, old in zip(versions, before, strict=False)][::-1]


def entry(row: MatchRevision, old: Version | None, names: Mapping[int, str]) -> Entry:
    """Return one version as printed."""
    changed = list(differences(old, row.version, names)) if old else []
    return Entry(who(row), row.get_verb_display(), row.at, row.reason, changed, list(moved(row, names)))


def who(row: MatchRevision) -> str:
    """Return who made a version: the player's name where there is one."""
    player = getattr(row.by, "player", None)
    return player.name if player else row.by_name or "The site"


def moved(row: MatchRevision, names: Mapping[int, str]) -> Iterator[Difference]:
    """Give the standings of the match's players that this change moved."""
    for one in row.adjustments.all():
        if one.player_id in names and one.before is not None and one.after is not None:
            system = one.board.rating_system
            yield Difference(names[one.player_id], *(rating_text(system, figure) for figure in (one.before, one.after)))


def differences(old: Version, new: Version, names: Mapping[int, str]) -> Iterator[Difference]:
    """Give what differs between two versions, in words; the status is said by the verb."""
    before, after = outcome(old, names), outcome(new, names)
    if before != after:
        yield Difference("result", before, after)
    for fact in dict.fromkeys((*old["facts"], *new["facts"])):
        figures = [text(version["facts"].get(fact)) for version in (old, new)]
        if figures[0] != figures[1]:
            yield Difference(fact, *figures)
    if old["kind"] != new["kind"]:
        yield Difference("kind", *(kind_label(version["kind"]) for version in (old, new)))
    for field, word in (("played_at", "date"), ("started_at", "beginning")):
        if old[field] != new[field]:
            yield Difference(word, moment(old[field]), moment(new[field]))


def outcome(version: Version, names: Mapping[int, str]) -> str:
    """Return who beat whom, or how each player ended."""
    sides = [(names.get(side["player"], "?"), side) for side in version["sides"]]
    if len(sides) == 2 and not any(side["place"] for _, side in sides):
        (first, one), (second, other) = sides
        ways = [side["exit"] for side in (one, other) if side["exit"] not in ("", "standing")]
        end = f" ({ways[0]})" if ways else ""
        if one["score"] == 0.5:
            return f"{' and '.join(sorted((first, second)))} drew{end}"
        return f"{first} beat {second}{end}" if one["score"] == 1 else f"{second} beat {first}{end}"
    return ", ".join(f"{name} {ended(side)}" for name, side in sorted(sides, key=lambda pair: pair[0]))


def ended(side: Version) -> str:
    """Return how one player of many ended."""
    if side["place"]:
        return f"place {side['place']}"
    return f"{side['exit']} in round {side['round']}" if side["round"] else side["exit"]


def text(value: float | None) -> str:
    return "none" if value is None else fixed(value, 0) if value == int(value) else f"{value:,.6g}"


def kind_label(key: str) -> str:
    return kinds()[key].label if key in kinds() else key


def moment(value: str | None) -> str:
    if not value:
        return "none"
    return formats.date_format(timezone.localtime(datetime.fromisoformat(value)), "j F Y, H:i")
