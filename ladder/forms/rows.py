"""The rows of a battle or a tournament: what each may hold, and how many were sent."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from django.http import QueryDict

from ladder.ratings import Fact

FIELD_FACT = Fact("field", "Entrants", low=1, high=10_000, help="How many took part, including anyone not listed.")
ROUND_FACT = Fact("round", "Round", low=1, high=10_000)
PLACE_FACT = Fact("place", "Finishing place", low=1, high=10_000)
EXITS_OF_BATTLE = [("standing", "Standing"), ("surrendered", "Surrendered"), ("dead", "Died")]
MOST_ROWS = 200


def count_sent_rows(data: Mapping[str, Any]) -> int:
    """Return how many rows were sent, at most `MOST`."""
    return next(seat for seat in count() if seat == MOST_ROWS or f"player_{seat}" not in data)


def add_empty_row(data: QueryDict) -> dict[str, Any]:
    """Return what was sent with one more row, as the start of a new form."""
    values: dict[str, Any] = {name: value for name, value in data.items() if name != "csrfmiddlewaretoken"}
    seat = count_sent_rows(values)
    return values if seat == MOST_ROWS else values | {f"player_{seat}": "", f"place_{seat}": seat + 1}
