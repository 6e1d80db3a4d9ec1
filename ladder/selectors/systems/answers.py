"""A match worked out before it is played: the chances, and what each result would be worth to whom."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from ladder.ratings import Rating, RatingSystem, Result, has_opponent_limits
from ladder.selectors.parts import PlayerExplanation, PlayerNames, explain_for_player
from ladder.selectors.printing import format_percent, format_rating, use_minus_sign
from ladder.selectors.systems.turned import describe_possible_result, list_possible_results

NAMES = ("Ana", "Ben", "Cleo", "Dan")
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)  # when what is worked out is played; no sum depends on it


class Chance(NamedTuple):
    """How likely a player is to win: as printed, and as a width."""

    name: str
    percent: str
    width: str


class PossibleOutcome(NamedTuple):
    """One result, and what it is worth to each player; the one that was asked about is shown open."""

    label: str
    parts: list[PlayerExplanation]
    is_asked: bool


class MatchAnswer(NamedTuple):
    """What to expect of a match; `refusal` says why it can't be played or doesn't count."""

    chances: list[Chance]
    refusal: str
    may_play: bool
    outcomes: list[PossibleOutcome]


def work_out_match(system: RatingSystem, result: Result, before: Sequence[Rating]) -> MatchAnswer:
    """Return the chances and every result of a match between these ratings."""
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
    return MatchAnswer(list_chances(system, result, before), refusal, may_play, outcomes)


def list_chances(system: RatingSystem, result: Result, before: Sequence[Rating]) -> list[Chance]:
    """Return each player's expected score, where the system has one."""
    shares = system.expected(result, before) or ()
    names = name_example_players(result).values()
    return [Chance(name, format_percent(share), f"{share:.1%}") for name, share in zip(names, shares, strict=False)]


def build_possible_outcome(
    system: RatingSystem, result: Result, before: Sequence[Rating], is_asked: bool
) -> PossibleOutcome:
    """Return what a result is worth to the two players that are asked about."""
    names = name_example_players(result)
    return PossibleOutcome(
        describe_possible_result(result, list(names.values())),
        list_rating_parts(system, result, before, names)[:2],
        is_asked,
    )


def is_same_outcome(one: Result, other: Result) -> bool:
    """Say whether the first player fared the same."""
    return one.places[:1] == other.places[:1] if one.places else one.scores == other.scores


def list_rating_parts(
    system: RatingSystem, result: Result, before: Sequence[Rating], names: PlayerNames
) -> list[PlayerExplanation]:
    """Return what a result is worth to everyone, step by step."""
    after = system.rate(result, before)
    found = []
    for seat, player in enumerate(result.players):
        old, new, steps = before[seat], after[seat], system.explain(result, before, seat)
        plain = explain_for_player(system, player, names, old, new, steps)
        found.append(plain._replace(before=format_marked_rating(system, old), after=format_marked_rating(system, new)))
    return found


def format_marked_rating(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as the lists print it, with a ? when it is provisional."""
    return format_rating(system, rating) + ("?" if system.provisional_left(rating) else "")


def name_example_players(result: Result) -> dict[str, str]:
    """Return a name for every player of an example, seat by seat."""
    more = [f"Player {seat + 1}" for seat in range(len(NAMES), len(result.players))]
    return dict(zip(result.players, (*NAMES, *more), strict=False))
