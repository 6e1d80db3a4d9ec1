"""The order of play: when a match was played, then the order of entry (G-1)."""

from datetime import datetime

from django.db.models import Q

from ladder.models import Match

OrderPlace = tuple[datetime, int]
"""A match's place in the order: when it was played, then the order of entry."""


def find_order_place(match: Match) -> OrderPlace:
    """Return the match's place in the order."""
    return match.played_at, match.sequence


def filter_from_place(place: OrderPlace | None, prefix: str = "") -> Q:
    """Return the filter for matches at this place or later; None is the start."""
    if place is None:
        return Q()
    at, number = place
    later = Q(**{f"{prefix}played_at__gt": at}) | Q(**{f"{prefix}sequence__gte": number})
    return Q(**{f"{prefix}played_at__gte": at}) & later  # said so that a database enters its index by the date


def filter_before_place(place: OrderPlace, prefix: str = "") -> Q:
    """Return the filter for matches before this place."""
    at, number = place
    earlier = Q(**{f"{prefix}played_at__lt": at}) | Q(**{f"{prefix}sequence__lt": number})
    return Q(**{f"{prefix}played_at__lte": at}) & earlier
