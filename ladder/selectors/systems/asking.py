"""What to enter in the calculator to get the match of an example."""

from collections.abc import Sequence

from ladder.ratings import Rating, RatingSystem, Result

from .turned import leaving, turned


def inputs(system: RatingSystem, result: Result, before: Sequence[Rating]) -> dict[str, str]:
    """Return the calculator's inputs for this match; none when it can't ask for it."""
    if result.places:
        return {**side(system, "a", before[0]), "field": number(result.facts["field"]), "place": str(result.places[0])}
    if not is_plain(result, before):
        return {}
    asked = {**side(system, "a", before[0]), **side(system, "b", before[1])}
    asked |= {name: number(value) for name, value in result.facts.items()}
    if result.exits:
        asked["exit"] = leaving(result).how
    if len(result.players) > 2:
        asked["players"] = str(len(result.players))
    if len(system.kinds) > 1:
        asked["kind"] = result.kind.key
    for name, rating in zip(("a_start", "b_start"), result.at_start, strict=False):
        asked[name] = number(rating.points)
    return asked


def is_plain(result: Result, before: Sequence[Rating]) -> bool:
    """Say whether the first player wins or draws, or loses to the second, and the others are all like the second."""
    alike = len(result.players) == 2 or len(set(before[1:])) == 1
    return alike and turned(result, result.scores[0])._replace(scores=()) == result._replace(scores=())


def side(system: RatingSystem, name: str, rating: Rating) -> dict[str, str]:
    """Return one player's inputs."""
    asked = {name: number(rating.points)}
    if system.about.experience.asked:
        asked[f"{name}_games"] = str(rating.experience)
    return asked


def number(value: float) -> str:
    """Return a number as a field takes it: with at most six decimals, and none in vain."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
