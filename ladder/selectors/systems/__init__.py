"""The pages about the rating systems: built from what a system says about itself, so a new one brings its own."""

from ladder.selectors.systems.answers import MOMENT, NAMES, MatchAnswer, work_out_match
from ladder.selectors.systems.asking import list_calculator_inputs
from ladder.selectors.systems.cards import SystemCard, list_system_cards
from ladder.selectors.systems.pages import SystemPage, build_system_page

__all__ = [
    "MOMENT",
    "NAMES",
    "MatchAnswer",
    "SystemCard",
    "SystemPage",
    "build_system_page",
    "list_calculator_inputs",
    "list_system_cards",
    "work_out_match",
]
