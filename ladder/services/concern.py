"""Which boards a match is the business of."""

from ladder.ratings import WALKOVER, RatingSystem, Result


def concerned(system: RatingSystem, result: Result) -> bool:
    """Say whether a board counts this match: its kind does, and the facts it asks for are there; or a walkover."""
    if result.kind == WALKOVER:
        return system.counts(result)
    return system.concerns(result) and all(fact.name in result.facts for fact in system.facts if fact.required)
