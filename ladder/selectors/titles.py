"""A match in a few words, as a page or a list is headed: Ana beat Ben."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ladder.selectors.results import join_names


class TitledParticipant(NamedTuple):
    """Who took part and how it ended, whichever way the match is kept."""

    name: str
    score: float | None
    place: int | None


def format_match_title(seats: Iterable[TitledParticipant]) -> str:
    """Return who won, or that nobody did."""
    first, *others = sorted(seats, key=lambda seat: (seat.place or 0, -(seat.score or 0)))
    if first.place:
        return format_tournament_title([first, *others])
    if len(others) > 1:
        return f"Battle won by {first.name}" if first.score == 1 else "Battle without a winner"
    return f"{first.name} {'beat' if first.score == 1 else 'drew with'} {others[0].name}"


def add_match_length(title: str, facts: Mapping[str, float]) -> str:
    """Return the title with the match's length, where it has one."""
    length = facts.get("length")
    return f"{title}, {length:g}-point match" if length else title


def format_tournament_title(seats: list[TitledParticipant]) -> str:
    """Return who won a tournament; of those listed nobody may have."""
    winners = [seat.name for seat in seats if seat.place == 1]
    if not winners:
        return f"Tournament with {seats[0].name} in place {seats[0].place}"
    return f"Tournament won by {join_names(winners)}"
