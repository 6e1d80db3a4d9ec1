"""What changed of a member's rank and rating since the last earlier day on which they looked.

The session keeps what was seen, not only the day: a rank that a correction changed since is news too. No table says who
looked when, so another device begins anew.
"""

from datetime import date
from typing import Any

from django.utils import timezone

from ladder.models import Board
from ladder.pages.figures import format_weekday, name_rating
from ladder.standings.queries.rows import StandingsRow

type SeenPlace = dict[str, Any]
"""A rank and a rating as a page showed them, with their board and day: what a session can store."""

NO_RANK_WORDS = "no rank"
NEWS = {
    (True, True): "Since {day}: {rank}, {unit} {rating}.",
    (True, False): "Since {day}: {rank}.",
    (False, True): "Since {day}: {unit} {rating}.",
}
"""By whether the rank and whether the rating changed."""


def read_seen_place(board: Board, mine: StandingsRow) -> SeenPlace:
    """Return what a member sees now of their own place on a board."""
    rank = mine.rank_words if mine.is_ranked else NO_RANK_WORDS
    return {"board": board.pk, "day": timezone.localdate().isoformat(), "rank": rank, "rating": mine.rating}


def follow_visits(kept: list[SeenPlace], now: SeenPlace) -> list[SeenPlace]:
    """Return what to keep of visits: the place seen last on an earlier day, if there is one, and the one seen now.

    On another board it begins anew.
    """
    earlier = [one for one in kept if one["board"] == now["board"] and one["day"] < now["day"]]
    return [*earlier[-1:], now]


def describe_news(board: Board, visits: list[SeenPlace]) -> str:
    """Return "Since Tuesday 24 November: from 6th to 4th, rating from 1,290 to 1,306."; nothing if all is the same."""
    before, now = visits[0], visits[-1]
    moved = before["rank"] != now["rank"], before["rating"] != now["rating"]
    if not any(moved):
        return ""
    return NEWS[moved].format(
        day=format_weekday(date.fromisoformat(before["day"])),
        rank=f"from {before['rank']} to {now['rank']}",
        unit=name_rating(board.rating_system),
        rating=f"from {before['rating']} to {now['rating']}",
    )
