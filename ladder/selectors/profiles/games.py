"""A match of a career in words."""

from ladder.selectors.places import ordinal
from ladder.selectors.results import listed

from .career import Game

WORDS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}


def how(game: Game) -> str:
    """Return "beat Bea", "came 2nd of 8" or "nobody won, with Bo and Cleo"."""
    names = listed([other.name for other in game.others])
    if game.place:
        return f"came {ordinal(game.place)} of {game.facts.get('field', len(game.others) + 1):g}"
    if game.score == 0 and not any(other.score == 1 for other in game.others):
        return f"nobody won, with {names}"
    return f"{WORDS.get(game.score or 0.0, 'played')} {names}"


def versus(game: Game) -> str:
    """Return "v Bea", or the place in a tournament."""
    return how(game) if game.place else f"v {listed([other.name for other in game.others])}"
