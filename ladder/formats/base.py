"""The protocol of a format, its kinds of match, and what was played. To add a format, add a file to this package."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from .values import DEAD, DRAWN, LOST, STANDING, WON, Exit, Fact, Facts, Game, Key, ParticipantResult, RatingError
from .words import EntryColumn, EntryWords, ResultSentence, join_names

TWO_PLACES = {(1, 2): WON, (2, 1): LOST}


class Format:
    """How a match of this format is entered, checked, put into words and filed."""

    key: ClassVar[str]
    label: ClassVar[str]
    fewest: ClassVar[int] = 2  # players
    most: ClassVar[int] = 1_000
    is_for_members: ClassVar[bool] = True  # else only recorders and organisers may report it
    may_be_agreed: ClassVar[bool] = True  # in a challenge
    has_losers: ClassVar[bool] = True  # whoever doesn't win has drawn or lost
    may_lack_winner: ClassVar[bool] = False  # whatever the boards say of draws
    asks_start: ClassVar[bool] = False  # the ratings when it began may matter
    has_exits: ClassVar[bool] = False
    has_places: ClassVar[bool] = False
    has_sides: ClassVar[bool] = False  # several play together
    is_entered_as_pair: ClassVar[bool] = False  # of two players it is enough to say who won
    is_entered_in_rows: ClassVar[bool] = True
    asks_kind_first: ClassVar[bool] = True  # above the rows, not among what few people change
    has_own_row: ClassVar[bool] = True  # whoever reports stands in the first row
    usual_rows: ClassVar[int] = 4
    words: ClassVar[EntryWords]
    columns: ClassVar[tuple[EntryColumn, ...]] = ()
    file_columns: ClassVar[tuple[str, ...]] = ()  # of place, exit, round and side those that a file has of a player
    facts: ClassVar[tuple[Fact, ...]] = ()  # asked of each match, whatever its boards ask for
    finish_heading: ClassVar[str] = ""  # above how each player ended

    # ---- the result

    def describes(self, participants: Sequence[ParticipantResult]) -> bool:
        """Return whether players with these results played a match of this format."""
        raise NotImplementedError

    def build(
        self,
        participants: Sequence[ParticipantResult],
        *,
        kind: Kind,
        ended: datetime,
        facts: Facts | None = None,
        started: datetime | None = None,
    ) -> Result:
        """Return the result of a match; the format decides who won.

        Raises: RatingError with what is wrong.
        """
        raise NotImplementedError

    def is_pair(self, participants: Sequence[ParticipantResult]) -> bool:
        """Return whether a match with these results is fully told by who won and how the loser left."""
        return False

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
        """Return a match of two from the first player's score; `left` is how the loser left, in a draw both."""
        return Result(kind, ended, tuple(players), (score, 1 - score), facts, (), (), started)

    def build_win(self, players: Sequence[Key], *, kind: Kind, ended: datetime, facts: Facts) -> Result:
        """Return a match that the first player wins, for calculators and examples, with as few players as possible."""
        return self.build_pair(players, WON, kind=kind, ended=ended, facts=facts, left=DEAD, started=None)

    def turn(self, result: Result, score: float) -> Result:
        """Return the match with that score of the first player; when the first loses, the second wins.

        The points of its games stay only where they say the same.
        """
        if score == result.scores[0]:
            return result
        return result._replace(scores=(score, 1 - score), games=(), ending="")

    def check_count(self, result: Result) -> None:
        """Refuse too few or too many players. Raises: RatingError."""
        if not self.fewest <= len(result.players) <= self.most:
            raise RatingError(f"{result.kind.label} needs {self.fewest} players or more.", "players")

    def check(self, result: Result) -> None:
        """Refuse a result that lacks what this format needs of each player. Raises: RatingError."""

    # ---- entering it row by row

    def list_row_errors(self, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield what is wrong in a row with a name: the column and the sentence."""
        return iter(())

    def is_row_used(self, row: Mapping[str, Any]) -> bool:
        """Return whether a row without a name has values, so that it can't be left out."""
        return False

    def build_participant(self, player: Any, row: Mapping[str, Any]) -> ParticipantResult:
        """Return how the match ended for the player of a row."""
        raise NotImplementedError

    def list_row_values(self, participant: ParticipantResult) -> dict[str, Any]:
        """Return the values of a participant's row."""
        return {}

    def find_row_at_fault(self, column: str, participants: Sequence[ParticipantResult]) -> int:
        """Return the number of the row beside which it is said that the values of a column don't fit together."""
        return 0

    # ---- in a file

    def suits_file(self, participants: Sequence[ParticipantResult], facts: Facts) -> bool:
        """Return whether a match that a file tells so, without a kind, can be of this format.

        What a file says of one player it says of all.
        """
        return False

    def build_filed(
        self,
        participants: Sequence[ParticipantResult],
        *,
        kind: Kind,
        ended: datetime,
        facts: Facts,
        started: datetime | None,
        left: str,
    ) -> Result:
        """Return a match as a file tells it; `left` is how the loser left, in a draw both, where the file says that.

        Raises: RatingError with what is wrong.
        """
        players, score = [one.player for one in participants], find_pair_score(participants)
        return self.build_pair(players, score, kind=kind, ended=ended, facts=facts, left=left, started=started)

    def list_file_values(self, participant: ParticipantResult) -> dict[str, Any]:
        """Return the values of a participant's row in a file, by column."""
        return self.list_row_values(participant)

    # ---- in words

    def describe_result(
        self, participants: Sequence[ParticipantResult], facts: Facts, *, is_walkover: bool = False
    ) -> ResultSentence:
        """Return the result in words, from participants whose players are names, the best result first."""
        names = [one.player for one in participants]
        if participants[0].score == WON:
            return ResultSentence(names[0], f"beat {join_names(names[1:])}{' by walkover' if is_walkover else ''}")
        if len(names) == 2:
            return ResultSentence(names[0], f"drew with {names[1]}")
        return ResultSentence("Nobody", f"won between {join_names(names)}")

    def describe_all(self, participants: Sequence[ParticipantResult]) -> str:
        """Return who beat whom, or how each player ended, as the history of a match has it."""
        if len(participants) == 2:
            return describe_pair(*participants)
        by_name = sorted(participants, key=attrgetter("player"))
        return ", ".join(f"{one.player} {self.describe_ending(one)}" for one in by_name)

    def describe_ending(self, participant: ParticipantResult) -> str:
        """Return how the match ended for one of many, after the name: "surrendered in round 2"."""
        return self.describe_finish(participant)

    def describe_title(self, participants: Sequence[ParticipantResult]) -> str:
        """Return the match in a few words, as a page is headed; the rest as in `describe_result`."""
        first, *others = participants
        if len(others) > 1:
            return f"{self.label} won by {first.player}" if first.score == WON else f"{self.label} without a winner"
        return f"{first.player} {'beat' if first.score == WON else 'drew with'} {others[0].player}"

    def describe_winner(self, result: Result, names: Mapping[Key, str]) -> str:
        """Return who won and by which rule, as the form shows it beside the rows; an empty text if that is obvious."""
        return ""

    def describe_finish(self, participant: ParticipantResult) -> str:
        """Return a player's place, or how the player left."""
        return ""


class Kind(NamedTuple):
    """A kind of match, such as rated or friendly, and the format in which it is played."""

    key: str
    label: str
    format: Format


class Result(NamedTuple):
    """One match; made by its format, which decides who won. The tuples are in the order of `players`."""

    kind: Kind
    ended: datetime  # in the club's zone
    players: tuple[Key, ...]
    scores: tuple[float, ...]  # 1, 1/2, 0; nan where there is none
    facts: Facts = {}
    exits: tuple[Exit, ...] = ()
    places: tuple[int, ...] = ()
    started: datetime | None = None
    at_start: Sequence[Any] = ()  # put in by replay: the ratings when the match began
    sides: tuple[int, ...] = ()  # who played together; empty where everyone played alone
    games: tuple[Game, ...] = ()  # the score, in the order of play; empty where nobody said it
    ending: str = ""  # "retired" where the loser gave up, "stopped" where both agreed that it can't be finished

    @classmethod
    def of_participants(cls, participants: Sequence[ParticipantResult], **told: Any) -> Result:
        """Return a stored match of these participants as it is; `told` are the fields that aren't theirs."""
        players, scores, exits, places, sides = zip(*participants, strict=True)
        return cls(
            players=players,
            scores=tuple(math.nan if score is None else score for score in scores),
            exits=exits if exits[0] else (),
            places=places if places[0] else (),
            sides=sides if sides[0] else (),
            **told,
        )

    @property
    def participants(self) -> list[ParticipantResult]:
        """How the match ended for each player, in the order of `players`."""
        count = len(self.players)
        columns = (self.exits or [None] * count, self.places or [None] * count, self.sides or [0] * count)
        return [
            ParticipantResult(player, None if math.isnan(score) else score, left, place, side)
            for player, score, left, place, side in zip(self.players, self.scores, *columns, strict=True)
        ]


class Played(NamedTuple):
    """What was played, and by whom: a form returns it, a dispute proposes it, and a stored match is read as it.

    The result has the keys of the players, below 0 for those who are new; the players are in the same order.
    """

    result: Result
    players: tuple[Any, ...]
    is_just_now: bool = False  # no time was entered, so it ends when it is stored

    @property
    def participants(self) -> list[ParticipantResult]:
        """How the match ended for each of the players."""
        return [one._replace(player=player) for one, player in zip(self.result.participants, self.players, strict=True)]

    @property
    def names(self) -> dict[Key, str]:
        """The names of the players by key."""
        return {key: player.name for key, player in zip(self.result.players, self.players, strict=True)}


class AnyFormat(Format):
    """The format of kinds that a match of any format can have, such as unrated."""

    key = "any"
    label = "Any"
    fewest, most = 1, 10_000
    may_lack_winner = True


ANY = AnyFormat()
UNRATED = Kind("unrated", "Unrated", ANY)
WALKOVER = Kind("walkover", "Walkover", ANY)  # agreed and not played: counted as won and lost, never rated


def describe_pair(one: ParticipantResult, other: ParticipantResult) -> str:
    """Return who of two beat whom, and how the loser left: "Ann beat Bo (dead)"."""
    ways = [left.how for left in (one.exit, other.exit) if left and left.how != STANDING]
    end = f" ({ways[0]})" if ways else ""
    if one.score == DRAWN:
        return f"{' and '.join(sorted((one.player, other.player)))} drew{end}"
    winner, loser = (one, other) if one.score == WON else (other, one)
    return f"{winner.player} beat {loser.player}{end}"


def find_pair_score(participants: Sequence[ParticipantResult]) -> float:
    """Return the score of the first of two players, whose places may be given instead.

    Raises: RatingError where it isn't said.
    """
    if participants[0].score is not None:
        return participants[0].score
    if len(participants) != 2:
        raise RatingError("A match needs two players.", "players")
    score = find_score_by_places([one.place or 0 for one in participants])
    if score is None:
        raise RatingError("A match of two needs the places 1 and 2, or equal places for a draw.", "place")
    return score


def find_score_by_places(places: Sequence[int]) -> float | None:
    """Return the score of the first of two players by their places; None if the places don't tell it."""
    if len(places) != 2:
        return None
    return DRAWN if places[0] == places[1] else TWO_PLACES.get((places[0], places[1]))


def order_best_first(participant: ParticipantResult) -> tuple[int, float]:
    """Return the sort key of a participant's result: a better one comes first."""
    return participant.place or 0, -(participant.score or 0)
