"""Who won, from what people enter: a duel, a battle or a tournament."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from .values import LADDER, RATED, TOURNAMENT, Exit, Key, Kind, RatingError, Result

STANDING, SURRENDERED, DEAD = "standing", "surrendered", "dead"
WAYS = (STANDING, SURRENDERED, DEAD)
WON, DRAWN, LOST = 1.0, 0.5, 0.0


def build_duel(
    first: Key,
    second: Key,
    score: float = WON,
    *,
    ended: datetime,
    kind: Kind = RATED,
    facts: Mapping[str, float] | None = None,
    exit: str = DEAD,
    started: datetime | None = None,
) -> Result:
    """Return a match of two; `score` is the first player's: 1, 0.5 or 0.

    For a kind of battle `exit` says how the loser left, in a draw how both left.
    Raises: RatingError, "The result must be 1, 0.5 or 0." and what `battle` refuses.
    """
    if score not in (WON, DRAWN, LOST):
        raise RatingError("The result must be 1, 0.5 or 0.", "result")
    if kind.shape == "battle":
        left = Exit(exit, 1)
        exits = {WON: (Exit(STANDING), left), LOST: (left, Exit(STANDING)), DRAWN: (left, left)}[score]
        return build_battle((first, second), exits, ended=ended, kind=kind, facts=facts, started=started)
    return Result(kind, ended, (first, second), (score, 1 - score), facts or {}, (), (), started)


def build_battle(
    players: Sequence[Key],
    exits: Sequence[Exit],
    *,
    ended: datetime,
    kind: Kind = LADDER,
    facts: Mapping[str, float] | None = None,
    started: datetime | None = None,
) -> Result:
    """Return a battle of two or more; its winner is decided by W-2 to W-5, without one all draw.

    Raises: RatingError with what is malformed about the exits.
    """
    check_battle_exits(exits)
    winner = find_battle_winner(exits)
    scores = tuple(DRAWN if winner is None else WON if seat == winner else LOST for seat in range(len(exits)))
    return Result(kind, ended, tuple(players), scores, facts or {}, tuple(exits), (), started)


def find_battle_winner(exits: Sequence[Exit]) -> int | None:
    """Return the winner's seat, or None: the last one standing (W-2), or the only one to surrender
    in a final round in which all the others still in die (W-5); else nobody (W-4)."""
    standing = [seat for seat, left in enumerate(exits) if left.how == STANDING]
    if standing:
        return standing[0]
    final = max(left.round or 0 for left in exits)
    spared = [seat for seat, left in enumerate(exits) if left.round == final and left.how == SURRENDERED]
    return spared[0] if len(spared) == 1 else None


def check_battle_exits(exits: Sequence[Exit]) -> None:
    """Refuse exits that can't have happened (W-1, W-5)."""
    for left in exits:
        if left.how not in WAYS:
            raise RatingError("Say how each player left: standing, surrendered or dead.", "exit")
        if left.how == STANDING and left.round is not None:
            raise RatingError("A player who is still standing has no round.", "round")
        if left.how != STANDING and not (isinstance(left.round, int) and 1 <= left.round <= 10_000):
            raise RatingError("Say in which round each player left, from 1 to 10,000.", "round")
    standing = sum(left.how == STANDING for left in exits)
    if standing > 1:
        raise RatingError("A battle ends when at most one player is still standing.", "exit")
    final = max((left.round or 0 for left in exits), default=0)
    if not standing and sum(left.round == final for left in exits) < 2:
        raise RatingError("In the last round at least two players must leave, or one is left standing.", "round")


def build_tournament(
    players: Sequence[Key],
    places: Sequence[int],
    *,
    ended: datetime,
    field: int | None = None,
    kind: Kind = TOURNAMENT,
) -> Result:
    """Return a tournament; `field` is how many took part, when not all of them are listed.

    Place 1 is a win, nothing is drawn or lost. Raises: RatingError for a place outside the field.
    """
    size = len(players) if field is None else field
    if size < len(players):
        raise RatingError(f"The field is {size}, but {len(players)} players are listed.", "field")
    if size > 10_000:
        raise RatingError("A tournament has at most 10,000 entrants.", "field")
    for place in places:
        if not 1 <= place <= size:
            raise RatingError(f"Place {place} is outside the field of {size}.", "place")
    scores = tuple(WON if place == 1 else math.nan for place in places)
    return Result(kind, ended, tuple(players), scores, {"field": size}, (), tuple(places))


SAMPLE_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def build_sample(score: float = WON, **facts: float) -> Result:
    """Return a match with this score of the first player, and these facts."""
    return build_duel("first", "second", score, ended=SAMPLE_DAY, facts=facts)
