"""How the tests ask for a match's explanation."""

from ladder.selectors import explanations
from ladder.services.results import result_of, sides_of


def explained(match, asked=None):
    """The match on each board that counted it."""
    sides = sides_of(match)
    names = {side.player.pk: side.player.name for side in sides}
    return explanations.explained(match, result_of(match, sides), names, asked)
