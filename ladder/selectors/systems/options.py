"""The options of a system as its page prints them, and how a board's differ."""

from typing import Any, NamedTuple

from ladder.ratings import Option, RatingSystem, create_system, list_options
from ladder.selectors.printing import use_minus_sign


class OptionLine(NamedTuple):
    """One option: its default and range, and the value in force."""

    label: str
    rule: str
    default: str
    range: str
    value: str
    differs: bool
    is_ours: bool
    help: str


def list_option_lines(system: RatingSystem) -> list[OptionLine]:
    """Return the system's options in their order."""
    return [build_option_line(one, getattr(system, one.name)) for one in list_options(create_system(system.key))]


def build_option_line(one: Option, value: Any) -> OptionLine:
    differs = value != one.default
    texts = (format_option(one, one.default), format_option_range(one), format_option(one, value))
    return OptionLine(one.label, one.rule, *texts, differs, one.choice, one.help)


def format_option(one: Option, value: Any) -> str:
    """Return a value as printed."""
    if one.choices:
        return dict(one.choices)[value]
    if one.type is bool:
        return "yes" if value else "no"
    return use_minus_sign(f"{value:,.12g}")


def format_option_range(one: Option) -> str:
    """Return what the option may be."""
    if one.choices:
        return " or ".join(label for _, label in one.choices)
    if one.type is bool:
        return "yes or no"
    return f"{format_option(one, one.low)} to {format_option(one, one.high)}"
