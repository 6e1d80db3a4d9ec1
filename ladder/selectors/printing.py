"""How pages print the core's texts: with a real minus sign."""

from ladder.ratings import RatingSystem, format_fixed

MINUS = "−"


def printed(text: str) -> str:
    """Return a number's text with U+2212 for a minus."""
    return text.replace("-", MINUS)


def rating_text(system: RatingSystem, points: float) -> str:
    """Return a rating as a page prints it."""
    return printed(system.shown(points))


def change_text(system: RatingSystem, change: float | None) -> str:
    """Return a signed change as a page prints it; nothing for none."""
    return "" if change is None else printed(system.change_shown(change))


def seen_change(system: RatingSystem, change: float) -> str:
    """Return a signed change as a page prints it; nothing for one too small to print."""
    text = change_text(system, change)
    return "" if text == change_text(system, 0) else text


def percent_text(share: float) -> str:
    """Return a share of 1 as a page prints it: 48.9 %."""
    return f"{format_fixed(share * 100)} %"


def direction(change: float | None) -> str:
    """Return the class of a change: up, down or same."""
    return "up" if change and change > 0 else "down" if change and change < 0 else "same"


def experience_noun(system: RatingSystem, count: int) -> str:
    """Return what the system counts as experience: "games", "points of match length" (B-8), or "matches"."""
    noun = next((one.label.lower() for one in system.about.columns if one.key == "experience"), "matches")
    if noun == "exp":
        return "point of match length" if count == 1 else "points of match length"
    return {"games": "game", "matches": "match"}.get(noun, noun) if count == 1 else noun
