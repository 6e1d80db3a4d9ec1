"""The steps in which Elo explains a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ladder.ratings import (
    DRAWN,
    LOST,
    Key,
    Message,
    Rating,
    Step,
    count_digits,
    format_fixed,
    format_signed,
)

from .fide_table import find_printed_percent, format_percent, format_printed_row

if TYPE_CHECKING:
    from .elo import Elo


def explain_difference(system: Elo, own: float, opponent: float, who: dict[str, Key]) -> Step:
    """Return the first step: the two ratings just before the game, and the difference that counts (A-2, A-8)."""
    digits, lead = count_digits(own, opponent), system.find_lead(own, opponent)
    one, other, full = (format_fixed(number, digits) for number in (own, opponent, own - opponent))
    limited = lead != own - opponent
    says = " More than 400 counts as 400." if limited else ""
    sentence = Message(f"{{me}} had {{own}}, {{other}} {{opponent}}.{says}", {"own": one, "opponent": other}, who)
    counted = f", counted as {format_fixed(lead, 0)}" if limited else ""
    total = f"{one} − {other} = {full}{counted}".replace("-", "−")
    return Step("A-8" if limited else "A-2", "Start from the ratings before the game", sentence, total, lead)


def explain_chance(system: Elo, own: float, opponent: float, who: dict[str, Key]) -> Step:
    """Return the step with the expected score, by the formula or from the table (A-2, A-9)."""
    lead, chance = system.find_lead(own, opponent), system.find_chance(own, opponent)
    if not system.reads_table:
        sentence = Message("We is what {me} was expected to score against {other}.", {}, who)
        gap = format_fixed(-lead, count_digits(opponent, own))
        total = f"1 ÷ (10^({gap} ÷ 400) + 1) = {format_fixed(chance, 3)}"
        return Step("A-2", "What was expected?", sentence, total.replace("-", "−"), chance)
    sentence = Message(
        "The difference is in the row {row}: {higher} for the higher-rated player, {lower} for the other.",
        {
            "row": format_printed_row(lead),
            "higher": format_percent(find_printed_percent(lead)),
            "lower": format_percent(100 - find_printed_percent(lead)),
        },
        who,
    )
    return Step("A-9", "What was expected?", sentence, f"We = {format_fixed(chance, 2)}", chance)


def explain_k(system: Elo, own: Rating, who: dict[str, Key]) -> Step:
    """Return the step that finds K (A-5 to A-7)."""
    k = system.find_k(own)
    games = f"{own.experience:,} {'game' if own.experience == 1 else 'games'}"
    sentence = Message(system.describe_k(k), {"points": format_fixed(own.points), "games": games}, who)
    return Step(system.k_rule, "How fast does this rating move?", sentence, f"K = {k:g}", k)


def explain_change(system: Elo, own: Rating, opponent: float, score: float, change: float, who: dict[str, Key]) -> Step:
    """Return the last step: what the player gains or loses (A-3)."""
    decimals = 2 if system.reads_table else 3
    outcome = "loss" if score == LOST else "draw" if score == DRAWN else "win"
    sentence = Message(
        "A {outcome} is {score}.",
        {"outcome": outcome, "score": f"{score:g}"},
        who,
    )
    chance = format_fixed(system.find_chance(own.points, opponent), decimals)
    total = f"{system.find_k(own):g} × ({score:g} − {chance}) = {format_signed(change, 2)}"
    return Step("A-3", "Calculate the change", sentence, total.replace("-", "−"), change)
