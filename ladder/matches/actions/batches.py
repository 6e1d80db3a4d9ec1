"""Many matches at once: store or void them in bulk, and void all that one player reported."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet
from django.utils import formats, timezone

from ladder import changes, ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import log_event
from ladder.changes.versions import find_account_name
from ladder.formats import format_games
from ladder.ledger import OrderPlace
from ladder.ledger.storage.bulk import insert_rows
from ladder.ledger.storage.match_record import ParticipantRow, build_result_version, list_participant_rows
from ladder.matches.actions.new_match import find_next_sequence
from ladder.matches.notifications import notify_moved_players
from ladder.matches.queries.confirmations import list_waiting_matches
from ladder.models import Event, Import, Ladder, Match, MatchRevision, Participant, Season
from ladder.ratings import Result
from ladder.story.queries.moved_honours import work_out_moved_honours
from players.models import Notice, Player
from players.notices.actions import mark_notices_answered
from players.people.queries import select_accounts

PLAYED_COLUMNS = ("kind", "played_at", "started_at", "facts", "games", "ending")
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
PARTICIPANT_COLUMNS = ("match", "player", *ParticipantRow._fields[1:])
REVISION_COLUMNS = ("match", "number", "verb", "by", "by_name", "at", "reason", "version")

LONGEST_REASON = 300  # characters of a revision's reason
REPORTS_SHOWN = 20  # matches that a preview names


class NewMatch(NamedTuple):
    """A match to be stored: what was played, and who entered it when."""

    result: Result
    at: datetime
    by: AbstractBaseUser | None = None
    source_key: str | None = None
    status: str = Match.Status.COUNTED
    reason: str = ""  # of its first version, where it is kept as unrated


def store_matches(
    season: Season, new: Sequence[NewMatch], verb: MatchRevision.Verb, imported_in: Import | None = None
) -> tuple[OrderPlace, list[int]]:
    """Store matches in the order of entry, with participants and versions; return the earliest place and the keys.

    The ladder must be locked, and the ledger settled from that place on.
    """
    first = find_next_sequence(season)
    source = imported_in and imported_in.pk
    insert_rows(
        Match, MATCH_COLUMNS, ((*build_match_row(season, number, one), source) for number, one in enumerate(new, first))
    )
    stored = Match.objects.filter(season=season, sequence__gte=first)
    ids = list(stored.order_by("sequence").values_list("pk", flat=True))
    participants = [list_participant_rows(one.result) for one in new]
    rows = ((match, *row) for match, mine in zip(ids, participants, strict=True) for row in mine)
    insert_rows(Participant, PARTICIPANT_COLUMNS, rows)
    versions = (build_revision_row(verb, *each) for each in zip(ids, new, participants, strict=True))
    insert_rows(MatchRevision, REVISION_COLUMNS, versions)
    return min((one.result.ended.astimezone(UTC), number) for number, one in enumerate(new, first)), ids


def build_match_row(season: Season, number: int, one: NewMatch) -> tuple[Any, ...]:
    result, by = one.result, one.by and one.by.pk
    score = (format_games(result.games), result.ending)
    played = (result.kind.key, result.ended, result.started, dict(result.facts), *score)
    return (season.pk, *played, str(one.status), number, 1, one.source_key, by, one.at)


def build_revision_row(
    verb: MatchRevision.Verb, match: int, one: NewMatch, participants: Sequence[ParticipantRow]
) -> tuple[Any, ...]:
    whole = build_result_version(one.result, str(one.status), participants)
    return (match, 1, str(verb), *build_signature(one.by), one.at, one.reason, whole)


def build_signature(by: AbstractBaseUser | None) -> tuple[int | None, str]:
    """Return the key and the name of the account that makes a version."""
    return (by.pk, by.get_username()) if by else (None, "")


def void_matches(found: QuerySet[Match], by: AbstractBaseUser | None, reason: str) -> datetime:
    """Void matches, each with a new version; return the moment of all these versions.

    They lose the key of their row in a file, so that the same file can be imported again. The ladder must be locked,
    and the plan without these matches applied.
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


class ReportSearch(NamedTuple):
    """Which reports are looked for: those of a player's accounts on these ladders since a moment.

    `at_venue` adds those of nobody that were entered with the venue code, if the player is in the match.
    """

    player: Player
    since: datetime
    ladders: Sequence[Ladder]
    at_venue: bool = False

    def __str__(self) -> str:
        """Return what they have in common: "that Cy reported since 23 November 2026, 18:00"."""
        entered = f" or that were entered at the venue with {self.player}" if self.at_venue else ""
        return f"that {self.player} reported{entered} since {format_day_and_time(self.since)}"


def find_reports(search: ReportSearch) -> QuerySet[Match]:
    """Return the matches that are looked for and are not void, latest first."""
    wanted = Q(reported_by__in=select_accounts(search.player).values("pk"))
    if search.at_venue:
        inside = Participant.objects.filter(player__in=search.player.own_keys)
        wanted |= Q(at_venue=True, pk__in=inside.values("match"))
    found = Match.objects.filter(wanted, season__ladder__in=search.ladders, recorded_at__gte=search.since)
    return found.exclude(status=Match.Status.VOID).order_by("-recorded_at", "-pk")


def find_voidable_reports(search: ReportSearch) -> QuerySet[Match]:
    """Return those of these reports whose season is open; a closed season has to be reopened first."""
    return find_reports(search).filter(season__closed_at=None)


def find_closed_reports(search: ReportSearch) -> QuerySet[Match]:
    """Return those of these reports whose season is closed."""
    return find_reports(search).exclude(season__closed_at=None)


def list_seasons_of_matches(found: Iterable[Match]) -> list[Season]:
    """Return the seasons of these matches, the older ones first."""
    keys = {match.season_id for match in found}
    return list(Season.objects.filter(pk__in=keys).select_related("ladder").order_by("ladder", "pk"))


def plan_season_without(season: Season, found: Iterable[Match]) -> ledger.Plan:
    """Return what the ledger of one season would hold without those of these matches that it has."""
    return ledger.plan(season, [ledger.build_draft(match, None) for match in found if match.season_id == season.pk])


class ReportsVoiding(changes.LaddersChange):
    """The voiding of all that one person has reported since a moment, with one event for each season."""

    def __init__(self, search: ReportSearch, *, by: User | None = None, reason: str = "") -> None:
        self.search, self.ladders, self.by, self.reason = search, search.ladders, by, reason

    def check_allowed(self) -> None:
        for ladder in self.ladders:
            check_author_permission(self.by, Act.CORRECT, ladder)

    def plan(self) -> list[ledger.Plan]:
        self.found = list(find_voidable_reports(self.search))
        if not self.found:
            since = format_day_and_time(self.search.since)
            raise ValidationError(f"{self.search.player} has reported nothing since {since} that can be voided.")
        self.drafts = [ledger.build_draft(match, None) for match in self.found]
        return [plan_season_without(season, self.found) for season in list_seasons_of_matches(self.found)]

    def list_concerned_rows(self) -> list[int]:
        return [match.pk for match in self.found]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        count = len(self.found)
        return super().describe(plans) | {
            "listed": list_waiting_matches(find_voidable_reports(self.search), REPORTS_SHOWN),
            "count": count,
            "more": max(count - REPORTS_SHOWN, 0),
            "button": f"Void {format_match_count(count)}",
        }

    def describe_besides(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        """Return the honours that move, on ladders with one season in it: the plans of more build on each other."""
        seasons = Counter(plan.season.ladder_id for plan in plans)
        alone = [plan for plan in plans if seasons[plan.season.ladder_id] == 1]
        return work_out_moved_honours(alone, self.drafts)._asdict()

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        self.told = self.describe_reports(self.found)
        for season in [plan.season for plan in plans]:
            mine = [match for match in self.found if match.season_id == season.pk]
            plan = plan_season_without(season, mine)  # after what was done to the season before it
            rows = Match.objects.filter(pk__in=find_voidable_reports(self.search).filter(season=season).values("pk"))
            at = void_matches(rows.order_by(), self.by, self.reason[:LONGEST_REASON])
            said: dict[str, Any] = {"old": self.describe_reports(mine), "reason": self.reason, "at": at}
            yield (
                plan,
                log_event(Event.Verb.VOID_REPORTS, season.ladder, by=self.by, season=season, plans=[plan], **said),
            )
            urls = [match.get_absolute_url() for match in mine]
            for start in range(0, len(urls), 500):
                mark_notices_answered(urls=urls[start : start + 500], kinds=[Notice.Kind.RESULT, Notice.Kind.DISPUTE])

    def notify(self, plan: ledger.Plan, cause: Any) -> None:
        did = f"{find_account_name(cause)} voided {cause.old}."
        notify_moved_players(plan, self.by, did, plan.season.get_absolute_url(), foretold=self.foretold)

    def describe_reports(self, found: Sequence[Match]) -> str:
        """Return "3 matches that Cy reported since 23 November 2026, 18:00"."""
        return f"{format_match_count(len(found))} {self.search}"


def format_match_count(number: int) -> str:
    """Return "1 match" or "3 matches"."""
    return f"{number:,} match" if number == 1 else f"{number:,} matches"


def format_day_and_time(at: datetime) -> str:
    """Return "23 November 2026, 18:00"."""
    return formats.date_format(timezone.localtime(at), "j F Y, H:i")
