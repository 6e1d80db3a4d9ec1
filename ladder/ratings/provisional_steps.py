"""The steps that explain a provisional Elo: what the opponent counts as, the score, the mean, the change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .about import Message, Step
from .provisional_sums import Scores, k_band, mean, scores_of
from .results import DRAWN, WON
from .rounding import fixed, signed
from .values import Key, Rating

if TYPE_CHECKING:  # the system imports this file
    from .provisional_elo import ProvisionalElo


def counted(system: ProvisionalElo, own: Rating, opponent: Rating, who: dict[str, Key]) -> Step:
    """Return the step that says what the opponent counts as (R-4, R-6, R-11)."""
    worth, rule = system.worth(opponent), "R-4"
    words = {"games": str(opponent.experience), "worth": fixed(worth, 0), "few": str(system.newcomer_games)}
    if system.is_newcomer(opponent):
        rule = "R-6" if system.is_provisional(own) else "R-11"
        text = "{other} had completed {games} games, fewer than {few}, so they count as {worth}."
    elif system.is_provisional(opponent):
        text = "{other} was provisional with {games} games and counts with their rating before the game, {worth}."
    else:
        text = "{other} was established and counts with their rating before the game, {worth}."
    total = fixed(worth).replace("-", "−")
    return Step(rule, "What does the opponent count as?", Message(text, words, who), total, worth)


def scored(system: ProvisionalElo, opponent: Rating, score: float, who: dict[str, Key]) -> Step:
    """Return the step that scores the game (R-3, R-5)."""
    swing, value = system.swing(opponent), system.performance(opponent, score)
    provisional = system.is_provisional(opponent) and score != DRAWN
    why = f"{{other}} was {'provisional' if provisional else 'established'}, so a {outcome(score)}"
    what = "A draw adds nothing." if score == DRAWN else f"{why} {'adds' if score else 'takes off'} {{swing}}."
    sign = "+" if score >= DRAWN else "−"
    total = f"{fixed(system.worth(opponent))} {sign} {swing if score != DRAWN else 0:g} = {fixed(value)}"
    rule = "R-5" if provisional else "R-3"
    sentence = Message(f"{what} This score is final (R-4).", {"swing": f"{swing:g}"}, who)
    return Step(rule, "Score this game", sentence, total.replace("-", "−"), value)


def averaged(
    system: ProvisionalElo, own: Rating, opponent: Rating, score: float, change: float, who: dict[str, Key]
) -> tuple[Step, Step]:
    """Return the two steps from the scores to the mean, and to the change (R-3)."""
    scores = (*scores_of(own), system.performance(opponent, score))
    new = mean(scores)
    listed = " + ".join(fixed(one) for one in scores)
    sentence = Message(
        "{me} is provisional until {games} games: the mean of all {n} scores, this one last. "
        "The starting rating is not part of it.",
        {"games": str(system.games), "n": str(len(scores))},
        who,
    )
    total = f"({listed}) ÷ {len(scores)} = {fixed(new)}"
    return (
        Step("R-3", "Take the mean of all scores", sentence, total.replace("-", "−"), new),
        difference(own.points, scores, score, change, who),
    )


def likely(system: ProvisionalElo, own: Rating, opponent: Rating, who: dict[str, Key]) -> Step:
    """Return the step with the expected score of an established player (R-8)."""
    chance = system.chance(own, opponent)
    total = f"1 ÷ (10^(({fixed(system.worth(opponent))} − {fixed(own.points)}) ÷ 400) + 1) = {fixed(chance, 3)}"
    sentence = Message("We is what {me} was expected to score against {other}.", {}, who)
    return Step("R-8", "What was expected?", sentence, total.replace("-", "−"), chance)


def moved(
    system: ProvisionalElo, own: Rating, opponent: Rating, score: float, change: float, who: dict[str, Key]
) -> Step:
    """Return an established player's change (R-8, R-10)."""
    halved = system.is_provisional(opponent)
    text = (
        "{other} was provisional, so the change is halved. "
        if halved
        else "{other} was established, so the change is not halved. "
    )
    sum_ = f"{k_band(own.points)[0]} × ({score:g} − {fixed(system.chance(own, opponent), 3)}){' ÷ 2' if halved else ''}"
    sentence = Message(text + "Stored unrounded, shown as a whole number (R-12).", {}, who)
    total = f"{sum_} = {fixed(change, 2)}, shown as {signed(change, 1)}"
    return Step("R-10" if halved else "R-8", "Calculate the change", sentence, total.replace("-", "−"), change)


def outcome(score: float) -> str:
    return "win" if score == WON else "draw" if score == DRAWN else "loss"


def stake(own: Rating, who: dict[str, Key]) -> Step:
    """Return the step that finds K in its band (R-9)."""
    k, band = k_band(own.points)
    sentence = Message("{me} had {points}, so the band is {band}.", {"points": fixed(own.points), "band": band}, who)
    return Step("R-9", "How much is at stake?", sentence, f"K = {k}", k)


def difference(old: float, scores: Scores, score: float, change: float, who: dict[str, Key]) -> Step:
    """Return the last provisional step: the new mean against the old, and why a win can cost (R-3)."""
    new, words = mean(scores), {"old": fixed(old), "this": fixed(scores[-1]), "outcome": outcome(score)}
    if (change < 0 < score) or (change > 0 and score < WON):
        moved, side = ("lowered", "less") if change < 0 else ("raised", "more")
        text = (
            f"The {{outcome}} {moved} the rating of {{me}}: this game scored {{this}}, {side} than the {{old}} before."
        )
    elif len(scores) == 1:
        text = "This is the first score of {me}, so it is the whole mean."
    else:
        text = "The mean of {me} was {old} before."
    sentence = Message(f"{text} Stored unrounded, shown as a whole number (R-12).", words, who)
    total = f"{fixed(new)} − {fixed(old)} = {fixed(change)}, shown as {signed(change, 1)}"
    return Step("R-3", "Compare with the rating before", sentence, total.replace("-", "−"), change)
