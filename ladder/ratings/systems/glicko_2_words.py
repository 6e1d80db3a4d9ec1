"""The words of Glicko-2: a rating with its deviation, and the steps that explain the games of a period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ladder.ratings import Key, Message, Step, format_fixed, round_half_up

from .glicko_2_sums import SCALE, Game, State, assess_game, sum_up_games

ENDED = {1.0: "A win against", 0.5: "A draw with", 0.0: "A loss to"}


def describe_spread(points: float, deviation: float) -> str:
    """Return a rating with its deviation: 1,464 ± 152."""
    return f"{round_half_up(points, 0):,} ± {round_half_up(deviation, 0):,}"


def format_number(number: float, digits: int = 4) -> str:
    """Return a number with a real minus sign."""
    return format_fixed(number, digits).replace("-", "−")


def name_opponents(game: Game) -> tuple[str, Mapping[str, Key]]:
    """Return the placeholders of the opponents in a sentence, and who they are."""
    who = {f"other{number}": player for number, player in enumerate(game.opponents)}
    return " and ".join(f"{{{word}}}" for word in who), who


def explain_game(game: Game, g: float, expected: float) -> Step:
    """Return the step of one game of a period: what it adds to the sum of all."""
    names, who = name_opponents(game)
    has = "who had" if len(who) == 1 else "who together counted as"
    said = Message(
        f"{ENDED.get(game.score, 'A game against')} {names}, {has} {{theirs}}: g is {{g}} and E {{expected}}.",
        {
            "theirs": describe_spread(game.points, game.deviation),
            "g": f"{g:.4f}",
            "expected": format_fixed(expected, 3),
        },
        who,
    )
    adds = g * (game.score - expected)
    total = f"{g:.4f} × ({game.score:g} − {format_fixed(expected, 3)}) = {format_fixed(adds, 4)}"
    return Step("K-3", "A game", said, total.replace("-", "−"), adds)


def explain_period(old: State, tau: float) -> Iterator[Step]:
    """Yield the steps of a period with games: each of them, then what they say together."""
    for game in old.games:
        yield explain_game(game, *assess_game(old.points, game))
    sums, phi = sum_up_games(old, tau), old.deviation / SCALE
    v, before, after, sigma = (f"{one:.4f}" for one in (sums.v, sums.before, sums.after, sums.volatility))
    said = Message("How little the games tell: 1 ÷ v is the sum of g² × E × (1 − E).")
    yield Step("K-3", "The games together", said, f"v = {v}", sums.v)
    said = Message("By this much the games say that the rating was wrong, divided by 173.7178.")
    text = f"Δ = {v} × {format_number(sums.surprise)} = {format_number(sums.delta)}"
    yield Step("K-4", "How surprising they were", said, text, sums.delta)
    said = Message("The volatility was {old}.", {"old": f"{old.volatility:.5f}"})
    yield Step("K-5", "The new volatility", said, f"σ′ = {sums.volatility:.5f}", sums.volatility)
    said = Message("The rating is less sure before the games.")
    yield Step("K-6", "A period has passed", said, f"φ* = √({phi:.4f}² + {sigma}²) = {before}", sums.before)
    spread = {"old": format_fixed(old.deviation, 2), "new": format_fixed(SCALE * sums.after, 2)}
    said = Message("The games make it surer: the deviation was {old} and is {new}.", spread)
    yield Step("K-7", "The new deviation", said, f"φ′ = 1 ÷ √(1 ÷ {before}² + 1 ÷ {v}) = {after}", sums.after)
    change = SCALE * sums.after**2 * sums.surprise
    text = f"173.7178 × {after}² × {format_number(sums.surprise)} = {format_number(change, 2)}"
    yield Step("K-8", "The rating moves", Message("By φ′² times the sum of all games."), text, change)
