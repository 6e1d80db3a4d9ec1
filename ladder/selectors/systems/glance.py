"""A system at a glance, and what time alone does to a rating."""

from typing import NamedTuple

from ladder.ratings import Rating, RatingSystem
from ladder.selectors.printing import describe_experience_unit, format_rating

HUNDRED = 100.0


class Glance(NamedTuple):
    """One line about the system as a whole."""

    label: str
    text: str


class DecayTable(NamedTuple):
    """What is left of a rating of 100, by time alone."""

    rule: str
    rows: list[tuple[str, str]]


def list_glances(system: RatingSystem) -> list[Glance]:
    """Return where everyone starts, and what the system promises."""
    start = system.initial()
    found = [
        Glance("Everyone starts at", format_rating(system, start)),
        Glance("What one gains the other loses", "Yes" if system.zero_sum else "Not always"),
        Glance("Draws", describe_draws(system)),
        Glance("Without playing", system.period.at_a_glance if system.period else "Nothing"),
    ]
    left = system.provisional_left(start)
    if left:
        found.append(Glance("Provisional at first", f"{left:,} {describe_experience_unit(system, left)}"))
    return found


def describe_draws(system: RatingSystem) -> str:
    """Return whether there are draws."""
    if all(kind.shape == "tournament" for kind in system.kinds):
        return "No, finishing places"
    return "Yes" if system.draws else "No"


def build_decay_table(system: RatingSystem) -> DecayTable | None:
    """Return what is left of a rating after some days or months; nothing when time does nothing."""
    if system.period is None:
        return None
    rating, period = Rating(HUNDRED), system.period
    rows = [
        (period.format_spans(count), format_rating(system, system.advance(rating, count))) for count in period.samples
    ]
    return DecayTable(system.explain_advance(rating, 1)[-1].rule, rows)
