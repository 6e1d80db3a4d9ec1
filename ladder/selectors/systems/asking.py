"""What to enter in the calculator to get the match of an example."""

from collections.abc import Sequence

from ladder.ratings import Rating, RatingSystem, Result
from ladder.selectors.systems.turned import find_first_exit, turn_result


def list_calculator_inputs(system: RatingSystem, result: Result, before: Sequence[Rating]) -> dict[str, str]:
    """Return the calculator's inputs for this match; none when it can't ask for it."""
    if result.places:
        return {
            **list_player_inputs(system, "a", before[0]),
            "field": format_input(result.facts["field"]),
            "place": str(result.places[0]),
        }
    if not is_calculable(result, before):
        return {}
    asked = {**list_player_inputs(system, "a", before[0]), **list_player_inputs(system, "b", before[1])}
    asked |= {name: format_input(value) for name, value in result.facts.items()}
    if result.exits:
        asked["exit"] = find_first_exit(result).how
    if len(result.players) > 2:
        asked["players"] = str(len(result.players))
    if len(system.kinds) > 1:
        asked["kind"] = result.kind.key
    for name, rating in zip(("a_start", "b_start"), result.at_start, strict=False):
        asked[name] = format_input(rating.points)
    return asked


def is_calculable(result: Result, before: Sequence[Rating]) -> bool:
    """Say whether the first player wins or draws, or loses to the second, and the others are all like the second."""
    alike = len(result.players) == 2 or len(set(before[1:])) == 1
    return alike and turn_result(result, result.scores[0])._replace(scores=()) == result._replace(scores=())


def list_player_inputs(system: RatingSystem, name: str, rating: Rating) -> dict[str, str]:
    """Return one player's inputs."""
    asked = {name: format_input(rating.points)}
    if system.about.experience.asked:
        asked[f"{name}_games"] = str(rating.experience)
    return asked


def format_input(value: float) -> str:
    """Return a number as a field takes it: with at most six decimals, and none in vain."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
