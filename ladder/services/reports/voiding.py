"""Voiding everything that one person reported since a moment: shown first, then done at once, match by match."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import formats, timezone

from ladder.models import Event, Ladder, Match, Season
from ladder.selectors.revisions import find_account_name
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.events import write_event
from ladder.services.ledger.anew import LadderVersions, SeasonPlans, check_ladder_versions
from ladder.services.locking import lock_all_ladders
from ladder.services.matches.batches import void_matches
from ladder.services.matches.moved import notify_moved_players
from ladder.services.permissions import check_author_permission
from players.identity import select_accounts
from players.models import Notice, Player
from players.services.notices import mark_notices_answered

LONGEST_REASON = 300  # characters of a revision's reason


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
