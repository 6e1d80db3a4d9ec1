"""Which boards a match is the business of."""

from ladder.ratings import RatingSystem, Result


def concerned(system: RatingSystem, result: Result) -> bool:
    """Say whether a board rates this match: its kind counts, and the facts it asks for are there."""
    return system.concerns(result) and all(fact.name in result.facts for fact in system.facts if fact.required)
