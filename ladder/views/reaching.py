"""What a change does to many seasons is shown season by season, with the versions of their ladders as its token."""

import re
from typing import NamedTuple

from django.http import HttpRequest

from ladder.models import Season
from ladder.services.consequences import Consequence, consequences
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


def token_of(planned: Planned) -> str:
    """Return the token of a preview of this plan."""
    return " ".join(f"{ladder}-{version}" for ladder, version in planned.versions.items())


def versions_of(request: HttpRequest) -> Versions:
    """Return the versions of the ladders for which the posted page was made."""
    return {int(ladder): int(version) for ladder, version in TOKEN.findall(request.POST.get("token", "")[:10_000])}
