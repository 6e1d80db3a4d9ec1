"""Doubles as a format and a rating system: one file each where they are no test."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from ladder.formats import (
    LOST,
    WON,
    EntryColumn,
    EntryWords,
    Facts,
    Format,
    Key,
    Kind,
    ParticipantResult,
    RatingError,
    Result,
    ResultSentence,
    join_names,
)
from ladder.ratings import (
    SAMPLE_DAY,
    About,
    Column,
    Example,
    Message,
    Rating,
    Ratings,
    RatingSystem,
    SelfTestQuestion,
    Step,
    calculate_expected_score,
    declare_option,
    format_fixed,
    format_signed,
)

TWO_EACH = "Two players win, and two lose."
ENDINGS = (("1", "Won"), ("2", "Lost"))


class Doubles(Format):
    """Who played together has the same side."""

    key = "doubles"
    label = "Doubles"
    fewest, most = 4, 4
    may_be_agreed = False
    columns = (EntryColumn("side", "Result", "Player {}, won or lost", heading="How player {} did", choices=ENDINGS),)
    file_columns = ("place", "side")
    finish_heading = "Result"
    words = EntryWords(
        title="Report doubles",
        button="Report doubles",
        row_hint="Two players win together, and two lose.",
        stake_hint="Choose who won to see what the match is worth.",
        too_few="Doubles need four players.",
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
        players, sides = zip(*((one.player, one.side) for one in participants), strict=True)
        if sorted(sides) != [1, 1, 2, 2]:
            raise RatingError(TWO_EACH, "side")
        scores = tuple(WON if side == 1 else LOST for side in sides)
        return Result(kind, ended, players, scores, facts or {}, (), (), started, (), sides)

    def build_win(self, players: Sequence[Key], *, kind: Kind, ended: datetime, facts: Facts) -> Result:
        participants = [ParticipantResult(one, side=side) for one, side in zip(players, (1, 2, 1, 2), strict=True)]
        return self.build(participants, kind=kind, ended=ended, facts=facts)

    def turn(self, result: Result, score: float) -> Result:
        sides = result.sides if score == result.scores[0] else [3 - side for side in result.sides]
        participants = [ParticipantResult(*one) for one in zip(result.players)]
        participants = [one._replace(side=side) for one, side in zip(participants, sides, strict=True)]
        return self.build(participants, kind=result.kind, ended=result.ended, facts=result.facts)

    def check_count(self, result: Result) -> None:
        if len(result.players) != self.most:
            raise RatingError(self.words.too_few, "players")

    def check(self, result: Result) -> None:
        if sorted(result.sides) != [1, 1, 2, 2]:
            raise RatingError(TWO_EACH, "side")

    def list_row_errors(self, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if not row.get("side"):
            yield "side", "Say whether they won."

    def is_row_used(self, row: Mapping[str, Any]) -> bool:
        return bool(row.get("side"))

    def build_participant(self, player: Any, row: Mapping[str, Any]) -> ParticipantResult:
        return ParticipantResult(player, side=int(row.get("side") or 0))

    def list_row_values(self, participant: ParticipantResult) -> dict[str, Any]:
        return {"side": str(participant.side)}

    def suits_file(self, participants: Sequence[ParticipantResult], facts: Facts) -> bool:
        return self.describes(participants)

    def build_filed(self, participants: Sequence[ParticipantResult], *, left: str, **played: Any) -> Result:
        return self.build([one._replace(side=one.place or one.side) for one in participants], **played)

    def list_file_values(self, participant: ParticipantResult) -> dict[str, Any]:
        return {"place": participant.side, "side": participant.side}

    def describe_result(
        self, participants: Sequence[ParticipantResult], facts: Facts, *, is_walkover: bool = False
    ) -> ResultSentence:
        winners, losers = ([one.player for one in participants if one.side == side] for side in (1, 2))
        return ResultSentence(join_names(winners), f"beat {join_names(losers)}")

    def describe_title(self, participants: Sequence[ParticipantResult]) -> str:
        return " ".join(self.describe_result(participants, {}))

    def describe_finish(self, participant: ParticipantResult) -> str:
        return "won" if participant.side == 1 else "lost"


DOUBLES_FORMAT = Doubles()
DOUBLES = Kind("doubles", "Doubles", DOUBLES_FORMAT)


def build_match(ended: datetime = SAMPLE_DAY) -> Result:
    """Return a match in which a and c beat b and d."""
    return DOUBLES_FORMAT.build_win("abcd", kind=DOUBLES, ended=ended, facts={})


ABOUT = About(
    label="Doubles Elo",
    summary="Two play as one: a side counts as the average of its players.",
    formula=("Change = K × (score − expected score)",),
    rules=("Everyone starts at 1500 (D-1).", "A side has the average rating of its players (D-2).", "K is 20 (D-3)."),
    columns=(Column.record("W–L"),),
    examples=(
        Example("D-3", "Level sides: half of 20 moves.", build_match(), (Rating(1500),) * 4, ("+10", "-10") * 2),
    ),
    suits="Clubs that play doubles with changing partners.",
    questions=(
        SelfTestQuestion("D-3", "The sides are level and you win. How much?", build_match(), (Rating(1500),) * 4),
    ),
)


@dataclass(frozen=True)
class DoublesElo(RatingSystem):
    """Each player's gain is their side's."""

    key: ClassVar[str] = "doubles-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (DOUBLES,)
    zero_sum: ClassVar[bool] = True
    start: float = declare_option(1500.0, label="Starting rating", rule="D-1", low=0, high=10_000)
    k: float = declare_option(20.0, label="K-factor", rule="D-3", low=1, high=100)

    def initial(self) -> Rating:
        return Rating(self.start)

    def average(self, result: Result, before: Ratings, side: int) -> float:
        """Return the average rating of a side (D-2)."""
        return sum(one.points for one, played in zip(before, result.sides, strict=True) if played == side) / 2

    def expected(self, result: Result, before: Ratings) -> tuple[float, ...]:
        sides = {side: self.average(result, before, side) for side in (1, 2)}
        return tuple(calculate_expected_score(sides[side], sides[3 - side]) for side in result.sides)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        chances = self.expected(result, before)
        return tuple(
            one._replace(points=one.points + self.k * (score - chance), experience=one.experience + 1)
            for one, score, chance in zip(before, result.scores, chances, strict=True)
        )

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        chance = self.expected(result, before)[seat]
        change, who = self.change(result, before, seat), {"me": result.players[seat]}
        total = f"{self.k:g} × ({result.scores[seat]:g} − {format_fixed(chance, 3)}) = {format_signed(change, 2)}"
        says = Message("The side of {me} was expected to score {chance}.", {"chance": format_fixed(chance, 3)}, who)
        return (
            Step("D-2", "What was expected?", says, format_fixed(chance, 3), chance),
            Step("D-3", "The rating moves", Message("{me} moves.", {}, who), total.replace("-", "−"), change),
        )
