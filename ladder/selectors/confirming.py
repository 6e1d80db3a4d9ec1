"""Whether an opponent is still asked to confirm a match, and what the page says of it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import FETCH_RAISE, Exists, OuterRef, Q, QuerySet
from django.utils import formats, timezone

from ladder.models import Ladder, Match, MatchRevision
from players.identity import called, selves
from players.models import Player

from .disputes import dispute_of, open_disputes
from .marks import unanswered
from .results import Outcome, listed, outcome, sides_of, when

MOST, MOST_OF_ALL = 5, 50  # matches named on a member's page, and on an organiser's


class Asked(NamedTuple):
    """A match that waits for somebody's word."""

    match: Match
    outcome: Outcome
    when: str


def is_waiting(match: Match) -> bool:
    """Say whether an opponent is asked.

    A pending match waits unless somebody disputes it. One that counts meanwhile does while nobody but the reporter has
    written a version, and there is time.
    """
    if match.is_pending:
        return dispute_of(match) is None
    if match.is_void or match.confirm_by is None or match.confirm_by <= timezone.now():
        return False
    return match.revisions.filter(number=match.revision, by=match.reported_by_id).exists()


def due(now: datetime) -> QuerySet[Match]:
    """Return the pending matches whose hours are over, and which nobody disputes."""
    disputed = Exists(open_disputes().filter(match=OuterRef("pk")))
    pending = Match.objects.filter(status=Match.Status.PENDING, confirm_by__lte=now, season__closed_at=None)
    return pending.exclude(disputed)


def to_confirm(player: Player, user: Any) -> list[Asked]:
    """Return the matches that wait for the word of this account, which plays as that player; two queries.

    The most urgent comes first.
    """
    newest = MatchRevision.objects.filter(match=OuterRef("pk"), number=OuterRef("revision"))
    pending = Q(status=Match.Status.PENDING) & ~Exists(newest.filter(verb=MatchRevision.Verb.DISPUTE))
    counted = Q(status=Match.Status.COUNTED, confirm_by__gt=timezone.now()) & Exists(unanswered(newest))
    asked = played_by(player).filter(pending | counted, season__closed_at=None)
    return listed_asked(asked.exclude(reported_by=user.pk).order_by("confirm_by", "pk"))


def pending_of(player: Player) -> list[Asked]:
    """Return a player's pending matches on all ladders, the newest first; two queries."""
    return listed_asked(played_by(player).filter(status=Match.Status.PENDING).order_by("-played_at", "-sequence"))


def pending_on(ladders: Iterable[Ladder]) -> list[Asked]:
    """Return the pending matches of these ladders which nobody disputes, the longest waiting first; two queries."""
    disputed = Exists(open_disputes().filter(match=OuterRef("pk")))
    rows = Match.objects.filter(season__ladder__in=ladders, status=Match.Status.PENDING)
    return listed_asked(rows.exclude(disputed).order_by("confirm_by", "pk"), MOST_OF_ALL)


def played_by(player: Player) -> QuerySet[Match]:
    return Match.objects.filter(participants__player__in=selves([player.pk]))


def listed_asked(rows: QuerySet[Match], most: int = MOST) -> list[Asked]:
    """Return the first of these matches as printed."""
    found = list(rows.select_related("season__ladder").fetch_mode(FETCH_RAISE)[:most])
    sides = sides_of(found)
    return [Asked(match, outcome(match, sides[match.pk]), when(match.played_at)) for match in found]


def waiting_for(match: Match) -> str:
    """Return who is asked and until when: "Waiting for Ben to confirm by 12 March 2026, 19:42".

    Of a pending match it says what silence does too.
    """
    if not is_waiting(match):
        return ""
    reporter = Q(player__user=match.reported_by_id, player__user__isnull=False)
    rows = match.participants.exclude(reporter).order_by("seat").annotate(who=called("player"))
    who = listed(list(rows.values_list("who", flat=True)))
    if match.confirm_by is None:
        return f"Waiting for {who} or an organiser to confirm."
    until = formats.date_format(timezone.localtime(match.confirm_by), "j F Y, H:i")
    if match.confirm_by <= timezone.now():
        return f"Nobody objected by {until}, so it will count shortly."
    if match.is_pending:
        return f"Waiting for {who} to confirm. If nobody answers, it counts from {until}."
    return f"Waiting for {who} to confirm by {until}."
