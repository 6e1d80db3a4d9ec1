"""Who is at the club night that runs, for the rules on challenges that ask for it."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime

from ladder.models import Ladder, Night, Visit
from ladder.standings.queries.rows import StandingsRow
from players.people.queries import resolve_player


def load_who_is_here(ladder: Ladder) -> frozenset[int]:
    """Return who is at the night that runs on a ladder; one query."""
    visits = Visit.objects.filter(night__season__ladder=ladder, night__closed_at=None, left_at=None)
    return frozenset(visits.values_list(resolve_player("player"), flat=True))


def count_places_among(rows: Sequence[StandingsRow], here: frozenset[int]) -> list[StandingsRow]:
    """Return the rows with the rank that each has, or would have, among those who are here."""
    ranks = [row.rank for row in rows if row.is_ranked and row.player in here]
    return [row._replace(rank=bisect_left(ranks, row.rank) + 1) for row in rows]


def find_night_end(ladder: Ladder) -> datetime | None:
    """Return when the night ends that runs on a ladder; one query where a rule asks for it, else none."""
    if not ladder.exempt_minutes:
        return None
    running = Night.objects.filter(season__ladder=ladder, closed_at=None)
    return running.values_list("ends_at", flat=True).first()
