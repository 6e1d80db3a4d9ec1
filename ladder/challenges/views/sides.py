"""What the page of challenges prints where two sides play each other, as in doubles."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest

from ladder.challenges.forms import ArrangeSidesForm, SidesChallengeForm
from ladder.challenges.queries.eligibility import find_own_obstacle
from ladder.challenges.queries.opponents import OpponentPool, load_pool_for_kind
from ladder.challenges.queries.sides import SidePair, describe_sides_rules, describe_sides_stake, find_sides_obstacle
from ladder.challenges.sides import arrange_sides, challenge_side
from ladder.matches.forms.side_seats import TAPPED_SIDES
from ladder.matches.queries.opponents import list_likely_sides, list_player_names
from ladder.models import Season
from ladder.ratings import Kind
from players.models import Player


def make_sides_challenge(season: Season, by: User, form: SidesChallengeForm) -> str:
    """Challenge the other side of a valid form, and return what is said of it. Raises: as `challenge_side` does."""
    opponents = form.list_side(2)
    partners, note = form.list_side(1)[1:], form.cleaned_data["note"]
    challenge = challenge_side(
        season=season, by=by, partners=partners, opponents=opponents, facts=form.fact_values(), note=note
    )
    return f"You challenged {challenge.name_side(2)}."


def arrange_sides_match(season: Season, by: User, form: ArrangeSidesForm) -> str:
    """Arrange the match of a valid form, and return what is said of it. Raises: as `arrange_sides` does."""
    first, second = form.sides()
    note = form.cleaned_data["note"]
    made = arrange_sides(season=season, by=by, first=first, second=second, facts=form.fact_values(), note=note)
    return f"{made.name_side(1)} have a match against {made.name_side(2)} to play."


def build_side_challenge_context(
    request: HttpRequest, season: Season, me: Player, kind: Kind, form: SidesChallengeForm | None, terms: dict[str, Any]
) -> tuple[OpponentPool, dict[str, Any]]:
    """Return the pool, and what the page prints: who can be tapped, and what the match as chosen would bring."""
    typed = form or SidesChallengeForm(request.GET, season=season, player=me, **terms)
    is_valid = typed.is_valid()
    pool = load_pool_for_kind(season, me, kind.key, typed.fact_values())
    if form is None:
        form = SidesChallengeForm(season=season, player=me, last=pool.terms.facts, **terms)
        form.initial.update({name: request.GET.getlist(name) for name in TAPPED_SIDES})
    likely = list_likely_sides(season, me, form.list_chosen())
    return pool, {
        "form": form,
        "rules": describe_sides_rules(pool),
        "stop": find_own_obstacle(pool),
        "names": list_player_names(),
        "sides": list(zip(form.sides(), likely, strict=True)),
        **(describe_chosen_sides(pool, typed) if is_valid and typed.is_named else {}),
    }


def describe_chosen_sides(pool: OpponentPool, form: SidesChallengeForm) -> dict[str, str]:
    """Return why the challenge of a valid form can't be made, or what the match would bring."""
    players = [[player.itself for player in form.list_side(number)] for number in (1, 2)]
    sides = SidePair(*(tuple(player.pk for player in side) for side in players))
    pool = pool.with_people(player for side in players for player in side)
    if refusal := find_sides_obstacle(pool, sides):
        return {"refusal": refusal}
    return {"stake": describe_sides_stake(pool, sides)}
