"""The matches of a few players as they are rated on a board, read together with their rows of the ledger."""

import json
from collections.abc import Collection
from functools import cache
from itertools import groupby
from operator import itemgetter

from django.db.models import Q
from django.utils import timezone

from ladder.models import Board, Participant, RatingChange
from ladder.ratings import Key
from ladder.selectors.order import Place, from_place
from ladder.selectors.past import AT
from players.identity import Identities

from . import bulk
from .entries import MATCH, SIDE, Entry, entry, identified
from .stored import COLUMNS, Rows, read

SIDES = slice(len(MATCH), len(MATCH) + len(SIDE))
FIELDS = (*(f"{AT}{name}" for name in MATCH), *(f"participant__{name}" for name in SIDE), "participant", "id", *COLUMNS)


def followed(board: Board, since: Place, players: Collection[Key], identities: Identities) -> tuple[list[Entry], Rows]:
    """Return these players' matches from this place on, in no order, and everybody's rows in them, in one query."""
    theirs = Participant.objects.filter(player__in=players).order_by().values("match")
    here = from_place(since, AT) & Q(participant__match__season=board.season_id)  # a database looks no further then
    rows = RatingChange.objects.filter(here, board=board, participant__match__in=theirs)
    found = bulk.read(rows.order_by("participant__match_id", "participant__seat").values_list(*FIELDS))
    facts, zone = cache(json.loads), timezone.get_current_timezone()  # most facts are the same few
    matches = [
        entry(seats[0][: len(MATCH)], [row[SIDES] for row in seats], facts(seats[0][4]), zone)
        for seats in (list(rows) for _, rows in groupby(found, key=itemgetter(0)))
    ]
    return identified(matches, identities), {row[SIDES.stop]: read(row[SIDES.stop :]) for row in found}
