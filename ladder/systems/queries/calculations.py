"""The calculator's answer: the chances in a match, its possible results, and what each of them would be worth."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from ladder.matches.queries.explanation import PlayerExplanation, PlayerNames, explain_for_player
from ladder.pages.figures import format_percent, format_rating, use_minus_sign
from ladder.ratings import (
    HANDICAP,
    WALKOVER,
    BoardRules,
    Exit,
    Rating,
    RatingSystem,
    Result,
    build_tournament,
    get_handicap,
    has_opponent_limits,
    settle_period,
)

STANDING_EXIT = Exit("standing")
OFFERED_SCORES = (1.0, 0.5, 0.0)  # the first player's
OFFERED_PLACES = 8  # of a field, from the first one on
EXIT_VERBS = {"dead": ("dies", "die"), "surrendered": ("surrenders", "surrender")}

SEAT_NAMES = ("a", "b")
HANDICAP_NAMES = tuple(f"{seat}_{HANDICAP.name}" for seat in SEAT_NAMES)
EXAMPLE_NAMES = ("Ana", "Ben", "Cleo", "Dan")
EXAMPLE_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)  # of all calculated matches; no sum depends on it


def list_possible_results(system: RatingSystem, result: Result) -> list[Result]:
    """Return the match with each possible result: win, draw and loss of the first player, or the first places."""
    if result.places:
        field = int(result.facts["field"])
        places = sorted({*range(1, min(field, OFFERED_PLACES) + 1), result.places[0]})
        return [place_first_player(result, field, place) for place in places]
    return [result.kind.format.turn(result, score) for score in OFFERED_SCORES if system.draws or score != 0.5]


def place_first_player(result: Result, field: int, place: int) -> Result:
    """Return the tournament with the first player alone, in this place."""
    return build_tournament(result.players[:1], (place,), field=field, ended=result.ended, kind=result.kind)


def find_first_exit(result: Result) -> Exit:
    """Return how the first player who left did so."""
    return next(one for one in result.exits if one.how != STANDING_EXIT.how)


def describe_possible_result(result: Result, names: list[str]) -> str:
    """Return a result in words: "Ana wins, Ben surrenders"."""
    if result.places:
        return f"Place {result.places[0]:,}"
    winner = result.scores.index(1.0) if 1.0 in result.scores else None
    if not result.exits:
        return "Draw" if winner is None else f"{names[winner]} wins"
    one, many = EXIT_VERBS[find_first_exit(result).how]
    if winner is None:
        return f"Nobody wins, {'both' if len(names) == 2 else 'all'} {many}"
    others = f"{names[1 - winner]} {one}" if len(names) == 2 else f"the others {many}"
    return f"{names[winner]} wins, {others}"


def list_calculator_inputs(system: RatingSystem, result: Result, before: Sequence[Rating]) -> dict[str, str]:
    """Return the calculator's inputs for this match; none if the calculator can't describe it."""
    if result.places:
        return {
            **list_player_inputs(system, "a", before[0]),
            "field": format_input(result.facts["field"]),
            "place": str(result.places[0]),
        }
    if not is_calculable(result, before):
        return {}
    asked = {**list_player_inputs(system, "a", before[0]), **list_player_inputs(system, "b", before[1])}
    asked |= {name: format_input(value) for name, value in result.facts.items() if name != HANDICAP.name}
    if points := get_handicap(result.facts):
        asked[HANDICAP_NAMES[points < 0]] = format_input(abs(points))
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
    """Return whether the calculator can describe this match.

    The first player must win or draw, or lose to the second, and all others must be like the second. It asks for no
    score.
    """
    if result.games or result.ending or result.kind == WALKOVER:
        return False
    alike = len(result.players) == 2 or len(set(before[1:])) == 1
    return alike and result.kind.format.turn(result, result.scores[0])._replace(scores=()) == result._replace(scores=())


def list_player_inputs(system: RatingSystem, name: str, rating: Rating) -> dict[str, str]:
    """Return the inputs of one player."""
    asked = {name: format_input(system.entered(rating.points))}
    if system.about.experience.asked:
        asked[f"{name}_games"] = str(rating.experience)
    return asked


def format_input(value: float) -> str:
    """Return a number as a field takes it: with at most six decimals, and without trailing zeros."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


class Chance(NamedTuple):
    """A player's chance as printed, and as the width of a bar."""

    name: str
    percent: str
    width: str


class PossibleOutcome(NamedTuple):
    """A possible result, and what it is worth to each player; the one that was asked about is shown open."""

    label: str
    parts: list[PlayerExplanation]
    is_asked: bool


class MatchAnswer(NamedTuple):
    """The chances and possible results of a match; `refusal` says why it can't be played or doesn't count."""

    chances: list[Chance]
    refusal: str
    may_play: bool
    outcomes: list[PossibleOutcome]


def work_out_match(system: RatingSystem, result: Result, before: Sequence[Rating]) -> MatchAnswer:
    """Return the chances and all possible results of a match between players with these ratings."""
    if not system.concerns(result):
        return MatchAnswer([], f"A match like this doesn’t count for {system.about.label}.", False, [])
    names = name_example_players(result)
    against = system.eligible(result, before)
    refusal = use_minus_sign(against.text(names.__getitem__)) if against else ""
    may_play = has_opponent_limits(system) and not refusal
    outcomes = [
        build_possible_outcome(system, one, before, is_same_outcome(one, result))
        for one in list_possible_results(system, result)
    ]
    return MatchAnswer(list_chances(system, result, before, list(names.values())), refusal, may_play, outcomes)


def list_chances(system: RatingSystem, result: Result, before: Sequence[Rating], names: Sequence[str]) -> list[Chance]:
    """Return each player's expected score, with their names; none if the system has no expected scores."""
    shares = BoardRules(system).expected(result, before) or ()
    return [Chance(name, format_percent(share), f"{share:.1%}") for name, share in zip(names, shares, strict=False)]


def build_possible_outcome(
    system: RatingSystem, result: Result, before: Sequence[Rating], is_asked: bool
) -> PossibleOutcome:
    """Return what a result is worth to the two players that the calculator asks about."""
    names = name_example_players(result)
    return PossibleOutcome(
        describe_possible_result(result, list(names.values())),
        list_rating_parts(system, result, before, names)[:2],
        is_asked,
    )


def is_same_outcome(one: Result, other: Result) -> bool:
    """Return whether two results are the same for the first player."""
    return one.places[:1] == other.places[:1] if one.places else one.scores == other.scores


def list_rating_parts(
    system: RatingSystem, result: Result, before: Sequence[Rating], names: PlayerNames
) -> list[PlayerExplanation]:
    """Return what a result is worth to each player, step by step."""
    rules = BoardRules(system)
    after = rules.rate(result, before)
    when = f"the end of the {system.period.span}" if system.period and system.is_deferred else ""
    found = []
    for seat, player in enumerate(result.players):
        old, new, steps = before[seat], after[seat], rules.explain(result, before, seat)
        plain = explain_for_player(system, player, names, old, new, steps)._replace(when=when)
        ratings = format_marked_rating(system, old), format_marked_rating(system, settle_period(system, new))
        found.append(plain._replace(before=ratings[0], after=ratings[1]))
    return found


def format_marked_rating(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as lists print it, with a question mark if it is provisional."""
    return format_rating(system, rating) + ("?" if system.provisional_left(rating) else "")


def name_example_players(result: Result) -> dict[str, str]:
    """Return the names of an example's players, by key."""
    more = [f"Player {seat + 1}" for seat in range(len(EXAMPLE_NAMES), len(result.players))]
    return dict(zip(result.players, (*EXAMPLE_NAMES, *more), strict=False))
