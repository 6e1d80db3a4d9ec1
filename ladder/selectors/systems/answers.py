"""A match worked out before it is played: the chances, and what each result would be worth to whom."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from ladder.ratings import Rating, RatingSystem, Result, has_opponent_limits
from ladder.selectors.parts import Names, Part, part
from ladder.selectors.printing import percent_text, printed, rating_text

from .turned import label, possible

NAMES = ("Ana", "Ben", "Cleo", "Dan")
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)  # when what is worked out is played; no sum depends on it


class Chance(NamedTuple):
    """How likely a player is to win: as printed, and as a width."""

    name: str
    percent: str
    width: str


class Outcome(NamedTuple):
    """One result, and what it is worth to each player; the one that was asked about is shown open."""

    label: str
    parts: list[Part]
    is_asked: bool


class Answer(NamedTuple):
    """What to expect of a match; `refusal` says why it can't be played or doesn't count."""

    chances: list[Chance]
    refusal: str
    may_play: bool
    outcomes: list[Outcome]


def answer(system: RatingSystem, result: Result, before: Sequence[Rating]) -> Answer:
    """Return the chances and every result of a match between these ratings."""
    if not system.concerns(result):
        return Answer([], f"A match like this doesn’t count for {system.about.label}.", False, [])
    names = named(result)
    against = system.eligible(result, before)
    refusal = printed(against.text(names.__getitem__)) if against else ""
    may_play = has_opponent_limits(system) and not refusal
    outcomes = [outcome(system, one, before, is_same(one, result)) for one in possible(system, result)]
    return Answer(chances(system, result, before), refusal, may_play, outcomes)


def chances(system: RatingSystem, result: Result, before: Sequence[Rating]) -> list[Chance]:
    """Return each player's expected score, where the system has one."""
    shares = system.expected(result, before) or ()
    names = named(result).values()
    return [Chance(name, percent_text(share), f"{share:.1%}") for name, share in zip(names, shares, strict=False)]


def outcome(system: RatingSystem, result: Result, before: Sequence[Rating], is_asked: bool) -> Outcome:
    """Return what a result is worth to the two players that are asked about."""
    names = named(result)
    return Outcome(label(result, list(names.values())), parts(system, result, before, names)[:2], is_asked)


def is_same(one: Result, other: Result) -> bool:
    """Say whether the first player fared the same."""
    return one.places[:1] == other.places[:1] if one.places else one.scores == other.scores


def parts(system: RatingSystem, result: Result, before: Sequence[Rating], names: Names) -> list[Part]:
    """Return what a result is worth to everyone, step by step."""
    after = system.rate(result, before)
    found = []
    for seat, player in enumerate(result.players):
        old, new, steps = before[seat], after[seat], system.explain(result, before, seat)
        plain = part(system, player, names, old, new, steps)
        found.append(plain._replace(before=shown(system, old), after=shown(system, new)))
    return found


def shown(system: RatingSystem, rating: Rating) -> str:
    """Return a rating as the lists print it, with a ? when it is provisional."""
    return rating_text(system, rating) + ("?" if system.provisional_left(rating) else "")


def named(result: Result) -> dict[str, str]:
    """Return a name for every player of an example, seat by seat."""
    more = [f"Player {seat + 1}" for seat in range(len(NAMES), len(result.players))]
    return dict(zip(result.players, (*NAMES, *more), strict=False))
