"""How pages print the core's texts: with a real minus sign."""

from ladder.ratings import Rating, RatingSystem, format_fixed

MINUS = "−"


def use_minus_sign(text: str) -> str:
    """Return a number's text with U+2212 for a minus."""
    return text.replace("-", MINUS)


def format_rating(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as a page prints it."""
    return use_minus_sign(system.shown(rating))


def format_points(system: RatingSystem, points: float) -> str:
    """Return a number of points as a page prints it: a step of a scale, or a gap."""
    return format_rating(system, Rating(points))


def format_change(system: RatingSystem, change: float | None) -> str:
    """Return a signed change as a page prints it; nothing for none."""
    return "" if change is None else use_minus_sign(system.change_shown(change))


def format_visible_change(system: RatingSystem, change: float) -> str:
    """Return a signed change as a page prints it; nothing for one too small to print."""
    text = format_change(system, change)
    return "" if text == format_change(system, 0) else text


def format_percent(share: float) -> str:
    """Return a share of 1 as a page prints it: 48.9 %."""
    return f"{format_fixed(share * 100)} %"


def find_direction(change: float | None) -> str:
    """Return the class of a change: up, down or same."""
    return "up" if change and change > 0 else "down" if change and change < 0 else "same"


def describe_experience_unit(system: RatingSystem, count: int) -> str:
    """Return what the system counts as experience: "games", "points of match length" (B-8), or "matches"."""
    experience = system.about.experience
    return experience.one if count == 1 else experience.many
