"""What a challenge would be to: which kinds a season has, and everybody around a member who wants to challenge."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.models import Challenge, Season
from ladder.ratings import UNRATED, Fact, Facts, Kind, build_duel, load_kinds
from ladder.selectors.challenges.people import ChallengeTerms, OpponentPool, list_joined_players, load_opponent_pool
from ladder.selectors.challenges.reasons import (
    find_board_range_obstacle,
    find_ladder_range_obstacle,
    find_own_obstacle,
    is_rating_at_stake,
)
from ladder.selectors.opponents import load_last_facts
from ladder.services.matches.feeding import find_rating_boards
from players.models import Player

CHALLENGE_SHAPES = ("duel", "battle")


def list_challenge_kinds(season: Season) -> list[Kind]:
    """Return the kinds that one may challenge to, those that count first: what the boards know, but not unrated."""
    systems = [board.rating_system for board in season.boards.all()]
    counting = [kind for system in systems for kind in system.kinds]
    spared = [kind for system in systems for kind in system.uncounted if kind != UNRATED]
    return [kind for kind in dict.fromkeys([*counting, *spared]) if kind.shape in CHALLENGE_SHAPES]


def list_challenge_facts(season: Season, kind: Kind) -> list[Fact]:
    """Return the facts that a challenge of this kind agrees on: the length, where a board asks for one."""
    systems = [board.rating_system for board in season.boards.all() if kind in board.rating_system.kinds]
    return list({fact.name: fact for system in systems for fact in system.facts if fact.usual}.values())


def fill_in_facts(season: Season, player: Player, kind: Kind, chosen: Facts) -> Facts:
    """Return what a match of this kind would be to: as chosen, else what this player played last, or the usual."""
    asked = list_challenge_facts(season, kind)
    last = load_last_facts(season, player) if asked else {}
    found = {fact.name: chosen.get(fact.name, last.get(fact.name, fact.default)) for fact in asked}
    return {name: value for name, value in found.items() if value is not None}


def load_pool_for_kind(season: Season, player: Player, kind: str = "", facts: Facts | None = None) -> OpponentPool:
    """Return everybody around this player for challenges of that kind, without one of the first, to these facts.

    Raises: ValidationError, "This season has no challenges of this kind."
    """
    known = list_challenge_kinds(season)
    chosen = next((one for one in known if one.key == kind or not kind), None)
    if chosen is None:
        raise ValidationError("This season has no challenges of this kind.")
    return load_opponent_pool(
        build_challenge_terms(season, chosen, fill_in_facts(season, player, chosen, facts or {})), player
    )


def apply_challenge_terms(seen: OpponentPool, challenge: Challenge) -> OpponentPool:
    """Return the same people on the terms of a challenge."""
    terms = build_challenge_terms(seen.terms.season, load_kinds()[challenge.kind], challenge.facts)
    return seen._replace(terms=terms)


def build_challenge_terms(season: Season, kind: Kind, facts: Facts) -> ChallengeTerms:
    """Return the terms of a challenge of this kind to these facts."""
    boards = find_rating_boards(season, build_duel("a", "b", ended=timezone.localtime(), kind=kind, facts=facts))
    return ChallengeTerms(season, kind, facts, boards)


def reload_season(season: Season) -> Season:
    """Return the season as it is under the lock, with its ladder and boards."""
    return Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)


def find_join_obstacle(challenge: Challenge, me: Player) -> str:
    """Return why this player may not accept now: the range is tested here, with the ratings as they are (W-9)."""
    season = reload_season(challenge.season)
    seen = load_opponent_pool(build_challenge_terms(season, load_kinds()[challenge.kind], challenge.facts), me)
    others = [player.pk for player in list_joined_players(challenge)]
    return find_own_obstacle(seen) or find_join_range_obstacle(seen, challenge, others)


def find_join_range_obstacle(seen: OpponentPool, challenge: Challenge, others: Sequence[int]) -> str:
    """Return why these players stand too far apart."""
    if not is_rating_at_stake(seen):
        return ""
    other = seen.people.get(others[0]) if challenge.places == 2 else None
    return (find_ladder_range_obstacle(seen, other) if other else "") or find_board_range_obstacle(
        seen, [*others, seen.me.player]
    )
