"""Which boards a match is the business of."""

from functools import cache

from ladder.ratings import WALKOVER, Fact, RatingSystem, Result


def is_counted(system: RatingSystem, result: Result) -> bool:
    """Say whether a board counts this match: its kind does, and the facts it asks for are there; or a walkover."""
    if result.kind == WALKOVER:
        return system.counts(result)
    return system.concerns(result) and list_required_facts(system.facts) <= result.facts.keys()


@cache
def list_required_facts(facts: tuple[Fact, ...]) -> frozenset[str]:
    """Return the names of those without which a match can't be rated."""
    return frozenset(fact.name for fact in facts if fact.required)
