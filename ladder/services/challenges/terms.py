"""What a challenge would be to: which kinds a season has, and everybody around a member who wants to challenge."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.models import Challenge, Season
from ladder.ratings import UNRATED, Fact, Facts, Kind, build_duel, load_kinds
from ladder.selectors.challenges import reasons
from ladder.selectors.challenges.people import Around, Terms, around, joined
from ladder.selectors.opponents import last_facts
from players.models import Player

from ..matches.feeding import feeding

SHAPES = ("duel", "battle")


def kinds_of(season: Season) -> list[Kind]:
    """Return the kinds that one may challenge to, those that count first: what the boards know, but not unrated."""
    systems = [board.rating_system for board in season.boards.all()]
    counting = [kind for system in systems for kind in system.kinds]
    spared = [kind for system in systems for kind in system.uncounted if kind != UNRATED]
    return [kind for kind in dict.fromkeys([*counting, *spared]) if kind.shape in SHAPES]


def facts_to(season: Season, kind: Kind) -> list[Fact]:
    """Return the facts that a challenge of this kind agrees on: the length, where a board asks for one."""
    systems = [board.rating_system for board in season.boards.all() if kind in board.rating_system.kinds]
    return list({fact.name: fact for system in systems for fact in system.facts if fact.usual}.values())


def facts_of(season: Season, player: Player, kind: Kind, chosen: Facts) -> Facts:
    """Return what a match of this kind would be to: as chosen, else what this player played last, or the usual."""
    asked = facts_to(season, kind)
    last = last_facts(season, player) if asked else {}
    found = {fact.name: chosen.get(fact.name, last.get(fact.name, fact.default)) for fact in asked}
    return {name: value for name, value in found.items() if value is not None}


def around_for(season: Season, player: Player, kind: str = "", facts: Facts | None = None) -> Around:
    """Return everybody around this player for challenges of that kind, without one of the first, to these facts.

    Raises: ValidationError, "This season has no challenges of this kind."
    """
    known = kinds_of(season)
    chosen = next((one for one in known if one.key == kind or not kind), None)
    if chosen is None:
        raise ValidationError("This season has no challenges of this kind.")
    return around(terms_of(season, chosen, facts_of(season, player, chosen, facts or {})), player)


def around_challenge(seen: Around, challenge: Challenge) -> Around:
    """Return the same people on the terms of a challenge."""
    terms = terms_of(seen.terms.season, load_kinds()[challenge.kind], challenge.facts)
    return seen._replace(terms=terms)


def terms_of(season: Season, kind: Kind, facts: Facts) -> Terms:
    """Return the terms of a challenge of this kind to these facts."""
    boards = feeding(season, build_duel("a", "b", ended=timezone.localtime(), kind=kind, facts=facts))
    return Terms(season, kind, facts, boards)


def fresh_season(season: Season) -> Season:
    """Return the season as it is under the lock, with its ladder and boards."""
    return Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)


def why_not_join(challenge: Challenge, me: Player) -> str:
    """Return why this player may not accept now: the range is tested here, with the ratings as they are (W-9)."""
    season = fresh_season(challenge.season)
    seen = around(terms_of(season, load_kinds()[challenge.kind], challenge.facts), me)
    others = [player.pk for player in joined(challenge)]
    return reasons.why_not_at_all(seen) or range_of(seen, challenge, others)


def range_of(seen: Around, challenge: Challenge, others: Sequence[int]) -> str:
    """Return why these players stand too far apart."""
    if not reasons.is_serious(seen):
        return ""
    other = seen.people.get(others[0]) if challenge.places == 2 else None
    return (reasons.too_far(seen, other) if other else "") or reasons.not_eligible(seen, [*others, seen.me.player])
