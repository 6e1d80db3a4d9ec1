"""The matches of a season, read as results of the core in order of play."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache
from math import nan
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import FilteredRelation, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from ladder.formats import DUEL, parse_games
from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.storage.bulk import read_rows
from ladder.ledger.storage.tables import OrderPlace, filter_from_place
from ladder.models import Match, Participant, Season
from ladder.ratings import Exit, Result, load_kinds
from players.people.queries import Identities
from players.people.queries import load_identities as stored_merges

FACTS_TEXT = Cast("facts", TextField())  # as text on both databases: most are the same few, so each is read once
READ_MATCH_COLUMNS = ("id", "kind", "played_at", "started_at", "said", "sequence", "games", "ending")
READ_PARTICIPANT_COLUMNS = ("match_id", "seat", "id", "player_id", "score", "exit", "round", "place", "side")
BY_SEAT = itemgetter(1)
SEAT_ALIASES = {
    name: FilteredRelation("participants", condition=Q(participants__seat=seat)) for seat, name in enumerate("ab")
}
PAIR_COLUMNS = [f"{seat}__{name}" for name in ("id", "player_id", "score") for seat in SEAT_ALIASES]
ParticipantRow = Sequence[Any]


class MatchEntry(NamedTuple):
    """A counting match in the fold."""

    match: int
    place: OrderPlace
    result: Result
    participants: tuple[int | None, ...]


def merge_entries(entries: list[MatchEntry], identities: Identities) -> list[MatchEntry]:
    """Return the entries with merged players as whom they count as."""
    if not identities:
        return entries
    return [one._replace(result=merge_result_players(one.result, identities)) for one in entries]


def merge_result_players(result: Result, identities: Identities) -> Result:
    """Return the result with merged players as whom they count as.

    Raises: ValidationError, when somebody would then play against themselves.
    """
    if identities.keys().isdisjoint(result.players):
        return result
    players = tuple(identities.get(player, player) for player in result.players)
    if len(set(players)) < len(players):
        raise ValidationError("Two players of this match were merged. Undo the merge first.")
    return result._replace(players=players)


@one_moment()
def load_entries(season: Season, since: OrderPlace | None, *, identities: Identities | None = None) -> list[MatchEntry]:
    """Return the season's counting matches from this place on, in order of play.

    Players who were merged are who they count as: as stored, or by the identities that are given.
    A few queries, however many matches they are.
    """
    matches = Match.objects.filter(filter_from_place(since), season=season, status=Match.Status.COUNTED)
    return merge_entries(read_entries(matches), stored_merges() if identities is None else identities)


def read_entries(matches: QuerySet[Match]) -> list[MatchEntry]:
    """Return these matches as entries, in order of play.

    Each is read in one row with its first two players, which for a duel are all, as decision 0005 tells.
    """
    rows = (
        matches.alias(**SEAT_ALIASES)
        .annotate(said=FACTS_TEXT)
        .order_by("played_at", "sequence")
        .values_list(*READ_MATCH_COLUMNS, *PAIR_COLUMNS)
    )
    found, duels = read_rows(rows), list_duel_kinds()
    participants = (
        read_participants(matches.exclude(kind__in=duels)) if not duels.issuperset(row[1] for row in found) else {}
    )
    read, zone = cache(json.loads), timezone.get_current_timezone()
    return [
        build_wide_entry(row, sorted(participants[row[0]], key=BY_SEAT), read(row[4]), zone)
        if row[0] in participants
        else build_duel_entry(row, read(row[4]), zone)
        for row in found
    ]


def list_duel_kinds() -> set[str]:
    """Return the kinds of matches that two play."""
    return {key for key, kind in load_kinds().items() if kind.format is DUEL}


def read_participants(matches: QuerySet[Match]) -> dict[int, list[ParticipantRow]]:
    """Return the participants of each of these matches, in no order: a database would sort them all by their match."""
    participants: dict[int, list[ParticipantRow]] = defaultdict(list)
    for side in read_rows(
        Participant.objects.filter(match__in=matches).order_by().values_list(*READ_PARTICIPANT_COLUMNS)
    ):
        participants[side[0]].append(side)
    return participants


def build_duel_entry(row: Sequence[Any], facts: Mapping[str, float], zone: tzinfo) -> MatchEntry:
    """Return a match that two play, without a round or a place, from its row."""
    match, kind, played_at, started_at, __, sequence, games, ending, *pair_columns = row
    first, second, player, other, score, rest = pair_columns
    played, start = read_moment(played_at), read_start(started_at, zone)
    pair, scores = (player, other), (score, rest)
    result = Result(load_kinds()[kind], played.astimezone(zone), pair, scores, facts, (), (), start)
    if games or ending:
        result = result._replace(games=parse_games(games), ending=ending)
    return MatchEntry(match, (played, sequence), result, (first, second))


def build_wide_entry(
    row: Sequence[Any], participants: Sequence[ParticipantRow], facts: Mapping[str, float], zone: tzinfo
) -> MatchEntry:
    """Return a match of any number from its row and the rows of its participants in the order of their seats."""
    match, kind, played_at, started_at, __, sequence, games, ending = row[: len(READ_MATCH_COLUMNS)]
    _, _, ids, players, scores, exits, rounds, places, together = zip(*participants, strict=True)
    played = read_moment(played_at)
    result = Result(
        load_kinds()[kind],
        played.astimezone(zone),
        players,
        tuple([nan if score is None else score for score in scores]) if None in scores else scores,
        facts,
        tuple(map(Exit, exits, rounds)) if exits[0] else (),
        places if places[0] else (),
        read_start(started_at, zone),
        (),
        together if together[0] else (),
        parse_games(games),
        ending,
    )
    return MatchEntry(match, (played, sequence), result, ids)


def read_start(value: datetime | None, zone: tzinfo) -> datetime | None:
    return read_moment(value).astimezone(zone) if value else None


def read_moment(value: datetime) -> datetime:
    """Return a moment as the driver gives it; SQLite's has no zone and means UTC."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)
