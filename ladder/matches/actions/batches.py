"""Many matches at once: store them in bulk, void them in bulk, and void all that one person reported."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import formats, timezone

from ladder import ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import write_event
from ladder.changes.versions import find_account_name
from ladder.ledger import OrderPlace
from ladder.ledger.ladder_lock import lock_all_ladders
from ladder.ledger.ledger_plan import LadderVersions, SeasonPlans, check_ladder_versions
from ladder.ledger.storage.bulk import insert_rows
from ladder.ledger.storage.match_record import build_match_version, list_participant_columns, list_version_outcomes
from ladder.matches.actions.new_match import find_next_sequence
from ladder.matches.notifications import notify_moved_players
from ladder.models import Event, Import, Ladder, Match, MatchRevision, Participant, Season
from ladder.ratings import Result
from players.models import Notice, Player
from players.notices.actions import mark_notices_answered
from players.people.queries import select_accounts

PLAYED_COLUMNS = ("kind", "played_at", "started_at", "facts")
MATCH_COLUMNS = (
    "season",
    *PLAYED_COLUMNS,
    "status",
    "sequence",
    "revision",
    "source_key",
    "reported_by",
    "recorded_at",
    "imported_in",
)
PARTICIPANT_COLUMNS = ("player", "seat", "score", "exit", "round", "place")
PARTICIPANT_VALUES = itemgetter("player_id", *PARTICIPANT_COLUMNS[1:])
REVISION_COLUMNS = ("match", "number", "verb", "by", "by_name", "at", "reason", "version")

LONGEST_REASON = 300  # characters of a revision's reason


class NewMatch(NamedTuple):
    """A match to be stored: what was played, and who entered it when."""

    result: Result
    at: datetime
    by: AbstractBaseUser | None = None
    source_key: str | None = None
    status: str = Match.Status.COUNTED


def store_matches(
    season: Season, new: Sequence[NewMatch], verb: MatchRevision.Verb, imported_in: Import | None = None
) -> tuple[OrderPlace, list[int]]:
    """Write matches in the order of entry, with participants and revisions; return the earliest place and the ids.

    The ladder must be locked, and the ledger settled from that place on.
    """
    first = find_next_sequence(season)
    source = imported_in and imported_in.pk
    insert_rows(
        Match, MATCH_COLUMNS, ((*build_match_row(season, number, one), source) for number, one in enumerate(new, first))
    )
    stored = Match.objects.filter(season=season, sequence__gte=first)
    ids = list(stored.order_by("sequence").values_list("pk", flat=True))
    sides = [list_participant_columns(one.result) for one in new]
    rows = ((match, *PARTICIPANT_VALUES(side)) for match, mine in zip(ids, sides, strict=True) for side in mine)
    insert_rows(Participant, ("match", *PARTICIPANT_COLUMNS), rows)
    versions = (build_revision_row(verb, *each) for each in zip(ids, new, sides, strict=True))
    insert_rows(MatchRevision, REVISION_COLUMNS, versions)
    return min((one.result.ended.astimezone(UTC), number) for number, one in enumerate(new, first)), ids


def build_match_row(season: Season, number: int, one: NewMatch) -> tuple[Any, ...]:
    result, by = one.result, one.by and one.by.pk
    played = (result.kind.key, result.ended, result.started, dict(result.facts))
    return (season.pk, *played, str(one.status), number, 1, one.source_key, by, one.at)


def build_revision_row(
    verb: MatchRevision.Verb, match: int, one: NewMatch, sides: Sequence[dict[str, Any]]
) -> tuple[Any, ...]:
    result, by = one.result, one.by
    facts, ended = dict(result.facts), list_version_outcomes(sides)
    whole = build_match_version(result.kind.key, result.ended, result.started, facts, str(one.status), ended)
    return (match, 1, str(verb), *build_signature(by), one.at, "", whole)


def build_signature(by: AbstractBaseUser | None) -> tuple[int | None, str]:
    """Return who writes a revision, and the account's name."""
    return (by.pk, by.get_username()) if by else (None, "")


def void_matches(found: QuerySet[Match], by: AbstractBaseUser | None, reason: str) -> datetime:
    """Let matches count for nothing, each with a new version; return the moment of all of them.

    They forget their file, so that the same file brings them in anew. The ladder must be locked, and the plan of it
    applied.
    """
    now, verb, void = timezone.now(), str(MatchRevision.Verb.VOID), str(Match.Status.VOID)
    last = MatchRevision.objects.filter(match__in=found, number=F("match__revision")).order_by("match__sequence")
    versions = list(last.values_list("match", "number", "version"))
    rows = (
        (match, number + 1, verb, *build_signature(by), now, reason, said | {"status": void})
        for match, number, said in versions
    )
    insert_rows(MatchRevision, REVISION_COLUMNS, rows)
    found.update(status=void, revision=F("revision") + 1, source_key=None)
    return now


def find_reports(player: Player, since: datetime, ladders: Iterable[Ladder]) -> QuerySet[Match]:
    """Return what this player's accounts reported to these ladders since then, and is not void; the latest first."""
    mine = Match.objects.filter(reported_by__in=select_accounts(player).values("pk"), season__ladder__in=ladders)
    return mine.filter(recorded_at__gte=since).exclude(status=Match.Status.VOID).order_by("-recorded_at", "-pk")


def find_voidable_reports(player: Player, since: datetime, ladders: Iterable[Ladder]) -> QuerySet[Match]:
    """Return those of them whose season is open: a closed one is reopened first."""
    return find_reports(player, since, ladders).filter(season__closed_at=None)


def plan_voiding(player: Player, since: datetime, ladders: Iterable[Ladder]) -> SeasonPlans:
    """Work out, season by season, what voiding these matches would do; nothing is stored.

    Raises: ValidationError, "Cy has reported nothing since 23 November 2026, 18:00 that could be voided."
    """
    found = find_voidable_reports(player, since, ladders)
    seasons = find_seasons_of_matches(found)
    if not seasons:
        raise ValidationError(f"{player} has reported nothing since {format_day_and_time(since)} that can be voided.")
    plans = [plan_season_without(season, found) for season in seasons]
    return SeasonPlans({season.ladder_id: season.ladder.version for season in seasons}, plans)


def find_seasons_of_matches(found: QuerySet[Match]) -> list[Season]:
    """Return the seasons of these matches, the older ones first."""
    keys = found.order_by().values("season").distinct()
    return list(Season.objects.filter(pk__in=keys).select_related("ladder").order_by("ladder", "pk"))


def plan_season_without(season: Season, found: QuerySet[Match]) -> ledger.Plan:
    """Work out what one season would be without these matches."""
    return ledger.plan(season, [ledger.build_draft(match, None) for match in found.filter(season=season)])


def void_reports_since(
    *,
    player: Player,
    since: datetime,
    ladders: Iterable[Ladder],
    by: User | None,
    reason: str,
    versions: LadderVersions | None = None,
) -> Player:
    """Void these matches, each with a version of its own that can be undone, and with one event for each season.

    `versions` are those of the ladders that were shown.
    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan_voiding` raises.
    """
    asked = list(ladders)
    for ladder in asked:
        check_author_permission(by, Act.CORRECT, ladder)
    with transaction.atomic():
        lock_all_ladders()
        check_ladder_versions(plan_voiding(player, since, asked), versions)
        found = find_voidable_reports(player, since, asked)
        for season in find_seasons_of_matches(found):
            void_reports_in_season(season, found.filter(season=season), player, since, by, reason)
    return player


def void_reports_in_season(
    season: Season, found: QuerySet[Match], player: Player, since: datetime, by: User | None, reason: str
) -> None:
    """Void these matches of one season; it is planned now, after what was done to the season before it."""
    planned, mine = plan_season_without(season, found), list(found)
    told = f"{format_match_count(len(mine))} that {player} reported since {format_day_and_time(since)}"
    at = void_matches(Match.objects.filter(pk__in=found.values("pk")).order_by(), by, reason[:LONGEST_REASON])
    event = write_event(
        Event.Verb.VOID_REPORTS, season.ladder, by=by, reason=reason, season=season, plans=[planned], at=at, old=told
    )
    urls = [match.get_absolute_url() for match in mine]
    for start in range(0, len(urls), 500):
        mark_notices_answered(urls=urls[start : start + 500], kinds=[Notice.Kind.RESULT, Notice.Kind.DISPUTE])
    did = f"{find_account_name(event)} voided {told}"
    notify_moved_players(planned, by, did, season.get_absolute_url())


def format_match_count(number: int) -> str:
    """Return "1 match" or "3 matches"."""
    return f"{number:,} match" if number == 1 else f"{number:,} matches"


def format_day_and_time(at: datetime) -> str:
    """Return "23 November 2026, 18:00"."""
    return formats.date_format(timezone.localtime(at), "j F Y, H:i")
