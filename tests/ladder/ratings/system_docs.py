"""The documentation of each rating system, and the complete example in the guide to adding one."""

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from ladder.ratings import RatingSystem, list_system_choices
from ladder.ratings.registry import RATING_SYSTEMS

PAGES = Path(__file__).resolve().parents[3] / "docs" / "rating-systems"
GUIDE = "adding-one"
KEYS = [key for key, _ in list_system_choices()]
KEYS_AND_GUIDE = [*KEYS, GUIDE]  # under the last one the fixture `guide` registers the example


@cache
def read_guide(language: str) -> str:
    """The blocks of the guide in that language: the system and its test, or its page."""
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", (PAGES / f"{GUIDE}.md").read_text(), re.DOTALL))


@cache
def load_example() -> dict[str, object]:
    """The names that the example's system and its test define; nothing stays registered."""
    module, before = ModuleType("guide_to_adding_a_system"), dict(RATING_SYSTEMS)
    sys.modules[module.__name__] = module
    try:
        exec(read_guide("python"), module.__dict__)  # our own page
    finally:
        module.__dict__["registered"] = {key: one for key, one in RATING_SYSTEMS.items() if before.get(key) is not one}
        RATING_SYSTEMS.clear()
        RATING_SYSTEMS.update(before)
    return module.__dict__


def example_class() -> type[RatingSystem]:
    (found,) = load_example()["registered"].values()
    return found


def page_of(key: str) -> str:
    """The page about a system."""
    return read_guide("markdown") if key == GUIDE else (PAGES / f"{key}.md").read_text()


def rule_numbers(key: str) -> set[str]:
    """The rules that its page speaks of, apart from the range in the line about the source."""
    return set(re.findall(r"\b[A-Z]-\d+\b", page_of(key).partition("**Source:**")[0]))


def printed_numbers(key: str) -> list[str]:
    """The numbers that the published rules print, as its page lists them."""
    return page_of(key).partition("## Printed in the rules\n\n")[2].partition("\n")[0].split(", ")
