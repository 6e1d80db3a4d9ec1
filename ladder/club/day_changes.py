"""The matches that fall on another day where the club's clock says another time."""

from collections import Counter
from datetime import tzinfo

from ladder.models import Match


def count_matches_on_other_days(old: tzinfo, new: tzinfo) -> Counter[int]:
    """Return how many counting matches of each season, by primary key, are on another day there; one query."""
    played = Match.objects.filter(status=Match.Status.COUNTED).order_by().values_list("season", "played_at")
    return Counter(season for season, at in played if at.astimezone(old).date() != at.astimezone(new).date())
