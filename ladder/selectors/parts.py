"""What a match was worth to one player on one board, step by step as a page prints it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ladder.ratings import Key, Rating, RatingSystem, Step, format_fixed
from ladder.selectors.printing import MINUS, find_direction, format_change, format_rating, use_minus_sign
from players.names import isolate_direction

PlayerNames = Mapping[Key, str]


class StepLine(NamedTuple):
    """One step: the sum up to its last equals sign, and what it comes to."""

    rule: str
    title: str
    sentence: str
    sum: str
    value: str


class PlayerExplanation(NamedTuple):
    """One player's rating before and after, the change, and the steps between them."""

    player: int
    name: str
    change: str
    direction: str
    before: str
    after: str
    lines: list[StepLine]
    how: str = ""  # the place, or how a battle was left


def explain_for_player(
    system: RatingSystem, player: int, names: PlayerNames, before: Rating, after: Rating, steps: Sequence[Step] = ()
) -> PlayerExplanation:
    """Return what changed one player's rating from `before` to `after`."""
    figures = (format_change(system, after.points - before.points), find_direction(after.points - before.points))
    ratings = (format_exact_rating(system, before), format_exact_rating(system, after))
    return PlayerExplanation(player, names[player], *figures, *ratings, [format_step(step, names) for step in steps])


def format_exact_rating(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as a calculation prints it: with a decimal where lists show a rounded whole number."""
    text, points = format_rating(system, rating), rating.points
    return text if "." in text or points == int(points) else use_minus_sign(format_fixed(points, 1))


def format_step(step: Step, names: PlayerNames) -> StepLine:
    """Return a step as printed."""
    head, equals, value = use_minus_sign(step.sum).rpartition(" = ")
    return StepLine(step.rule, step.title, format_step_sentence(step, names), head + equals, value)


def format_step_sentence(step: Step, names: PlayerNames) -> str:
    """Return a step's sentence; numbers get a real minus, names keep their hyphens."""
    figures = {word: re.sub(r"^-(?=\d)", MINUS, text) for word, text in step.sentence.params.items()}
    return step.sentence._replace(params=figures).text(lambda player: isolate_direction(names[player]))
