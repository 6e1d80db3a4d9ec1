"""The latest results of a season, each as a sentence."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

from ladder.models import Board, Match, Participant, RatingChange
from ladder.ratings import WALKOVER

from .dates import format_day
from .days import after
from .marks import Mark, marks_of
from .order import before_place
from .places import ordinal
from .printing import change_text, direction

LATEST = 8
NAMES = 3


class Outcome(NamedTuple):
    """A result in words: who, printed bold, and how it went."""

    who: str
    went: str


class Latest(NamedTuple):
    """A match in the list of results; the change is the winner's on the board that is shown."""

    match: int
    when: str
    outcome: Outcome
    length: str
    change: str
    direction: str
    mark: Mark | None = None
    day: date | None = None


def latest(board: Board, count: int = LATEST, past: date | None = None) -> list[Latest]:
    """Return the season's latest matches, up to the end of a past day if one is given, newest first; four queries.

    Pending ones are among them, marked so.
    """
    played = Match.objects.filter(season=board.season_id).exclude(status=Match.Status.VOID)
    if past:
        played = played.filter(before_place(after(past)))
    newest = played.order_by("-played_at", "-sequence")
    matches = list(newest.fetch_mode(models.FETCH_RAISE)[:count])
    sides, marks = sides_of(matches), marks_of(matches)
    changes = changes_of(board, [side.pk for match in matches for side in sides[match.pk][:1]])
    return [entry(board, match, sides[match.pk], changes, marks.get(match.pk)) for match in matches]


def entry(
    board: Board, match: Match, sides: Sequence[Participant], changes: dict[int, RatingChange], mark: Mark | None
) -> Latest:
    """Return one line of the list; the winner comes first among the sides."""
    change = changes[sides[0].pk].change if sides[0].pk in changes else None
    worth = change_text(board.rating_system, change), direction(change)
    told = when(match.played_at), outcome(match, sides), length_of(match)
    return Latest(match.pk, *told, *worth, mark, timezone.localdate(match.played_at))


def when(at: datetime) -> str:
    """Return the time of a moment today, else its day, with the year where that is another one."""
    local = timezone.localtime(at)
    return f"{local:%H:%M}" if local.date() == timezone.localdate() else format_day(local.date())


def sides_of(matches: Sequence[Match]) -> dict[int, list[Participant]]:
    """Return the participants of these matches with their players, winners and best places first."""
    rows = Participant.objects.filter(match__in=[match.pk for match in matches])
    found: dict[int, list[Participant]] = defaultdict(list)
    for row in as_who(rows.order_by("match_id", "seat")):
        found[row.match_id].append(row)
    for sides in found.values():
        sides.sort(key=lambda side: (side.place or 0, -(side.score or 0)))
    return found


def as_who(rows: QuerySet[Participant]) -> Iterator[Participant]:
    """Give these participants with their players, merged ones as whom they count as; one query."""
    for row in rows.select_related("player__merged_into").fetch_mode(models.FETCH_RAISE):
        row.player = row.player.itself
        yield row


def changes_of(board: Board, participants: Sequence[int]) -> dict[int, RatingChange]:
    """Return what these participations were worth on a board."""
    rows = RatingChange.objects.filter(board=board, participant__in=participants).order_by()
    return {row.participant_id: row for row in rows.fetch_mode(models.FETCH_RAISE)}


def length_of(match: Match) -> str:
    """Return the length of a match, where it has one."""
    length = match.facts.get("length")
    return f"{length:g}" if length else ""


def outcome(match: Match, sides: Sequence[Participant]) -> Outcome:
    """Return a result in words."""
    names = [side.player.name for side in sides]
    if sides[0].place:
        return placed(match, sides, names)
    if sides[0].score == 1:
        return Outcome(names[0], f"beat {listed(names[1:])}{' by walkover' if match.kind == WALKOVER.key else ''}")
    if len(sides) == 2:
        return Outcome(names[0], f"drew with {names[1]}")
    return Outcome("Nobody", f"won between {listed(names)}")


def placed(match: Match, sides: Sequence[Participant], names: Sequence[str]) -> Outcome:
    """Return who won a tournament."""
    first = [name for side, name in zip(sides, names, strict=True) if side.place == 1]
    field = f"a tournament of {match.facts.get('field', len(sides)):g}"
    if not first:
        return Outcome(names[0], f"came {ordinal(sides[0].place or 1)} in {field}")
    return Outcome(listed(first), f"won {field}" if len(first) == 1 else f"shared first place in {field}")


def listed(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Bob", or at most three names and how many others."""
    if len(names) > NAMES + 1:
        return f"{', '.join(names[:NAMES])} and {len(names) - NAMES} others"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
