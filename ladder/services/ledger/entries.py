"""The matches of a season as results of the core, in order of play, with a change laid over them."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from itertools import groupby
from math import nan
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from django.db.models import Min
from django.utils import timezone

from ladder.models import Match, Participant, Season
from ladder.ratings import Exit, Result, kinds
from ladder.selectors.order import Place, from_place


class Entry(NamedTuple):
    """A counting match in the fold; `match` is None while it is only planned."""

    match: int | None
    place: Place
    result: Result
    participants: tuple[int | None, ...]


class Draft(NamedTuple):
    """A match as it would be; without a result it counts for nothing. `was` is its stored place."""

    match: int | None
    sequence: int
    result: Result | None
    was: Place | None = None

    @property
    def places(self) -> list[Place]:
        """Where in the order the change is felt."""
        now = [] if self.result is None else [(self.result.ended, self.sequence)]
        return now + ([] if self.was is None else [self.was])


SIDE = ("id", "player_id", "score", "exit", "round", "place", "match_id")
FIELDS = (*SIDE, *(f"match__{name}" for name in ("kind", "played_at", "started_at", "facts", "sequence")))
MATCH = itemgetter(6)


def first_felt(season: Season, since: Place | None, drafts: Iterable[Draft]) -> Place | None:
    """Return where the fold must begin, so that a match after `since` finds the ratings of its start."""
    counted = Match.objects.filter(season=season, status=Match.Status.COUNTED, started_at__isnull=False)
    planned = [draft.result.started for draft in drafts if draft.result and draft.result.started]
    while since is not None:
        began = counted.filter(from_place(since)).aggregate(first=Min("started_at"))["first"]
        earliest = min([*planned, *([began] if began else [])], default=since[0])
        if earliest >= since[0]:
            return since
        since = (earliest, -1)
    return None


def load(season: Season, since: Place | None) -> list[Entry]:
    """Return the season's counting matches from this place on, in order of play."""
    rows = (
        Participant.objects.filter(from_place(since, "match__"), match__season=season, match__status="counted")
        .order_by("match__played_at", "match__sequence", "seat")
        .values_list(*FIELDS)
    )
    zone = timezone.get_default_timezone()
    return [entry(list(sides), zone) for _, sides in groupby(rows.iterator(chunk_size=10_000), key=MATCH)]


def entry(sides: Sequence[tuple[Any, ...]], zone: tzinfo) -> Entry:
    """Return one match from the rows of its participants."""
    kind, played_at, started_at, facts, sequence = sides[0][7:]
    ids, players, scores, exits, rounds, places = zip(*(side[:6] for side in sides), strict=True)
    result = Result(
        kinds()[kind],
        played_at.astimezone(zone),
        players,
        tuple(nan if score is None else score for score in scores),
        facts,
        tuple(map(Exit, exits, rounds)) if exits[0] else (),
        places if places[0] else (),
        started_at.astimezone(zone) if started_at else None,
    )
    return Entry(sides[0][6], (played_at, sequence), result, ids)


def overlaid(entries: list[Entry], drafts: Sequence[Draft]) -> list[Entry]:
    """Return the entries with the drafts in the place of what they change."""
    if not drafts:
        return entries
    changed = {draft.match for draft in drafts}
    kept = [entry for entry in entries if entry.match not in changed]
    planned = [
        Entry(draft.match, (draft.result.ended, draft.sequence), draft.result, (None,) * len(draft.result.players))
        for draft in drafts
        if draft.result
    ]
    return sorted(kept + planned, key=attrgetter("place"))
