"""The matches that a plan rates anew, one by one: what each was worth and would be."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import formats, timezone

from ladder.models import Match, Participant, RatingChange
from ladder.ratings import Result
from ladder.selectors.printing import change_text
from ladder.selectors.results import as_who
from ladder.selectors.titles import Seat, title

from ..concern import concerned
from ..ledger import BoardPlan
from ..results import stored_sides

SHOWN = 20  # matches


class Remade(NamedTuple):
    """A match, and what it changes for whoever did best in it, before and after."""

    match: int
    title: str
    day: str
    before: str
    after: str


class Told(NamedTuple):
    """A match's participants, and what it changes for each of them."""

    seats: list[Seat]
    changes: list[float | None]

    def best(self) -> float | None:
        """What it changes for the winner, or for who came first."""
        order = sorted(range(len(self.seats)), key=lambda seat: rank(self.seats[seat]))
        return self.changes[order[0]] if order else None


def rank(seat: Seat) -> tuple[int, float]:
    return seat.place or 0, -(seat.score or 0)


def touched(plan: BoardPlan, results: Mapping[int, Result]) -> list[int]:
    """Return the matches that are rated anew: those that change and count, then by play those whose rows differ."""
    system = plan.board.rating_system
    changed = [match for match, result in results.items() if concerned(system, result)]
    return list(dict.fromkeys((*changed, *(row.seat[0] for row in plan.rows))))


def remade(plan: BoardPlan, names: Mapping[int, str], results: Mapping[int, Result]) -> list[Remade]:
    """Return the first matches that are rated anew, in order of play; three queries."""
    found = touched(plan, results)[: len(results) + SHOWN]
    matches = list(Match.objects.filter(pk__in=found).order_by("played_at", "sequence")[:SHOWN])
    was = stored(plan, matches)
    new = {row.seat: row.change for row in plan.rows if row.seat[0] in was}
    return [line(plan, match, was[match.pk], new, names, results.get(match.pk)) for match in matches]


def stored(plan: BoardPlan, matches: Iterable[Match]) -> dict[int, Told]:
    """Return the matches as they are stored."""
    rows = list(as_who(Participant.objects.filter(match__in=list(matches)).order_by("match", "seat")))
    changed = RatingChange.objects.filter(board=plan.board, participant__in=[row.pk for row in rows])
    moved = {row.participant_id: row.change for row in changed}
    found: dict[int, Told] = {match.pk: Told([], []) for match in matches}
    for row in rows:
        found[row.match_id].seats.append(Seat(row.player.name, row.score, row.place))
        found[row.match_id].changes.append(moved.get(row.pk))
    return found


def line(
    plan: BoardPlan,
    match: Match,
    was: Told,
    new: Mapping[tuple[int, int], float],
    names: Mapping[int, str],
    result: Result | None,
) -> Remade:
    """Return one match as printed."""
    seats = was.seats
    if result is not None:
        sides = stored_sides(result)
        seats = [Seat(names.get(side["player_id"], "?"), side["score"], side["place"]) for side in sides]
    kept = [*was.changes, *[None] * len(seats)]
    will = Told(seats, [new.get((match.pk, seat), kept[seat]) for seat in range(len(seats))])
    system = plan.board.rating_system
    before, after = (change_text(system, told.best()) for told in (was, will))
    return Remade(match.pk, title(seats), day(result.ended if result else match.played_at), before, after)


def day(at: datetime) -> str:
    return formats.date_format(timezone.localtime(at), "j M Y")
