"""A battle of two or more: the last one standing wins; everybody else left in some round, dead or by surrender.

The rules are those of Warlocks (W-1 to W-5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from .base import Format, Kind, Result
from .registry import register_format
from .values import (
    DEAD,
    DRAWN,
    LOST,
    STANDING,
    SURRENDERED,
    WON,
    Exit,
    Fact,
    Facts,
    Key,
    ParticipantResult,
    RatingError,
)
from .words import EntryColumn, EntryWords

WAYS = (STANDING, SURRENDERED, DEAD)
ROUND = Fact("round", "Round", low=1, high=10_000)
EXIT_CHOICES = ((STANDING, "Standing"), (SURRENDERED, "Surrendered"), (DEAD, "Died"))
SAY_HOW = "Say how each player left: standing, surrendered or dead."


class Battle(Format):
    """The format of a battle: each player has an exit, and who won follows from the exits."""

    key = "battle"
    label = "Battle"
    asks_start = True
    has_exits = True
    may_lack_winner = True
    is_entered_as_pair = True
    columns = (
        EntryColumn("exit", "Left", "Player {}, how they left", heading="How player {} left", choices=EXIT_CHOICES),
        EntryColumn("round", "Round", "Player {}, round", heading="Round", number=ROUND),
    )
    file_columns = ("exit", "round")
    finish_heading = "Left"
    words = EntryWords(
        title="Report a battle",
        button="Report battle",
        row_hint="At most one player can be left standing. Two or more can leave in the last round.",
        stake_hint="Choose how each player left to see what the battle is worth.",
        too_few="A battle needs two players or more.",
    )

    def describes(self, participants: Sequence[ParticipantResult]) -> bool:
        return bool(participants) and all(one.exit for one in participants)

    def build(
        self,
        participants: Sequence[ParticipantResult],
        *,
        kind: Kind,
        ended: datetime,
        facts: Facts | None = None,
        started: datetime | None = None,
    ) -> Result:
        players = [one.player for one in participants]
        exits = [one.exit or Exit("") for one in participants]
        return build_battle(players, exits, ended=ended, kind=kind, facts=facts, started=started)

    def is_pair(self, participants: Sequence[ParticipantResult]) -> bool:
        exits = [one.exit for one in participants if one.exit]
        return len(exits) == 2 and all(left.round in (None, 1) for left in exits)

    def build_pair(
        self,
        players: Sequence[Key],
        score: float,
        *,
        kind: Kind,
        ended: datetime,
        facts: Facts,
        left: str,
        started: datetime | None,
    ) -> Result:
        gone, standing = Exit(left, 1), Exit(STANDING)
        exits = {WON: (standing, gone), LOST: (gone, standing), DRAWN: (gone, gone)}[score]
        return build_battle(players, exits, ended=ended, kind=kind, facts=facts, started=started)

    def suits_file(self, participants: Sequence[ParticipantResult], facts: Facts) -> bool:
        return bool(participants[0].exit) or participants[0].score is not None

    def build_filed(self, participants: Sequence[ParticipantResult], *, left: str, **played: Any) -> Result:
        if participants[0].exit:
            return self.build(participants, **played)
        if len(participants) != 2:
            raise RatingError("A battle needs each player's exit: standing, surrendered or dead.", "exit")
        return super().build_filed(participants, left=left, **played)

    def turn(self, result: Result, score: float) -> Result:
        """All who lose leave as the first loser did; a winner can have left as well, by surrender."""
        winner = {WON: 0, LOST: 1}.get(score)
        left = result.exits[result.scores.index(min(result.scores))]
        exits = [Exit(STANDING) if seat == winner else left for seat in range(len(result.players))]
        again = build_battle(
            result.players, exits, ended=result.ended, kind=result.kind, facts=result.facts, started=result.started
        )
        return again._replace(at_start=result.at_start)

    def check(self, result: Result) -> None:
        if len(result.exits) != len(result.players):
            raise RatingError(SAY_HOW, "exit")

    def list_row_errors(self, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        left, number = row.get("exit"), row.get("round")
        if not left:
            yield "exit", "Choose how they left, or that they are still standing."
        elif left == STANDING and number:
            yield "round", "A player who is still standing has no round."
        elif left != STANDING and number is None:
            yield "round", "Enter the round in which they left."

    def is_row_used(self, row: Mapping[str, Any]) -> bool:
        return bool(row.get("round")) or row.get("exit") == STANDING

    def build_participant(self, player: Any, row: Mapping[str, Any]) -> ParticipantResult:
        number = row.get("round")
        left = row.get("exit")
        return ParticipantResult(player, exit=Exit(left, number and int(number)) if left else None)

    def list_row_values(self, participant: ParticipantResult) -> dict[str, Any]:
        left = participant.exit or Exit("")
        return {"exit": left.how, "round": left.round}

    def find_row_at_fault(self, column: str, participants: Sequence[ParticipantResult]) -> int:
        """A second one standing, and the last who left, are the ones to look at (W-1, W-5)."""
        exits = [one.exit or Exit("") for one in participants]
        standing = [row for row, left in enumerate(exits) if left.how == STANDING]
        if column == "exit" and standing:
            return standing[-1]
        return max(range(len(exits)), key=lambda row: exits[row].round or 0, default=0)

    def describe_winner(self, result: Result, names: Mapping[Key, str]) -> str:
        winner = find_battle_winner(result.exits)
        if winner is None:
            return "Nobody wins."
        how = "the last one standing"
        if result.exits[winner].how == SURRENDERED:
            how = "the only one to surrender in the last round, where the others died"
        return f"{names[result.players[winner]]} wins, {how}."

    def describe_ending(self, participant: ParticipantResult) -> str:
        left = participant.exit or Exit("")
        return f"{left.how} in round {left.round}" if left.round else left.how

    def describe_finish(self, participant: ParticipantResult) -> str:
        left = participant.exit or Exit("")
        return f"{left.how}, round {left.round}" if left.round else left.how


BATTLE = register_format(Battle())
LADDER = Kind("ladder", "Ladder", BATTLE)
FRIENDLY = Kind("friendly", "Friendly", BATTLE)
VERY_FRIENDLY = Kind("very-friendly", "Very friendly", BATTLE)


def build_battle(
    players: Sequence[Key],
    exits: Sequence[Exit],
    *,
    ended: datetime,
    kind: Kind = LADDER,
    facts: Facts | None = None,
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
            raise RatingError(SAY_HOW, "exit")
        if left.how == STANDING and left.round is not None:
            raise RatingError("A player who is still standing has no round.", "round")
        if left.how != STANDING and not (isinstance(left.round, int) and 1 <= left.round <= 10_000):
            raise RatingError("Say in which round each player left, from 1 to 10,000.", "round")
    standing = sum(left.how == STANDING for left in exits)
    if standing > 1:
        raise RatingError("A battle ends when at most one player is still standing.", "exit")
    final = max((left.round or 0 for left in exits), default=0)
    if not standing and sum(left.round == final for left in exits) < 2:
        raise RatingError(
            "In the last round at least two players must leave, or one is left standing.",
            "round",
        )
