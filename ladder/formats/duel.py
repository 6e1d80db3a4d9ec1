"""Two players: one wins, or they draw."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from .base import Format, Kind, Result
from .registry import register_format
from .values import DEAD, DRAWN, LOST, WON, Facts, Key, ParticipantResult, RatingError


class Duel(Format):
    """The format of a duel, for which it is enough to say who won."""

    key = "duel"
    label = "Two players"
    fewest, most = 2, 2
    is_entered_as_pair = True
    is_entered_in_rows = False
    file_columns = ("place",)

    def describes(self, participants: Sequence[ParticipantResult]) -> bool:
        return len(participants) <= 2 and not any(one.exit or one.place or one.side for one in participants)

    def suits_file(self, participants: Sequence[ParticipantResult], facts: Facts) -> bool:
        return len(participants) == 2 and not participants[0].exit and "field" not in facts

    def list_file_values(self, participant: ParticipantResult) -> dict[str, Any]:
        return {"place": 1 if participant.score else 2}

    def is_pair(self, participants: Sequence[ParticipantResult]) -> bool:
        return True

    def build(
        self,
        participants: Sequence[ParticipantResult],
        *,
        kind: Kind,
        ended: datetime,
        facts: Facts | None = None,
        started: datetime | None = None,
    ) -> Result:
        if len(participants) != 2 or participants[0].score is None:
            raise RatingError("Say who won.", "result")
        first, second = (one.player for one in participants)
        return build_duel(
            first,
            second,
            participants[0].score,
            ended=ended,
            kind=kind,
            facts=facts,
            started=started,
        )


DUEL = register_format(Duel())
RATED = Kind("rated", "Rated", DUEL)


def build_duel(
    first: Key,
    second: Key,
    score: float = WON,
    *,
    ended: datetime,
    kind: Kind = RATED,
    facts: Facts | None = None,
    exit: str = DEAD,
    started: datetime | None = None,
) -> Result:
    """Return a match of two; `score` is the first player's: 1, 0.5 or 0.

    For a kind of battle `exit` says how the loser left, in a draw how both left.
    Raises: RatingError, "The result must be 1, 0.5 or 0." and what the kind's format refuses.
    """
    if score not in (WON, DRAWN, LOST):
        raise RatingError("The result must be 1, 0.5 or 0.", "result")
    return kind.format.build_pair(
        (first, second),
        score,
        kind=kind,
        ended=ended,
        facts=facts or {},
        left=exit,
        started=started,
    )
