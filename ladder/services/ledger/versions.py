"""A ladder's version: whatever its pages or plans show was made at one, and holds while it is the same."""

from django.db.models import F, QuerySet

from ladder.models import Ladder


def raise_versions(ladders: QuerySet[Ladder]) -> None:
    """Let open pages of these ladders fetch what they show again, and no plan be applied that was shown before."""
    ladders.update(version=F("version") + 1)
