"""The steps that explain a nardgammon Elo: the gap, the part of the stake that moves, R, the change (N-3 to N-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .about import Message, Step
from .nardgammon_about import SPREAD, STAKE
from .results import WON
from .rounding import digits_of, fixed, signed
from .values import Ratings, Result

if TYPE_CHECKING:  # the system imports this file
    from .nardgammon_elo import NardgammonElo


def gap(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the first step: D, from the two ratings just before (N-5)."""
    lead, first = system.lead(result, before, seat), system.first_seat(result, seat)
    digits = digits_of(before[first].points, before[1 - first].points)
    a, b = fixed(before[first].points, digits), fixed(before[1 - first].points, digits)
    who = {"first": result.players[first], "second": result.players[1 - first]}
    sentence = Message("D is {first}'s rating before the match, {a}, minus {second}'s, {b}.", {"a": a, "b": b}, who)
    total = f"{a} − {b} = {fixed(lead, digits)}".replace("-", "−")
    return Step("N-5", "Start from the ratings before the match", sentence, total, lead)


def surprise(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the step that says which part of the stake moves (N-4)."""
    length, lead = int(result.facts["length"]), system.lead(result, before, seat)
    share = system.share(result, before, seat)
    sentence = Message(
        "The share of the stake that moves. Long matches are steep: the gap is scaled by √{n}.", {"n": str(length)}
    )
    first = system.first_seat(result, seat)
    lead_text = fixed(lead, digits_of(before[first].points, before[1 - first].points))
    total = f"1 ÷ (1 + 10^({lead_text} × √{length} ÷ {SPREAD})) = {fixed(share, 4)}"
    return Step("N-4", "How surprising was the result?", sentence, total.replace("-", "−"), share)


def speed(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the step with R, which falls with what the player had completed (N-6)."""
    played, factor = before[seat].experience, system.factor(before[seat])
    ramp = {"begin": f"{system.begin:g}", "end": f"{system.end:g}", "games": f"{system.games:,}"}
    sentence = Message(
        "{me} had completed {g} {unit}. R goes from {begin} to {end} over {games}. "
        "This is our assumption: the source breaks off where it defines R.",
        {"g": f"{played:,}", "unit": system.unit, **ramp},
        {"me": result.players[seat]},
    )
    total = f"G = {played:,}, R = {ramp_sum(system, played)} = {fixed(factor, 2)}"
    return Step("N-6", "How fast does this rating change?", sentence, total, factor)


def ramp_sum(system: NardgammonElo, played: int) -> str:
    """Return the sum that comes to R."""
    if played >= system.games:
        return f"{system.end:g}, the final value"
    return f"{system.begin:g} − ({system.begin:g} − {system.end:g}) × {played:,} ÷ {system.games:,}"


def moved(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the last step: what the player gains or loses (N-3, N-7)."""
    change = system.change(result, before, seat)
    verb = "gains" if result.scores[seat] == WON else "loses"
    words = f"{{me}} {verb} R × 10 × √L × that share. {{other}} has their own R, so the two changes may differ (N-7). "
    sentence = Message(
        words + "Stored unrounded, shown with one decimal (G-2).",
        {},
        {"me": result.players[seat], "other": result.players[1 - seat]},
    )
    length, factor = int(result.facts["length"]), fixed(system.factor(before[seat]), 2)
    share = fixed(system.share(result, before, seat), 4)
    total = f"{factor} × {STAKE} × √{length} × {share} = {fixed(abs(change), 2)}, shown as {signed(change, 1)}"
    return Step("N-3", "Calculate the change", sentence, total.replace("-", "−"), change)
