"""The matches of a season, read as results of the core in order of play."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache
from math import nan
from operator import attrgetter, itemgetter
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from ladder.models import Match, Participant, Season
from ladder.ratings import Exit, Result, kinds
from ladder.selectors.order import Place, from_place
from players.identity import Identities
from players.identity import identities as stored_merges

from . import bulk
from .entries import Entry, identified
from .lock import one_moment

SAID = Cast("facts", TextField())  # as text on both databases: most are the same few, so each is read once
MATCH = ("id", "kind", "played_at", "started_at", "said", "sequence")
SIDE = ("match_id", "seat", "id", "player_id", "score", "exit", "round", "place")
SEAT = itemgetter(1)
SEATS = {name: FilteredRelation("participants", condition=Q(participants__seat=seat)) for seat, name in enumerate("ab")}
PAIR = [f"{seat}__{name}" for name in ("id", "player_id", "score") for seat in SEATS]
Side = Sequence[Any]


@one_moment()
def load(season: Season, since: Place | None, *, identities: Identities | None = None) -> list[Entry]:
    """Return the season's counting matches from this place on, in order of play.

    Players who were merged are who they count as: as stored, or by the identities that are given.
    A few queries, however many matches they are.
    """
    matches = Match.objects.filter(from_place(since), season=season, status=Match.Status.COUNTED)
    return identified(entries(matches), stored_merges() if identities is None else identities)


def entries(matches: QuerySet[Match]) -> list[Entry]:
    """Return these matches as entries, in order of play."""
    pairs = duels(matches.filter(kind__in=of_two()))
    several = others(matches.exclude(kind__in=of_two()))
    return sorted([*pairs, *several], key=attrgetter("place")) if several else list(pairs)


def duels(matches: QuerySet[Match]) -> Iterator[Entry]:
    """Yield matches of two, each read in one row with its players: half the time of reading them apart."""
    known, read, zone = kinds(), cache(json.loads), timezone.get_current_timezone()
    rows = matches.alias(**SEATS).annotate(said=SAID).order_by("played_at", "sequence").values_list(*MATCH, *PAIR)
    for match, kind, played_at, started_at, said, sequence, *seats, one, other, score, rest in bulk.read(rows):
        played, start = moment(played_at), began(started_at, zone)
        players, scores = (one, other), (score, rest)
        result = Result(known[kind], played.astimezone(zone), players, scores, read(said), (), (), start)
        yield Entry(match, (played, sequence), result, tuple(seats))


def others(matches: QuerySet[Match]) -> list[Entry]:
    """Return matches of any number, in no order."""
    rows = bulk.read(matches.order_by().annotate(said=SAID).values_list(*MATCH))
    if not rows:
        return []
    sides: dict[int, list[Side]] = defaultdict(list)
    for side in bulk.read(Participant.objects.filter(match__in=matches).order_by().values_list(*SIDE)):
        sides[side[0]].append(side)  # a database would sort them all by their match
    read, zone = cache(json.loads), timezone.get_current_timezone()
    return [entry(row, sorted(sides[row[0]], key=SEAT), read(row[4]), zone) for row in rows]


def of_two() -> list[str]:
    """Return the kinds of match that two play, without a round or a place."""
    return [key for key, kind in kinds().items() if kind.shape == "duel"]


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
        began(started_at, zone),
    )
    return Entry(match, (played, sequence), result, ids)


def began(value: datetime | None, zone: tzinfo) -> datetime | None:
    return moment(value).astimezone(zone) if value else None


def moment(value: datetime) -> datetime:
    """Return a moment as the driver gives it; SQLite's has no zone and means UTC."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)
