"""Nights written with letters: each is a player."""

from ladder.nights.game_prices import NightRules
from ladder.nights.history import Court, Game, Night, Visit
from ladder.ratings import calculate_expected_score

STEPS = dict(zip("ABCDEFGHIJKL", range(1900, 700, -100), strict=True))


def build_game(sides, began=0.0, ended=None, points=None, court=1):
    """A game of two sides such as "AB CD"."""
    return Game(court, tuple(tuple(side) for side in sides.split()), began, ended, points)


def build_night(letters, *games, now=0.0, courts=1, visits=()):
    """A night to which these came as it began, and others by visits of their own."""
    there = [Visit(letter, 0.0) for letter in letters]
    places = courts if isinstance(courts, tuple) else tuple(Court(number) for number in range(1, courts + 1))
    return Night(places, (*there, *visits), games, now)


def build_rules(*, ratings=None, partnered=None, met=None, **terms):
    """Rules by which all are even, or by these ratings; pairs of letters met that many weeks ago."""
    known = ratings or dict.fromkeys(STEPS, 1500)

    def find_chance(side, other):
        return calculate_expected_score(*(sum(known[key] for key in one) / len(one) for one in (side, other)))

    weeks = [{frozenset(pair): ago for pair, ago in (pairs or {}).items()} for pairs in (partnered, met)]
    for name in ("wished", "apart"):
        terms[name] = [frozenset(pair) for pair in terms.get(name, ())]
    return NightRules(find_chance, *weeks, **terms)


def name_sides(sides):
    """The sides as words, the letters of each in order: "AD BC"."""
    return " ".join(sorted("".join(sorted(side)) for side in sides))
