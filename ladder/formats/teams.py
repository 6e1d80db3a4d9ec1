"""Two sides of one to six players each, such as doubles: one side wins, or they draw.

Who played together has the same side, 1 or 2, and the same score. Which of the two sides is called 1 means nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from .base import Format, Kind, Result
from .registry import register_format
from .values import DRAWN, LOST, OUTCOME_WORDS, WON, Facts, Key, ParticipantResult, RatingError
from .words import EntryWords, ResultSentence, join_side

MOST_A_SIDE = 6
SIDES = (1, 2)
TWO_SIDES = "A match of teams has two sides. Say who won and who lost."
ONE_SCORE = "Players of one side win together or lose together."
TOO_MANY = f"A side has at most {MOST_A_SIDE} players."
SCORES_BY_PLACE = {1: WON, 2: LOST}


class Teams(Format):
    """The format of a match between two sides."""

    key = "teams"
    label = "Doubles or teams"
    fewest, most = 2, 2 * MOST_A_SIDE
    has_sides = True
    file_columns = ("place", "side")
    finish_heading = "Result"
    words = EntryWords(
        title="Report doubles or a team match",
        button="Report match",
        row_hint="Some players win together, and the others lose.",
        stake_hint="Choose who won to see what the match is worth.",
        too_few="Name the players of both sides.",
    )

    def describes(self, participants: Sequence[ParticipantResult]) -> bool:
        return bool(participants) and all(one.side for one in participants)

    def build(
        self,
        participants: Sequence[ParticipantResult],
        *,
        kind: Kind,
        ended: datetime,
        facts: Facts | None = None,
        started: datetime | None = None,
    ) -> Result:
        players, sides = tuple(one.player for one in participants), tuple(one.side for one in participants)
        scores = tuple(find_side_score(one) for one in participants)
        result = Result(kind, ended, players, scores, facts or {}, (), (), started, (), sides)
        self.check(result)
        return result

    def build_win(self, players: Sequence[Key], *, kind: Kind, ended: datetime, facts: Facts) -> Result:
        """Players one, three, five and so on win together."""
        participants = [ParticipantResult(one, side=1 + seat % 2) for seat, one in enumerate(players)]
        return self.build(participants, kind=kind, ended=ended, facts=facts)

    def turn(self, result: Result, score: float) -> Result:
        first = result.sides[0]
        if score == result.scores[0]:
            return result
        return result._replace(
            games=(), ending="", scores=tuple(score if side == first else 1 - score for side in result.sides)
        )

    def check_count(self, result: Result) -> None:
        if not self.fewest <= len(result.players) <= self.most:
            raise RatingError(self.words.too_few if len(result.players) < self.fewest else TOO_MANY, "players")

    def check(self, result: Result) -> None:
        """Refuse other than two sides, a side that is too large, and scores that differ within a side."""
        if set(result.sides) != set(SIDES):
            raise RatingError(TWO_SIDES, "side")
        if max(map(result.sides.count, SIDES)) > MOST_A_SIDE:
            raise RatingError(TOO_MANY, "players")
        ended = {(side, score) for side, score in zip(result.sides, result.scores, strict=True)}
        if len(ended) != 2 or sum(score for _, score in ended) != 1:
            raise RatingError(ONE_SCORE, "side")

    def suits_file(self, participants: Sequence[ParticipantResult], facts: Facts) -> bool:
        return self.describes(participants)

    def build_filed(self, participants: Sequence[ParticipantResult], *, left: str, **played: Any) -> Result:
        """Equal places are a draw; without places side 1 won."""
        drawn = participants[0].score is None and len({one.place or one.side for one in participants}) == 1
        return self.build([one._replace(score=DRAWN) for one in participants] if drawn else participants, **played)

    def list_file_values(self, participant: ParticipantResult) -> dict[str, Any]:
        """Equal places are a draw."""
        return {"place": 2 if find_side_score(participant) == LOST else 1, "side": participant.side}

    def describe_result(
        self, participants: Sequence[ParticipantResult], facts: Facts, *, is_walkover: bool = False
    ) -> ResultSentence:
        best, other = name_sides(participants)
        if participants[0].score == DRAWN:
            return ResultSentence(best, f"drew with {other}")
        return ResultSentence(best, f"beat {other}{' by walkover' if is_walkover else ''}")

    def describe_all(self, participants: Sequence[ParticipantResult]) -> str:
        return " ".join(self.describe_result(sorted(participants, key=lambda one: -(one.score or 0)), {}))

    def describe_title(self, participants: Sequence[ParticipantResult]) -> str:
        return " ".join(self.describe_result(participants, {}))

    def describe_finish(self, participant: ParticipantResult) -> str:
        return OUTCOME_WORDS[find_side_score(participant)]


def find_side_score(participant: ParticipantResult) -> float:
    """Return a player's score; where it isn't given, place or side 1 won and 2 lost. Raises: RatingError."""
    if participant.score is not None:
        return participant.score
    score = SCORES_BY_PLACE.get(participant.place or participant.side)
    if score is None:
        raise RatingError(TWO_SIDES, "side")
    return score


def name_sides(participants: Sequence[ParticipantResult]) -> tuple[str, str]:
    """Return the names of the first participant's side and those of the other side."""
    first = participants[0].side
    return (
        join_side([one.player for one in participants if one.side == first]),
        join_side([one.player for one in participants if one.side != first]),
    )


TEAMS = register_format(Teams())
TEAM = Kind("team", "Doubles or teams", TEAMS)


def build_team_match(
    winners: Sequence[Key], losers: Sequence[Key], score: float = WON, *, ended: datetime, facts: Facts | None = None
) -> Result:
    """Return a match of teams in which the first side has this score: 1, or 0.5 for a draw."""
    participants = [
        *(ParticipantResult(one, score, side=1) for one in winners),
        *(ParticipantResult(one, 1 - score, side=2) for one in losers),
    ]
    return TEAMS.build(participants, kind=TEAM, ended=ended, facts=facts)
