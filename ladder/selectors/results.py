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
from ladder.selectors.dates import format_day
from ladder.selectors.days import place_after_day
from ladder.selectors.marks import Mark, load_marks
from ladder.selectors.order import filter_before_place
from ladder.selectors.places import format_ordinal
from ladder.selectors.printing import find_direction, format_change

LATEST = 8
NAMES = 3


class ResultSentence(NamedTuple):
    """A result in words: who, printed bold, and how it went."""

    who: str
    went: str


class LatestMatch(NamedTuple):
    """A match in the list of results; the change is the winner's on the board that is shown."""

    match: int
    when: str
    outcome: ResultSentence
    length: str
    change: str
    direction: str
    mark: Mark | None = None
    day: date | None = None


def list_latest_matches(board: Board, count: int = LATEST, past: date | None = None) -> list[LatestMatch]:
    """Return the season's latest matches, up to the end of a past day if one is given, newest first; four queries.

    Pending ones are among them, marked so.
    """
    played = Match.objects.filter(season=board.season_id).exclude(status=Match.Status.VOID)
    if past:
        played = played.filter(filter_before_place(place_after_day(past)))
    newest = played.order_by("-played_at", "-sequence")
    matches = list(newest.fetch_mode(models.FETCH_RAISE)[:count])
    sides, marks = load_match_participants(matches), load_marks(matches)
    changes = load_rating_changes(board, [side.pk for match in matches for side in sides[match.pk][:1]])
    return [build_latest_match(board, match, sides[match.pk], changes, marks.get(match.pk)) for match in matches]


def build_latest_match(
    board: Board, match: Match, sides: Sequence[Participant], changes: dict[int, RatingChange], mark: Mark | None
) -> LatestMatch:
    """Return one line of the list; the winner comes first among the sides."""
    change = changes[sides[0].pk].change if sides[0].pk in changes else None
    worth = format_change(board.rating_system, change), find_direction(change)
    told = format_when(match.played_at), describe_result(match, sides), format_match_length(match)
    return LatestMatch(match.pk, *told, *worth, mark, timezone.localdate(match.played_at))


def format_when(at: datetime) -> str:
    """Return the time of a moment today, else its day, with the year where that is another one."""
    local = timezone.localtime(at)
    return f"{local:%H:%M}" if local.date() == timezone.localdate() else format_day(local.date())


def load_match_participants(matches: Sequence[Match]) -> dict[int, list[Participant]]:
    """Return the participants of these matches with their players, winners and best places first."""
    rows = Participant.objects.filter(match__in=[match.pk for match in matches])
    found: dict[int, list[Participant]] = defaultdict(list)
    for row in load_counted_participants(rows.order_by("match_id", "seat")):
        found[row.match_id].append(row)
    for sides in found.values():
        sides.sort(key=lambda side: (side.place or 0, -(side.score or 0)))
    return found


def load_counted_participants(rows: QuerySet[Participant]) -> Iterator[Participant]:
    """Give these participants with their players, merged ones as whom they count as; one query."""
    for row in rows.select_related("player__merged_into").fetch_mode(models.FETCH_RAISE):
        row.player = row.player.itself
        yield row


def load_rating_changes(board: Board, participants: Sequence[int]) -> dict[int, RatingChange]:
    """Return what these participations were worth on a board."""
    rows = RatingChange.objects.filter(board=board, participant__in=participants).order_by()
    return {row.participant_id: row for row in rows.fetch_mode(models.FETCH_RAISE)}


def format_match_length(match: Match) -> str:
    """Return the length of a match, where it has one."""
    length = match.facts.get("length")
    return f"{length:g}" if length else ""


def describe_result(match: Match, sides: Sequence[Participant]) -> ResultSentence:
    """Return a result in words."""
    names = [side.player.name for side in sides]
    if sides[0].place:
        return describe_tournament_result(match, sides, names)
    if sides[0].score == 1:
        return ResultSentence(
            names[0], f"beat {join_names(names[1:])}{' by walkover' if match.kind == WALKOVER.key else ''}"
        )
    if len(sides) == 2:
        return ResultSentence(names[0], f"drew with {names[1]}")
    return ResultSentence("Nobody", f"won between {join_names(names)}")


def describe_tournament_result(match: Match, sides: Sequence[Participant], names: Sequence[str]) -> ResultSentence:
    """Return who won a tournament."""
    first = [name for side, name in zip(sides, names, strict=True) if side.place == 1]
    field = f"a tournament of {match.facts.get('field', len(sides)):g}"
    if not first:
        return ResultSentence(names[0], f"came {format_ordinal(sides[0].place or 1)} in {field}")
    return ResultSentence(join_names(first), f"won {field}" if len(first) == 1 else f"shared first place in {field}")


def join_names(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Bob", or at most three names and how many others."""
    if len(names) > NAMES + 1:
        return f"{', '.join(names[:NAMES])} and {len(names) - NAMES} others"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
