"""The matches that a plan rates anew, one by one: what each was worth and would be."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import formats, timezone

from ladder.models import Match, Participant, RatingChange
from ladder.ratings import Result
from ladder.selectors.printing import format_change
from ladder.selectors.results import load_counted_participants
from ladder.selectors.titles import TitledParticipant, format_match_title
from ladder.services.concern import is_counted
from ladder.services.ledger import BoardPlan
from ladder.services.results import list_participant_columns

MATCHES_SHOWN = 20  # matches


class RecalculatedMatch(NamedTuple):
    """A match, and what it changes for whoever did best in it, before and after."""

    match: int
    title: str
    day: str
    before: str
    after: str


class MatchChanges(NamedTuple):
    """A match's participants, and what it changes for each of them."""

    seats: list[TitledParticipant]
    changes: list[float | None]

    def best(self) -> float | None:
        """What it changes for the winner, or for who came first."""
        order = sorted(range(len(self.seats)), key=lambda seat: order_result(self.seats[seat]))
        return self.changes[order[0]] if order else None


def order_result(seat: TitledParticipant) -> tuple[int, float]:
    return seat.place or 0, -(seat.score or 0)


def list_recalculated_matches(plan: BoardPlan, results: Mapping[int, Result]) -> list[int]:
    """Return the matches that are rated anew: those that change and count, then by play those whose rows differ."""
    system = plan.board.rating_system
    changed = [match for match, result in results.items() if is_counted(system, result)]
    return list(dict.fromkeys((*changed, *(row.seat[0] for row in plan.rows))))


def describe_recalculated_matches(
    plan: BoardPlan, names: Mapping[int, str], results: Mapping[int, Result]
) -> list[RecalculatedMatch]:
    """Return the first matches that are rated anew, in order of play; three queries."""
    found = list_recalculated_matches(plan, results)[: len(results) + MATCHES_SHOWN]
    matches = list(Match.objects.filter(pk__in=found).order_by("played_at", "sequence")[:MATCHES_SHOWN])
    was = load_match_changes(plan, matches)
    new = {row.seat: row.change for row in plan.rows if row.seat[0] in was}
    return [
        describe_recalculated_match(plan, match, was[match.pk], new, names, results.get(match.pk)) for match in matches
    ]


def load_match_changes(plan: BoardPlan, matches: Iterable[Match]) -> dict[int, MatchChanges]:
    """Return the matches as they are stored."""
    rows = list(
        load_counted_participants(Participant.objects.filter(match__in=list(matches)).order_by("match", "seat"))
    )
    changed = RatingChange.objects.filter(board=plan.board, participant__in=[row.pk for row in rows])
    moved = {row.participant_id: row.change for row in changed}
    found: dict[int, MatchChanges] = {match.pk: MatchChanges([], []) for match in matches}
    for row in rows:
        found[row.match_id].seats.append(TitledParticipant(row.player.name, row.score, row.place))
        found[row.match_id].changes.append(moved.get(row.pk))
    return found


def describe_recalculated_match(
    plan: BoardPlan,
    match: Match,
    was: MatchChanges,
    new: Mapping[tuple[int, int], float],
    names: Mapping[int, str],
    result: Result | None,
) -> RecalculatedMatch:
    """Return one match as printed."""
    seats = was.seats
    if result is not None:
        sides = list_participant_columns(result)
        seats = [TitledParticipant(names.get(side["player_id"], "?"), side["score"], side["place"]) for side in sides]
    kept = [*was.changes, *[None] * len(seats)]
    will = MatchChanges(seats, [new.get((match.pk, seat), kept[seat]) for seat in range(len(seats))])
    system = plan.board.rating_system
    before, after = (format_change(system, told.best()) for told in (was, will))
    return RecalculatedMatch(
        match.pk,
        format_match_title(seats),
        format_played_on(result.ended if result else match.played_at),
        before,
        after,
    )


def format_played_on(at: datetime) -> str:
    return formats.date_format(timezone.localtime(at), "j M Y")
