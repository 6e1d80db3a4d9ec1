"""What helps to name the players of a match: the names that a browser completes, and those who play often, to tap."""

from typing import Any

from django.utils.functional import SimpleLazyObject

from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.outcome import OutcomeForm
from ladder.matches.forms.sides import SideFields, SidesForm
from ladder.matches.forms.stored_match import StoredMatchForm
from ladder.matches.queries.opponents import Opponent, list_likely_opponents, list_likely_sides, list_player_names


def build_seat_helps(form: MatchForm | StoredMatchForm) -> dict[str, Any]:
    """Return what every page prints that asks who played: `names` to complete, and players to tap.

    Of a report of sides, `sides` are the fields of each with its likely players. Otherwise `opponents` are those to
    tap for one of two players, and for any seat of a stored match. A part of the page that prints none asks for none.
    """
    helps: dict[str, Any] = {"names": SimpleLazyObject(list_player_names)}
    if isinstance(form, SidesForm):
        return helps | {"sides": SimpleLazyObject(lambda: list_sides_with_offered(form))}
    if isinstance(form, OutcomeForm | StoredMatchForm):
        return helps | {"opponents": SimpleLazyObject(lambda: list_offered_players(form))}
    return helps


def list_sides_with_offered(form: SidesForm) -> list[tuple[SideFields, list[Opponent]]]:
    """Return the fields of both sides with the players to tap; none in a challenge, which says who plays."""
    offered = [[], []] if form.challenge else list_likely_sides(form.season, form.player, form.list_chosen())
    return list(zip(form.sides(), offered, strict=True))


def list_offered_players(form: OutcomeForm | StoredMatchForm) -> list[Opponent]:
    """Return the players to tap in a form; none where nobody else can play, as in a challenge of two others."""
    if isinstance(form, StoredMatchForm):
        return list_likely_opponents(form.season, chosen=form.list_chosen())
    if form.challenge and form.player is None:
        return []
    return list_likely_opponents(form.season, form.player, form.list_chosen())
