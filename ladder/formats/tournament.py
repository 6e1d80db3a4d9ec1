"""A tournament: each player has a finishing place, which may be shared.

Not everybody who took part has to be listed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any

from .base import Format, Kind, Result
from .registry import register_format
from .values import WON, Fact, Facts, Key, ParticipantResult, RatingError
from .words import EntryColumn, EntryWords, ResultSentence, format_ordinal, join_names

MOST_ENTRANTS = 10_000
FIELD = Fact(
    "field",
    "Entrants",
    low=1,
    high=MOST_ENTRANTS,
    help="How many took part, including anyone not listed.",
)
PLACE = Fact("place", "Finishing place", low=1, high=MOST_ENTRANTS)


class Tournament(Format):
    """The format of a tournament: place 1 is a win, and nothing is drawn or lost."""

    key = "tournament"
    label = "Tournament"
    fewest, most = 1, MOST_ENTRANTS
    is_for_members = False
    may_be_agreed = False
    has_losers = False
    has_places = True
    asks_kind_first = False
    has_own_row = False
    usual_rows = 8
    columns = (
        EntryColumn(
            "place", "Finishing place", "Player {}, finishing place", heading="Place", number=PLACE, counts_up=True
        ),
    )
    file_columns = ("place",)
    facts = (FIELD,)
    finish_heading = "Finishing place"
    words = EntryWords(
        title="Record finishing places",
        button="Record places",
        row_hint="Players who share a finishing place get the same number.",
        stake_hint="Enter the finishing places to see what each is worth.",
        too_few="Enter at least one player.",
    )

    def describes(self, participants: Sequence[ParticipantResult]) -> bool:
        return all(one.place for one in participants)

    def build(
        self,
        participants: Sequence[ParticipantResult],
        *,
        kind: Kind,
        ended: datetime,
        facts: Facts | None = None,
        started: datetime | None = None,
    ) -> Result:
        players, places = (
            [one.player for one in participants],
            [one.place or 0 for one in participants],
        )
        field = (facts or {}).get(FIELD.name)
        return build_tournament(players, places, ended=ended, kind=kind, field=None if field is None else int(field))

    def suits_file(self, participants: Sequence[ParticipantResult], facts: Facts) -> bool:
        return bool(participants[0].place)

    def build_filed(self, participants: Sequence[ParticipantResult], *, left: str, **played: Any) -> Result:
        if not participants[0].place:
            raise RatingError("A tournament needs each player's place.", "place")
        return self.build(participants, **played)

    def check(self, result: Result) -> None:
        if len(result.places) != len(result.players):
            raise RatingError("Say which place each player took.", "place")

    def list_row_errors(self, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if row.get("place") is None:
            yield "place", "Enter their finishing place."

    def build_participant(self, player: Any, row: Mapping[str, Any]) -> ParticipantResult:
        return ParticipantResult(player, place=int(row.get("place") or 0) or None)

    def list_row_values(self, participant: ParticipantResult) -> dict[str, Any]:
        return {"place": participant.place}

    def find_row_at_fault(self, column: str, participants: Sequence[ParticipantResult]) -> int:
        """The worst place is the one that may lie outside the field."""
        return max(
            range(len(participants)),
            key=lambda row: participants[row].place or 0,
            default=0,
        )

    def describe_result(
        self,
        participants: Sequence[ParticipantResult],
        facts: Facts,
        *,
        is_walkover: bool = False,
    ) -> ResultSentence:
        winners = [one.player for one in participants if one.place == 1]
        field = f"a tournament of {facts.get(FIELD.name, len(participants)):g}"
        if not winners:
            first = participants[0]
            return ResultSentence(first.player, f"came {format_ordinal(first.place or 1)} in {field}")
        won = f"won {field}" if len(winners) == 1 else f"shared first place in {field}"
        return ResultSentence(join_names(winners), won)

    def describe_title(self, participants: Sequence[ParticipantResult]) -> str:
        winners = [one.player for one in participants if one.place == 1]
        if not winners:
            return f"Tournament with {participants[0].player} in place {participants[0].place}"
        return f"Tournament won by {join_names(winners)}"

    def describe_all(self, participants: Sequence[ParticipantResult]) -> str:
        by_name = sorted(participants, key=attrgetter("player"))
        return ", ".join(f"{one.player} place {one.place}" for one in by_name)

    def describe_winner(self, result: Result, names: Mapping[Key, str]) -> str:
        first = sum(place == 1 for place in result.places)
        return f"{first} players share first place." if first > 1 else ""

    def describe_finish(self, participant: ParticipantResult) -> str:
        return str(participant.place)


TOURNAMENT_FORMAT = register_format(Tournament())
TOURNAMENT = Kind("tournament", "Tournament", TOURNAMENT_FORMAT)


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
    if size > MOST_ENTRANTS:
        raise RatingError("A tournament has at most 10,000 entrants.", "field")
    for place in places:
        if not 1 <= place <= size:
            raise RatingError(f"Place {place} is outside the field of {size}.", "place")
    scores = tuple(WON if place == 1 else math.nan for place in places)
    return Result(kind, ended, tuple(players), scores, {FIELD.name: size}, (), tuple(places))
