"""The matches that the same players of two sides have played against each other, and the record between them."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.formats import DRAWN, LOST, WON, ParticipantResult, describe_title
from ladder.ledger.storage.match_record import load_counted_participants, read_participant
from ladder.models import Match, Participant, Season
from ladder.pages.figures import format_short_day
from players.models import Player
from players.people.queries import select_with_merged

MOST_LISTED = 5  # of the last matches


class SidesMatch(NamedTuple):
    """A match between the two sides: its key, in words, and its day."""

    match: int
    title: str
    day: str


class SidesRecord(NamedTuple):
    """How often the first side has won, drawn and lost, as "2–0–1", and the last matches."""

    record: str
    matches: list[SidesMatch]


def load_sides_record(season: Season, first: Sequence[Player], second: Sequence[Player]) -> SidesRecord:
    """Return the record of these two sides in a season, with nobody else on either; two queries."""
    sides = [{player.pk for player in one} for one in (first, second)]
    found: dict[int, list[ParticipantResult]] = {}
    played: dict[int, Match] = {}
    mine = Match.objects.filter(season=season, status=Match.Status.COUNTED).order_by()
    for player in (*first, *second):
        mine = mine.filter(participants__player__in=select_with_merged([player.pk]))
    rows = Participant.objects.filter(match__in=mine.values("pk")).select_related("match")
    for row in load_counted_participants(rows.order_by("-match__played_at", "-match__sequence", "seat")):
        played[row.match_id] = row.match
        found.setdefault(row.match_id, []).append(read_participant(row, row.player))
    scores = {match: find_side_outcome(some, sides) for match, some in found.items()}
    ends = [score for score in scores.values() if score is not None]
    lines = [
        SidesMatch(
            match,
            describe_title([one._replace(player=one.player.name) for one in found[match]]),
            format_short_day(played[match].played_at),
        )
        for match, score in scores.items()
        if score is not None
    ]
    return SidesRecord("–".join(str(ends.count(end)) for end in (WON, DRAWN, LOST)), lines[:MOST_LISTED])


def find_side_outcome(participants: Sequence[ParticipantResult], sides: Sequence[set[int]]) -> float | None:
    """Return the score of the first of these two sides; None if the match was not just between them."""
    together: dict[int, set[int]] = {}
    for one in participants:
        together.setdefault(one.side, set()).add(one.player.pk)
    if len(together) != 2 or not all(side in together.values() for side in sides):
        return None
    return next(one.score for one in participants if one.player.pk in sides[0])
