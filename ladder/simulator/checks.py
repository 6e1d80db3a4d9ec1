"""What must hold after every step, whatever people did."""

from collections.abc import Iterator
from typing import Any

from ladder.models import Board, Ladder, Match, MatchRevision, Opening, Participant, Standing
from ladder.services import ledger
from ladder.services.revisions import OUTCOME_KEYS, build_match_version

NEAR = 1e-6


def find_problems() -> list[str]:
    """Return what is wrong on the ladders, a sentence each."""
    return [*find_ledger_differences(), *find_wrong_versions(), *find_wrong_sums()]


def find_ledger_differences() -> Iterator[str]:
    """Stored equals replayed."""
    for ladder in Ladder.objects.order_by("pk"):
        for one in ledger.verify(ladder):
            figures = f"{one.rows} rating changes, {one.standings} standings and {one.openings} openings"
            yield f"{one.board}: {figures} differ from a full replay."


def find_wrong_versions() -> Iterator[str]:
    """Every match has the versions 1, 2, 3 and so on, and the last says what the match says."""
    kept: dict[int, list[tuple[int, Any]]] = {}
    rows = MatchRevision.objects.order_by("match", "number")
    for pk, number, said in rows.values_list("match", "number", "version"):
        kept.setdefault(pk, []).append((number, said))
    sides: dict[int, list[dict[str, Any]]] = {}
    for pk, *side in Participant.objects.order_by("match", "seat").values_list("match", *OUTCOME_KEYS):
        sides.setdefault(pk, []).append(dict(zip(OUTCOME_KEYS, side, strict=True)))
    for match in Match.objects.order_by("pk"):
        numbers = [number for number, _ in kept.get(match.pk, [])]
        if numbers != list(range(1, match.revision + 1)):
            yield f"{match} has the versions {numbers} and should have 1 to {match.revision}."
        elif kept[match.pk][-1][1] != build_current_version(match, sides.get(match.pk, [])):
            yield f"{match} does not say what its last version says."


def build_current_version(match: Match, sides: list[dict[str, Any]]) -> dict[str, Any]:
    return build_match_version(match.kind, match.played_at, match.started_at, match.facts, match.status, sides)


def find_wrong_sums() -> Iterator[str]:
    """Where nothing is made or lost, the points of all are what they began with."""
    for board in Board.objects.select_related("season__ladder"):
        if not board.rating_system.zero_sum:
            continue
        brought = dict(Opening.objects.filter(board=board).values_list("player", "points"))
        start = board.rating_system.initial().points
        rows = Standing.objects.filter(board=board).values_list("player", "points")
        gained = sum(points - brought.get(player, start) for player, points in rows)
        if abs(gained) > NEAR:
            yield f"{board}: the points of all add up to {gained:+g} more than they began with."
