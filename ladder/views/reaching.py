"""What a change does to many seasons is shown season by season, with the versions of their ladders as its token."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from ladder.models import Ladder, Season
from ladder.services.consequences import BoardConsequences, describe_consequences, digest_preview
from ladder.services.ledger import Plan
from ladder.services.ledger.anew import LadderVersions, SeasonPlans

VERSIONS_TOKEN = re.compile(r"([0-9]{1,18})-([0-9]{1,18})", re.ASCII)


class SeasonConsequences(NamedTuple):
    """A season, what changes on its boards, and how many of its matches fall on another day."""

    season: Season
    boards: list[BoardConsequences]
    days: int = 0


def describe_season_consequences(plan: Plan, days: int = 0) -> SeasonConsequences:
    """Return what changes in a season; boards on which nothing does are left out."""
    return SeasonConsequences(
        plan.season, [one for one in describe_consequences(plan, {}) if one.matches or one.moves], days
    )


class ShownPlans(NamedTuple):
    """A plan, and what a page shows of it."""

    planned: SeasonPlans
    seasons: Sequence[SeasonConsequences]

    @property
    def token(self) -> str:
        """The token of the preview: the versions of the ladders, and a digest of what it says."""
        versions = (f"{ladder}-{version}" for ladder, version in self.planned.versions.items())
        return " ".join([*versions, digest_preview(self.seasons)])


def find_shown_versions(request: HttpRequest, plan: Callable[[], ShownPlans]) -> LadderVersions:
    """Return the versions of the ladders for which the posted page was made; all ladders must be locked.

    They are those of now if the change would still do what was shown.
    """
    token = request.POST.get("token", "")[:10_000]
    seen = {int(ladder): int(version) for ladder, version in VERSIONS_TOKEN.findall(token)}
    stored = dict(Ladder.objects.filter(pk__in=seen).values_list("pk", "version"))
    if not seen or seen == stored:
        return seen
    try:
        now = plan()
    except ValidationError:  # said by whoever makes the change
        return seen
    return now.planned.versions if token.endswith(digest_preview(now.seasons)) else seen
