"""The rows of a battle or a tournament: what each may hold, and how many were sent."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from django.http import QueryDict

from ladder.ratings import Fact

FIELD = Fact("field", "Entrants", low=1, high=10_000, help="How many took part, including anyone not listed.")
ROUND = Fact("round", "Round", low=1, high=10_000)
PLACE = Fact("place", "Finishing place", low=1, high=10_000)
WAYS = [("standing", "Standing"), ("surrendered", "Surrendered"), ("dead", "Died")]
MOST = 200


def sent_rows(data: Mapping[str, Any]) -> int:
    """Return how many rows were sent, at most `MOST`."""
    return next(seat for seat in count() if seat == MOST or f"player_{seat}" not in data)


def one_more(data: QueryDict) -> dict[str, Any]:
    """Return what was sent with one more row, as the start of a new form."""
    values: dict[str, Any] = {name: value for name, value in data.items() if name != "csrfmiddlewaretoken"}
    seat = sent_rows(values)
    return values if seat == MOST else values | {f"player_{seat}": "", f"place_{seat}": seat + 1}
