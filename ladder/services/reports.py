"""A report: a match recorded by somebody who may report it."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from ladder.models import Match, Season

from . import matches
from .permissions import check_reporter
from .results import Side, build


def report(*, season: Season, sides: Sequence[Side], by: User, kind: str, **played: Any) -> Match:
    """Record a match for the account that reports it; the rest is what `matches.record` takes.

    Raises: NotAllowed, when the account may not report it; else what `matches.record` raises.
    """
    facts = dict(played.get("facts") or {})
    result = build(kind, played.get("played_at") or timezone.now(), sides, facts, played.get("started_at"))
    check_reporter(season, by, result)
    return matches.record(season=season, sides=sides, by=by, kind=kind, **played)
