"""The matches of a season as results of the core, in order of play."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache
from math import nan
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone

from ladder.models import Match, Participant, Season
from ladder.ratings import Exit, Key, Result, kinds
from ladder.selectors.order import Place, from_place
from players.identity import Identities
from players.identity import identities as stored_merges

from . import bulk
from .lock import one_moment

MATCH = ("id", "kind", "played_at", "started_at", "facts", "sequence")
SIDE = ("match_id", "seat", "id", "player_id", "score", "exit", "round", "place")
SEAT = itemgetter(1)
Side = Sequence[Any]


class Entry(NamedTuple):
    """A counting match in the fold."""

    match: int
    place: Place
    result: Result
    participants: tuple[int | None, ...]


@one_moment()
def load(season: Season, since: Place | None, *, identities: Identities | None = None) -> list[Entry]:
    """Return the season's counting matches from this place on, in order of play.

    Players who were merged are who they count as: as stored, or by the identities that are given.
    Two queries, however many matches they are, and one for the merges that are stored.
    """
    matches = Match.objects.filter(from_place(since), season=season, status=Match.Status.COUNTED)
    rows = Participant.objects.filter(from_place(since, "match__"), match__season=season, match__status="counted")
    sides = bulk.read(rows.order_by().values_list(*SIDE))  # a database would sort them all by their match
    found = entries(matches.order_by("played_at", "sequence"), sides)
    return identified(found, stored_merges() if identities is None else identities)


def selves(player: Key, identities: Identities) -> list[Key]:
    """Return a player and those who were merged into them."""
    return [player, *(one for one, other in identities.items() if other == player)]


def entries(matches: QuerySet[Match], participants: Iterable[Side]) -> list[Entry]:
    """Return these matches as entries, with their participants, who are given in no order."""
    sides: dict[int, list[Side]] = defaultdict(list)
    for side in participants:
        sides[side[0]].append(side)
    read, zone = cache(json.loads), timezone.get_current_timezone()  # most facts are the same few
    found = bulk.read(matches.values_list(*MATCH))
    return [entry(row, sorted(sides[row[0]], key=SEAT), read(row[4]), zone) for row in found]


def identified(entries: list[Entry], identities: Identities) -> list[Entry]:
    """Return the entries with merged players as whom they count as."""
    if not identities:
        return entries
    return [one._replace(result=as_one(one.result, identities)) for one in entries]


def as_one(result: Result, identities: Identities) -> Result:
    """Return the result with merged players as whom they count as.

    Raises: ValidationError, when somebody would then play against themselves.
    """
    if identities.keys().isdisjoint(result.players):
        return result
    players = tuple(identities.get(player, player) for player in result.players)
    if len(set(players)) < len(players):
        raise ValidationError("Two players of this match were merged into one. Undo the merge first.")
    return result._replace(players=players)


def entry(row: Sequence[Any], sides: Sequence[Side], facts: Mapping[str, float], zone: tzinfo) -> Entry:
    """Return one match from its row and the rows of its participants in the order of their seats."""
    match, kind, played_at, started_at, __, sequence = row
    _, _, ids, players, scores, exits, rounds, places = zip(*sides, strict=True)
    played = moment(played_at)
    result = Result(
        kinds()[kind],
        played.astimezone(zone),
        players,
        tuple([nan if score is None else score for score in scores]) if None in scores else scores,
        facts,
        tuple(map(Exit, exits, rounds)) if exits[0] else (),
        places if places[0] else (),
        moment(started_at).astimezone(zone) if started_at else None,
    )
    return Entry(match, (played, sequence), result, ids)


def moment(value: datetime) -> datetime:
    """Return a moment as the driver gives it; SQLite's has no zone and means UTC."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)
