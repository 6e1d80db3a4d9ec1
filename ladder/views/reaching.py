"""What a change does to many seasons is shown season by season, with the versions of their ladders as its token."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from ladder.models import Ladder, Season
from ladder.services.consequences import Consequence, consequences, digest_of
from ladder.services.ledger import Plan
from ladder.services.ledger.anew import Planned, Versions

TOKEN = re.compile(r"([0-9]{1,18})-([0-9]{1,18})", re.ASCII)


class Reached(NamedTuple):
    """A season, what changes on its boards, and how many of its matches fall on another day."""

    season: Season
    boards: list[Consequence]
    days: int = 0


def reached(plan: Plan, days: int = 0) -> Reached:
    """Return what changes in a season; boards on which nothing does are left out."""
    return Reached(plan.season, [one for one in consequences(plan, {}) if one.matches or one.moves], days)


class Shown(NamedTuple):
    """A plan, and what a page shows of it."""

    planned: Planned
    seasons: Sequence[Reached]

    @property
    def token(self) -> str:
        """The token of the preview: the versions of the ladders, and a digest of what it says."""
        versions = (f"{ladder}-{version}" for ladder, version in self.planned.versions.items())
        return " ".join([*versions, digest_of(self.seasons)])


def versions_of(request: HttpRequest, plan: Callable[[], Shown]) -> Versions:
    """Return the versions of the ladders for which the posted page was made; all ladders must be locked.

    They are those of now if the change would still do what was shown.
    """
    token = request.POST.get("token", "")[:10_000]
    seen = {int(ladder): int(version) for ladder, version in TOKEN.findall(token)}
    stored = dict(Ladder.objects.filter(pk__in=seen).values_list("pk", "version"))
    if not seen or seen == stored:
        return seen
    try:
        now = plan()
    except ValidationError:  # said by whoever makes the change
        return seen
    return now.planned.versions if token.endswith(digest_of(now.seasons)) else seen
