"""The list of all rating systems."""

from typing import NamedTuple

from ladder.ratings import create_system, list_system_choices
from ladder.selectors.parts import PlayerExplanation
from ladder.selectors.systems.pages import work_out_example


class SystemCard(NamedTuple):
    """A system in short, with its first example."""

    key: str
    label: str
    summary: str
    suits: str
    says: str
    parts: list[PlayerExplanation]


def list_system_cards() -> list[SystemCard]:
    """Return every registered system, by label."""
    return sorted((build_system_card(key) for key, _ in list_system_choices()), key=lambda one: one.label.casefold())


def build_system_card(key: str) -> SystemCard:
    about = create_system(key).about
    first = work_out_example(key, about.examples[0])
    return SystemCard(key, about.label, about.summary, about.suits, first.says, first.parts)
