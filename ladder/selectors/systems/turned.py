"""Every result that a match can have, from one that is given."""

from ladder.ratings import Exit, RatingSystem, Result, build_battle, build_tournament

STANDING = Exit("standing")
SCORES = (1.0, 0.5, 0.0)  # the first player's
PLACES = 8  # of a field, from the first one on
LEAVES = {"dead": ("dies", "die"), "surrendered": ("surrenders", "surrender")}


def list_possible_results(system: RatingSystem, result: Result) -> list[Result]:
    """Return the match with every result: win, draw and loss of the first player, or each of the first places."""
    if result.places:
        field = int(result.facts["field"])
        places = sorted({*range(1, min(field, PLACES) + 1), result.places[0]})
        return [place_first_player(result, field, place) for place in places]
    return [turn_result(result, score) for score in SCORES if system.draws or score != 0.5]


def place_first_player(result: Result, field: int, place: int) -> Result:
    """Return the tournament as it was for the first player alone, in that place."""
    return build_tournament(result.players[:1], (place,), field=field, ended=result.ended, kind=result.kind)


def turn_result(result: Result, score: float) -> Result:
    """Return the match with that score of the first player; in a battle all who lose leave alike.

    When the first player loses, the second wins.
    """
    if not result.exits:
        return result._replace(scores=(score, 1 - score))
    winner = {1.0: 0, 0.0: 1}.get(score)
    left = find_first_exit(result)
    exits = [STANDING if seat == winner else left for seat in range(len(result.players))]
    again = build_battle(
        result.players, exits, ended=result.ended, kind=result.kind, facts=result.facts, started=result.started
    )
    return again._replace(at_start=result.at_start)


def find_first_exit(result: Result) -> Exit:
    """Return how the first player who left did so."""
    return next(one for one in result.exits if one.how != STANDING.how)


def describe_possible_result(result: Result, names: list[str]) -> str:
    """Return a result in words: Ana wins, Ben surrenders."""
    if result.places:
        return f"Place {result.places[0]:,}"
    winner = result.scores.index(1.0) if 1.0 in result.scores else None
    if not result.exits:
        return "Draw" if winner is None else f"{names[winner]} wins"
    one, many = LEAVES[find_first_exit(result).how]
    if winner is None:
        return f"Nobody wins, {'both' if len(names) == 2 else 'all'} {many}"
    others = f"{names[1 - winner]} {one}" if len(names) == 2 else f"the others {many}"
    return f"{names[winner]} wins, {others}"
