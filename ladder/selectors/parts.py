"""What a match was worth to one player on one board, step by step as a page prints it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ladder.ratings import Key, Rating, RatingSystem, Step, format_fixed
from players.names import isolated

from .printing import MINUS, change_text, direction, printed, rating_text

Names = Mapping[Key, str]


class Line(NamedTuple):
    """One step: the sum up to its last equals sign, and what it comes to."""

    rule: str
    title: str
    sentence: str
    sum: str
    value: str


class Part(NamedTuple):
    """One player's rating before and after, the change, and the steps between them."""

    player: int
    name: str
    change: str
    direction: str
    before: str
    after: str
    lines: list[Line]
    how: str = ""  # the place, or how a battle was left


def part(
    system: RatingSystem, player: int, names: Names, before: Rating, after: Rating, steps: Sequence[Step] = ()
) -> Part:
    """Return what changed one player's rating from `before` to `after`."""
    figures = (change_text(system, after.points - before.points), direction(after.points - before.points))
    ratings = (exact(system, before), exact(system, after))
    return Part(player, names[player], *figures, *ratings, [line(step, names) for step in steps])


def exact(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as a calculation prints it: with a decimal where lists show a rounded whole number."""
    text, points = rating_text(system, rating), rating.points
    return text if "." in text or points == int(points) else printed(format_fixed(points, 1))


def line(step: Step, names: Names) -> Line:
    """Return a step as printed."""
    head, equals, value = printed(step.sum).rpartition(" = ")
    return Line(step.rule, step.title, sentence(step, names), head + equals, value)


def sentence(step: Step, names: Names) -> str:
    """Return a step's sentence; numbers get a real minus, names keep their hyphens."""
    figures = {word: re.sub(r"^-(?=\d)", MINUS, text) for word, text in step.sentence.params.items()}
    return step.sentence._replace(params=figures).text(lambda player: isolated(names[player]))
