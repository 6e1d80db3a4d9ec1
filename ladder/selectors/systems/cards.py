"""The list of all rating systems."""

from typing import NamedTuple

from ladder.ratings import create_system, list_system_choices
from ladder.selectors.parts import Part

from .pages import worked


class Card(NamedTuple):
    """A system in short, with its first example."""

    key: str
    label: str
    summary: str
    suits: str
    says: str
    parts: list[Part]


def cards() -> list[Card]:
    """Return every registered system, by label."""
    return sorted((card(key) for key, _ in list_system_choices()), key=lambda one: one.label.casefold())


def card(key: str) -> Card:
    about = create_system(key).about
    first = worked(key, about.examples[0])
    return Card(key, about.label, about.summary, about.suits, first.says, first.parts)
