"""Matches in words: the latest results, what an account entered last, titles and marks."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.utils import timezone

from ladder.formats import (
    LOST,
    STOPPED,
    ParticipantResult,
    ResultSentence,
    choose_format,
    describe_score,
    describe_stop,
    describe_title,
    parse_games,
)
from ladder.formats.games import find_first_side_score
from ladder.ledger.storage.match_record import load_counted_participants, read_participant
from ladder.ledger.storage.tables import filter_before_place, place_after_day
from ladder.models import Board, Match, MatchRevision, Participant, RatingChange, Season
from ladder.pages.figures import find_direction, format_day, format_match_worth, has_time
from ladder.ratings import WALKOVER, RatingSystem, Result, find_match_worth
from players.models import Player
from players.people.queries import resolve_player

Verb = MatchRevision.Verb
CHANGING_VERBS = (Verb.CORRECT, Verb.VOID, Verb.RESTORE)

MOST_RESULTS_LISTED = 8

MOST_ENTRIES = 10


class Mark(NamedTuple):
    """A word beside a match, and the kind of tag it is."""

    word: str
    tag: str = ""


class SignedVerb(NamedTuple):
    """What was done to a match, and by which account; `asks` says whether there is somebody to confirm it."""

    verb: str
    by: int | None
    asks: bool = False


VOID, DISPUTED, PENDING = Mark("Void", "void"), Mark("Disputed", "warn"), Mark("Pending", "warn")
PENDING_AND_DISPUTED = Mark("Pending, disputed", "warn")
UNCONFIRMED, CORRECTED = Mark("Unconfirmed", "warn"), Mark("Corrected")


def load_marks(matches: Collection[Match]) -> dict[int, Mark]:
    """Return the marks of these matches by key; matches without a mark are left out; one query.

    They are looked up by their numbers: asked for with the matches, PostgreSQL reads all versions there are.
    """
    rows = MatchRevision.objects.filter(match__in=[match.pk for match in matches]).order_by()
    versions: dict[int, dict[int, SignedVerb]] = defaultdict(dict)
    waits = any(map(has_time_to_confirm, matches))
    asks: Any = Exists(select_confirmers().filter(match=OuterRef("match"))) if waits else Value(value=False)
    for match, number, *said in rows.values_list("match", "number", "verb", "by", asks):
        versions[match][number] = SignedVerb(*said)
    found = {match.pk: choose_mark(match, versions[match.pk]) for match in matches}
    return {match: one for match, one in found.items() if one}


def has_time_to_confirm(match: Match) -> bool:
    """Return whether the time to confirm a match that counts meanwhile goes on."""
    return match.counts and match.confirm_by is not None and match.confirm_by > timezone.now()


def build_changed_condition(match: str) -> Exists:
    """Return the filter for matches whose result, or whether it counts, was changed by somebody.

    `match` leads from a row to its match, such as "match__".
    """
    return Exists(MatchRevision.objects.filter(match=OuterRef(f"{match}pk"), verb__in=CHANGING_VERBS))


def filter_unanswered(newest: QuerySet[MatchRevision]) -> QuerySet[MatchRevision]:
    """Return those of these newest versions that the reporter wrote, or that have no author if there is no reporter."""
    return newest.filter(Q(by=F("match__reported_by")) | Q(by=None, match__reported_by=None))


def select_confirmers() -> QuerySet[Participant]:
    """Return the participants who can confirm the report of their match.

    They have an account, and neither reported the match nor played on the reporter's side.
    """
    played = Participant.objects.annotate(who=resolve_player("player")).order_by()
    same = Player.objects.filter(Q(pk=OuterRef("who")) | Q(merged_into=OuterRef("who"))).order_by()
    reporters = played.filter(
        Exists(same.filter(user=OuterRef("match__reported_by"))),
        Q(pk=OuterRef("pk")) | Q(side=OuterRef("side"), side__gt=0),
        match=OuterRef("match"),
    )
    return played.filter(Exists(same.filter(user__is_active=True)), ~Exists(reporters))


def choose_mark(match: Match, versions: Mapping[int, SignedVerb]) -> Mark | None:
    """Return the mark of a match from its versions, which are given by number; None for a match without one."""
    newest = versions.get(match.revision)
    disputed = newest is not None and newest.verb == Verb.DISPUTE
    if match.is_void:
        return VOID
    if match.is_pending:
        return PENDING_AND_DISPUTED if disputed else PENDING
    if disputed:
        return DISPUTED
    if newest and newest.asks and newest.by == match.reported_by_id and has_time_to_confirm(match):
        return UNCONFIRMED
    return CORRECTED if any(one.verb in CHANGING_VERBS for one in versions.values()) else None


def describe_match_title(participants: Sequence[ParticipantResult], ending: str = "") -> str:
    """Return the result of the match in a few words."""
    return describe_title([one._replace(player=one.player.name) for one in participants], ending)


def describe_result_score(result: Result) -> str:
    """Return the score of a match with the winner's points first; its title says that it was stopped."""
    ending = "" if result.ending == STOPPED else result.ending
    return describe_score(result.games, ending, turned=find_first_side_score(result) == LOST)


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


def list_latest_matches(board: Board, count: int = MOST_RESULTS_LISTED, past: date | None = None) -> list[LatestMatch]:
    """Return the season's latest matches, up to the end of a past day if one is given, newest first; four queries.

    Pending ones are among them, marked so.
    """
    played = Match.objects.filter(season=board.season_id).exclude(status=Match.Status.VOID)
    if past:
        played = played.filter(filter_before_place(place_after_day(past)))
    newest = played.order_by("-played_at", "-sequence")
    matches = list(newest.fetch_mode(models.FETCH_RAISE)[:count])
    participants, marks = load_match_participants(matches), load_marks(matches)
    changes = load_rating_changes(
        board, [participant.pk for match in matches for participant in participants[match.pk][:1]]
    )
    return [build_latest_match(board, match, participants[match.pk], changes, marks.get(match.pk)) for match in matches]


def build_latest_match(
    board: Board, match: Match, participants: Sequence[Participant], changes: dict[int, RatingChange], mark: Mark | None
) -> LatestMatch:
    """Return one line of the list; the winner comes first."""
    worth = describe_worth(board.rating_system, changes.get(participants[0].pk))
    told = format_when(match.played_at), describe_result(match, participants), format_match_length(match)
    return LatestMatch(match.pk, *told, *worth, mark, timezone.localdate(match.played_at))


def describe_worth(system: RatingSystem, row: RatingChange | None) -> tuple[str, str]:
    """Return what a match was worth, and in which direction; without a change an empty text and "same"."""
    if row is None:
        return "", "same"
    worth = find_match_worth(system, row.before, row.after)
    return format_match_worth(system, row.before, row.after), find_direction(worth)


def format_when(at: datetime) -> str:
    """Return the time of a match of today, or else its day, with the year if it is not this year."""
    local = timezone.localtime(at)
    is_today = local.date() == timezone.localdate()
    return f"{local:%H:%M}" if is_today and has_time(at) else format_day(local.date())


def load_match_participants(matches: Sequence[Match]) -> dict[int, list[Participant]]:
    """Return the participants of these matches with their players, winners and best places first."""
    rows = Participant.objects.filter(match__in=[match.pk for match in matches])
    found: dict[int, list[Participant]] = defaultdict(list)
    for row in load_counted_participants(rows.order_by("match_id", "seat")):
        found[row.match_id].append(row)
    for participants in found.values():
        participants.sort(key=lambda participant: (participant.place or 0, -(participant.score or 0)))
    return found


def load_rating_changes(board: Board, participants: Sequence[int]) -> dict[int, RatingChange]:
    """Return what a board gave for these participations, by participation."""
    rows = RatingChange.objects.filter(board=board, participant__in=participants).order_by()
    return {row.participant_id: row for row in rows.fetch_mode(models.FETCH_RAISE)}


def format_match_length(match: Match) -> str:
    """Return the length of a match in words; an empty text for one without a length."""
    length = match.facts.get("length")
    return f"{length:g}" if length else ""


def describe_result(match: Match, participants: Sequence[Participant]) -> ResultSentence:
    """Return a result in words; the best result comes first."""
    named = [read_participant(one, one.player.name) for one in participants]
    if match.ending == STOPPED:
        return describe_stop(named, describe_match_score(match, participants[0], ending=""))
    told = choose_format(named).describe_result(named, match.facts, is_walkover=match.kind == WALKOVER.key)
    if not match.has_score:
        return told
    return told._replace(went=f"{told.went}, {describe_match_score(match, participants[0])}")


def describe_match_score(match: Match, first: Participant, *, ending: str | None = None) -> str:
    """Return the score of a match with the points of this participant's side first; an empty text without one.

    With `ending`, that is printed instead of how the match ended.
    """
    turned = first.side == 2 or (not first.side and first.seat == 1)
    return describe_score(parse_games(match.games), match.ending if ending is None else ending, turned=turned)


class RecentEntry(NamedTuple):
    """A match that an account has entered, in words; `when` is the time of today, or the day."""

    match: Match
    outcome: ResultSentence
    when: str
    length: str
    mark: Mark | None


def list_recent_entries(season: Season, user: Any, most: int = MOST_ENTRIES) -> list[RecentEntry]:
    """Return the last matches that an account has entered, the newest first; three queries."""
    newest = Match.objects.filter(season=season, reported_by=user.pk).order_by("-sequence")
    found = list(newest.select_related("season__ladder")[:most])
    participants, marks = load_match_participants(found), load_marks(found)
    return [
        RecentEntry(
            match,
            describe_result(match, participants[match.pk]),
            format_when(match.played_at),
            format_match_length(match),
            marks.get(match.pk),
        )
        for match in found
    ]
