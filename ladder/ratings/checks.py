"""Check a result before a system rates it, wherever it was entered."""

from __future__ import annotations

import math

from ladder.formats import DRAWN, HANDICAP, STOPPED, TEAMS, Fact, get_handicap

from .base import RatingSystem
from .handicap import list_handicap_sides
from .values import WALKOVER, RatingError, Result


def check_result(system: RatingSystem, result: Result) -> None:
    """Refuse a result that the system can't take.

    Raises: RatingError with a sentence for the person who entered it, such as "A player can't
    play himself." or "Match length must be a whole number from 1 to 999."
    """
    check_result_players(result)
    if get_handicap(result.facts):
        check_fact(HANDICAP, get_handicap(result.facts))
        list_handicap_sides(result)
    if result.kind == WALKOVER:
        check_walkover_result(result)
    if result.kind in (*system.uncounted, WALKOVER):
        return
    if result.kind not in system.kinds:
        known = ", ".join(kind.key for kind in (*system.kinds, *system.uncounted))
        raise RatingError(f"{system.about.label} has no kind {result.kind.key}. Choose one of: {known}.", "kind")
    result.kind.format.check(result)
    may_lack_winner = result.kind.format.may_lack_winner or result.ending == STOPPED
    if not system.draws and DRAWN in result.scores and not may_lack_winner:
        raise RatingError(f"{system.about.label} has no draws.", "result")
    for fact in system.facts:
        check_fact(fact, result.facts.get(fact.name))
    system.validate(result)


def check_result_players(result: Result) -> None:
    """Refuse a player against themselves (G-5), too few players, and a match that ends before it began."""
    if len(set(result.players)) < len(result.players):
        raise RatingError("A player can't play himself.", "players")  # so it stands in files that programs read
    result.kind.format.check_count(result)
    # Two times of one zone compare by its clock, which is put back an hour once a year.
    if result.started is not None and result.started.timestamp() > result.ended.timestamp():
        raise RatingError("A match can't end before it began.", "started")


def check_walkover_result(result: Result) -> None:
    """Refuse a walkover that is not between a winner and one player, or one side, who did not play."""
    if result.sides and DRAWN not in result.scores:
        TEAMS.check(result)
        return
    if len(result.players) != 2 or DRAWN in result.scores or result.exits or result.places:
        raise RatingError("A walkover has two players, and one of them wins.", "result")


def check_fact(fact: Fact, value: float | None) -> None:
    """Refuse a fact that is missing or out of its range."""
    if value is None:
        if fact.required:
            raise RatingError(f"{fact.label} is missing.", fact.name)
        return
    noun = "a whole number" if fact.whole else "a number"
    wrong = not math.isfinite(value) or (fact.whole and value != int(value))
    if wrong or not fact.low <= value <= fact.high:
        raise RatingError(f"{fact.label} must be {noun} from {fact.low:g} to {fact.high:,.12g}.", fact.name)
