"""Voiding everything that one person reported since a moment: shown first, then done at once, match by match."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import formats, timezone

from ladder.models import Event, Ladder, Match, Season
from ladder.selectors.revisions import account_name
from players.identity import accounts_of
from players.models import Notice, Player
from players.services import notices

from .. import events, ledger
from ..ledger.anew import Planned, Versions, check_versions
from ..locking import lock_all
from ..matches import batches, moved
from ..permissions import Act, allow

LONGEST = 300  # characters of a revision's reason


def find_reports(player: Player, since: datetime, ladders: Iterable[Ladder]) -> QuerySet[Match]:
    """Return what this player's accounts reported to these ladders since then, and is not void; the latest first."""
    mine = Match.objects.filter(reported_by__in=accounts_of(player).values("pk"), season__ladder__in=ladders)
    return mine.filter(recorded_at__gte=since).exclude(status=Match.Status.VOID).order_by("-recorded_at", "-pk")


def find_voidable(player: Player, since: datetime, ladders: Iterable[Ladder]) -> QuerySet[Match]:
    """Return those of them whose season is open: a closed one is reopened first."""
    return find_reports(player, since, ladders).filter(season__closed_at=None)


def plan_voiding(player: Player, since: datetime, ladders: Iterable[Ladder]) -> Planned:
    """Work out, season by season, what voiding these matches would do; nothing is stored.

    Raises: ValidationError, "Cy has reported nothing since 23 November 2026, 18:00 that could be voided."
    """
    found = find_voidable(player, since, ladders)
    seasons = seasons_of(found)
    if not seasons:
        raise ValidationError(f"{player} has reported nothing since {format_moment(since)} that can be voided.")
    plans = [plan_season(season, found) for season in seasons]
    return Planned({season.ladder_id: season.ladder.version for season in seasons}, plans)


def seasons_of(found: QuerySet[Match]) -> list[Season]:
    """Return the seasons of these matches, the older ones first."""
    keys = found.order_by().values("season").distinct()
    return list(Season.objects.filter(pk__in=keys).select_related("ladder").order_by("ladder", "pk"))


def plan_season(season: Season, found: QuerySet[Match]) -> ledger.Plan:
    """Work out what one season would be without these matches."""
    return ledger.plan(season, [ledger.draft_of(match, None) for match in found.filter(season=season)])


def void_reports(
    *,
    player: Player,
    since: datetime,
    ladders: Iterable[Ladder],
    by: User | None,
    reason: str,
    versions: Versions | None = None,
) -> Player:
    """Void these matches, each with a version of its own that can be undone, and with one event for each season.

    `versions` are those of the ladders that were shown.
    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan_voiding` raises.
    """
    asked = list(ladders)
    for ladder in asked:
        allow(by, Act.CORRECT, ladder)
    with transaction.atomic():
        lock_all()
        check_versions(plan_voiding(player, since, asked), versions)
        found = find_voidable(player, since, asked)
        for season in seasons_of(found):
            void_in(season, found.filter(season=season), player, since, by, reason)
    return player


def void_in(
    season: Season, found: QuerySet[Match], player: Player, since: datetime, by: User | None, reason: str
) -> None:
    """Void these matches of one season; it is planned now, after what was done to the season before it."""
    planned, mine = plan_season(season, found), list(found)
    told = f"{count_matches(len(mine))} that {player} reported since {format_moment(since)}"
    at = batches.void(Match.objects.filter(pk__in=found.values("pk")).order_by(), by, reason[:LONGEST])
    event = events.write(
        Event.Verb.VOID_REPORTS, season.ladder, by=by, reason=reason, season=season, plans=[planned], at=at, old=told
    )
    urls = [match.get_absolute_url() for match in mine]
    for start in range(0, len(urls), 500):
        notices.answered(urls=urls[start : start + 500], kinds=[Notice.Kind.RESULT, Notice.Kind.DISPUTE])
    did = f"{account_name(event)} voided {told}"
    moved.tell_moved(planned, by, did, season.get_absolute_url())


def count_matches(number: int) -> str:
    """Return "1 match" or "3 matches"."""
    return f"{number:,} match" if number == 1 else f"{number:,} matches"


def format_moment(at: datetime) -> str:
    """Return "23 November 2026, 18:00"."""
    return formats.date_format(timezone.localtime(at), "j F Y, H:i")
