"""What was shown and does not hold any more: nothing is changed then, and a sentence says so."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Model

from ladder.models import Ladder, Match, MatchRevision


class StaleChange(ValidationError):
    """What was shown is not what would happen now."""


class MatchChanged(StaleChange):
    """Somebody else changed the match since the page was made."""


class Overtaken(Exception):
    """Somebody else stored something while this was being sent; asked again, the view reads what (`guards.again`)."""


def check_as_read(read: Model, now: Model, names: Iterable[str]) -> None:
    """Refuse to write over what was stored after it was read to be changed, and before the lock was held."""
    if any(getattr(read, name) != getattr(now, name) for name in names):
        raise Overtaken


def check_match_revision(match: Match, revision: int) -> None:
    """Refuse a change that was prepared from an older version, and say who was first."""
    if match.revision == revision:
        return
    latest = MatchRevision.objects.filter(match=match).latest("number")
    who = latest.by_name or "Somebody"
    said = f" “{latest.reason}”" if latest.reason else ""
    raise MatchChanged(f"{who} {latest.get_verb_display()} this match in the meantime.{said} Check it again first.")


def check_ladder_version(ladder: Ladder, version: int | None) -> None:
    """Refuse a plan that was shown before the ladder's ledger changed."""
    if version is not None and ladder.version != version:
        raise StaleChange("A new result came in. Check the preview again.")
