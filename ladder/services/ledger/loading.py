"""The matches of a season, read as results of the core in order of play."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache
from math import nan
from operator import itemgetter
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from ladder.models import Match, Participant, Season
from ladder.ratings import Exit, Result, load_kinds
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
    """Return these matches as entries, in order of play.

    Each is read in one row with its first two players, which for a duel are all, as decision 0005 tells.
    """
    rows = matches.alias(**SEATS).annotate(said=SAID).order_by("played_at", "sequence").values_list(*MATCH, *PAIR)
    found, duels = bulk.read(rows), of_two()
    sides = sides_of(matches.exclude(kind__in=duels)) if not duels.issuperset(row[1] for row in found) else {}
    read, zone = cache(json.loads), timezone.get_current_timezone()
    return [
        several(row, sorted(sides[row[0]], key=SEAT), read(row[4]), zone)
        if row[0] in sides
        else duel(row, read(row[4]), zone)
        for row in found
    ]


def of_two() -> set[str]:
    """Return the kinds of matches that two play."""
    return {key for key, kind in load_kinds().items() if kind.shape == "duel"}


def sides_of(matches: QuerySet[Match]) -> dict[int, list[Side]]:
    """Return the participants of each of these matches, in no order: a database would sort them all by their match."""
    sides: dict[int, list[Side]] = defaultdict(list)
    for side in bulk.read(Participant.objects.filter(match__in=matches).order_by().values_list(*SIDE)):
        sides[side[0]].append(side)
    return sides


def duel(row: Sequence[Any], facts: Mapping[str, float], zone: tzinfo) -> Entry:
    """Return a match that two play, without a round or a place, from its row."""
    match, kind, played_at, started_at, __, sequence, first, second, player, other, score, rest = row
    played, start = moment(played_at), began(started_at, zone)
    pair, scores = (player, other), (score, rest)
    result = Result(load_kinds()[kind], played.astimezone(zone), pair, scores, facts, (), (), start)
    return Entry(match, (played, sequence), result, (first, second))


def several(row: Sequence[Any], sides: Sequence[Side], facts: Mapping[str, float], zone: tzinfo) -> Entry:
    """Return a match of any number from its row and the rows of its participants in the order of their seats."""
    match, kind, played_at, started_at, __, sequence = row[: len(MATCH)]
    _, _, ids, players, scores, exits, rounds, places = zip(*sides, strict=True)
    played = moment(played_at)
    result = Result(
        load_kinds()[kind],
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
