"""What a handicap does to ratings: the agreed points count as rating in the chance, and so in what a match is worth.

No rating itself has them. Each player's change is worked out against opponents who are rated so much higher or lower.
So whatever depends on the player's own rating, such as a K-factor, stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from ladder.formats import HANDICAP, get_handicap

from .about import Message, Step
from .rounding import count_digits, format_fixed
from .values import RatingError, Ratings, Result

TWO_SIDES = (1, 2)


def list_handicap_sides(result: Result) -> Sequence[int]:
    """Return the side of each player: 1 or 2. Raises: RatingError where there are not two sides."""
    sides = result.sides or (TWO_SIDES if len(result.players) == 2 else ())
    if set(sides) != set(TWO_SIDES):
        raise RatingError("Only a match of two players or two sides can have a handicap.", HANDICAP.name)
    return sides


def shift_opponents(result: Result, ratings: Ratings, seat: int) -> Ratings:
    """Return the ratings as the handicap makes them for one player: opponents are so much higher or lower."""
    sides, points = list_handicap_sides(result), get_handicap(result.facts)
    shift = points if sides[seat] == 2 else -points
    return tuple(
        rating if side == sides[seat] else rating._replace(points=rating.points + shift)
        for side, rating in zip(sides, ratings, strict=True)
    )


def apply_handicap(result: Result, before: Ratings, seat: int) -> tuple[Result, Ratings]:
    """Return the match, and the ratings before it, as they count for one player."""
    if result.at_start:
        result = result._replace(at_start=shift_opponents(result, result.at_start, seat))
    return result, shift_opponents(result, before, seat)


def explain_handicap(result: Result, before: Ratings, seat: int) -> Step:
    """Return the step that says what the handicap does for one player."""
    sides, points = list_handicap_sides(result), get_handicap(result.facts)
    shift = points if sides[seat] == 2 else -points
    own, others = (
        [player for player, side in zip(result.players, sides, strict=True) if (side == sides[seat]) == mine]
        for mine in (True, False)
    )
    given = own if shift < 0 else others
    who = {f"given{number}": player for number, player in enumerate(given)} | {"me": result.players[seat]}
    names = " and ".join(f"{{given{number}}}" for number in range(len(given)))
    words = (
        f"{{points}} points were agreed for {names}. For {{me}} the match counts as if "
        f"{'every' if len(others) > 1 else 'the'} opponent were rated so much {'lower' if shift < 0 else 'higher'}."
    )
    opponent = before[next(place for place, side in enumerate(sides) if side != sides[seat])].points
    total = f"{shift:+g} for each opponent"
    if len(others) == 1:
        digits = count_digits(opponent, -shift)
        total = f"{format_fixed(opponent, digits)} {'−' if shift < 0 else '+'} {abs(shift):g}"
        total += f" = {format_fixed(opponent + shift, digits)}"
    sentence = Message(words, {"points": f"{abs(points):g}"}, who)
    return Step("", "The handicap", sentence, total.replace("-", "−"), shift)
