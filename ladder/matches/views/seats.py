"""What helps to name the players of a match: the names that a browser completes, and those who play often, to tap."""

from typing import Any

from django.utils.functional import SimpleLazyObject

from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.outcome import OutcomeForm
from ladder.matches.forms.sides import SidesForm
from ladder.matches.forms.two_players import PairForm
from ladder.matches.queries.opponents import list_likely_opponents, list_likely_sides, list_player_names


def build_seat_helps(form: MatchForm) -> dict[str, Any]:
    """Return what every page prints that asks who played: `names` to complete, and players to tap.

    Of a match of sides, `sides` are the fields of each with its likely players. Of two players `opponents` are the
    likely ones; none where nobody else can play, as in a challenge of two others.
    """
    helps: dict[str, Any] = {"names": SimpleLazyObject(list_player_names)}  # parts of a page don't need them
    if isinstance(form, SidesForm):
        likely = [[], []] if form.challenge else list_likely_sides(form.season, form.player, form.list_chosen())
        return helps | {"sides": list(zip(form.sides(), likely, strict=True))}
    if not isinstance(form, OutcomeForm):
        return helps
    if isinstance(form, PairForm) and form.challenge:
        return helps | {"opponents": []}
    return helps | {"opponents": list_likely_opponents(form.season, form.player, form.list_chosen())}
