"""A match of a career in words."""

from ladder.selectors.places import format_ordinal
from ladder.selectors.profiles.career import CareerMatch
from ladder.selectors.results import join_names

WORDS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}


def describe_career_match(game: CareerMatch) -> str:
    """Return "beat Bea", "came 2nd of 8" or "nobody won, with Bo and Cleo"."""
    names = join_names([other.name for other in game.others])
    if game.place:
        return f"came {format_ordinal(game.place)} of {game.facts.get('field', len(game.others) + 1):g}"
    if game.score == 0 and not any(other.score == 1 for other in game.others):
        return f"nobody won, with {names}"
    return f"{WORDS.get(game.score or 0.0, 'played')} {names}"


def describe_opponents(game: CareerMatch) -> str:
    """Return "v Bea", or the place in a tournament."""
    return describe_career_match(game) if game.place else f"v {join_names([other.name for other in game.others])}"
