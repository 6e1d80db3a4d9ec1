"""Which matches wait for somebody: an opponent to confirm, or an organiser to answer a dispute."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import FETCH_RAISE, Exists, OuterRef, Q, QuerySet
from django.utils import formats, timezone

from ladder.changes.versions import NamesByKey, describe_version, find_revision_author
from ladder.formats import ResultSentence, join_names
from ladder.matches.queries.results import describe_result, filter_unanswered, format_when, load_match_participants
from ladder.models import Ladder, Match, MatchRevision, Participant
from players.models import Player
from players.people.queries import load_player_names, resolve_player_name, select_with_merged

DISPUTE = MatchRevision.Verb.DISPUTE

MOST, MOST_OF_ALL = 5, 50  # matches named on a member's page, and on an organiser's


class Dispute(NamedTuple):
    """Who disputes a match, since when, with which words, and the result that they propose, if any."""

    who: str
    at: datetime
    note: str
    proposed: str = ""


class DisputedMatch(NamedTuple):
    """A disputed match in the organisers' list."""

    match: Match
    outcome: ResultSentence
    dispute: Dispute


def find_dispute(match: Match) -> Dispute | None:
    """Return the open dispute of a match, or None."""
    found = MatchRevision.open_disputes().filter(match=match).select_related("by__player__merged_into").first()
    return build_dispute(found, load_names_in_proposals([found])) if found else None


def list_disputed_matches(ladders: QuerySet[Ladder]) -> list[DisputedMatch]:
    """Return the disputed matches of these ladders, the longest waiting first, in at most three queries."""
    rows = MatchRevision.open_disputes().filter(match__season__ladder__in=ladders).order_by("at", "pk")
    found = list(rows.select_related("by__player__merged_into", "match__season__ladder"))
    participants, names = load_match_participants([row.match for row in found]), load_names_in_proposals(found)
    return [
        DisputedMatch(row.match, describe_result(row.match, participants[row.match_id]), build_dispute(row, names))
        for row in found
    ]


def build_dispute(row: MatchRevision, names: NamesByKey) -> Dispute:
    return Dispute(
        find_revision_author(row), row.at, row.reason, describe_version(row.proposed, names) if row.proposed else ""
    )


def load_names_in_proposals(rows: list[MatchRevision]) -> dict[int, str]:
    """Return the names of the players in the results that these disputes propose, by key."""
    return load_player_names({side["player"] for row in rows if row.proposed for side in row.proposed["sides"]})


class WaitingMatch(NamedTuple):
    """A match that somebody is asked to confirm."""

    match: Match
    outcome: ResultSentence
    when: str


def is_opponent_asked(match: Match) -> bool:
    """Return whether an opponent is asked to confirm the match.

    A pending match waits unless somebody disputes it. One that counts meanwhile does while nobody but the reporter has
    written a version, and there is time.
    """
    if match.is_pending:
        return find_dispute(match) is None
    if match.is_void or match.confirm_by is None or match.confirm_by <= timezone.now():
        return False
    return match.revisions.filter(number=match.revision, by=match.reported_by_id).exists()


def find_due_matches(now: datetime) -> QuerySet[Match]:
    """Return the pending matches whose time to confirm is over and that nobody disputes."""
    disputed = Exists(MatchRevision.open_disputes().filter(match=OuterRef("pk")))
    pending = Match.objects.filter(status=Match.Status.PENDING, confirm_by__lte=now, season__closed_at=None)
    return pending.exclude(disputed)


def list_matches_to_confirm(player: Player, user: Any) -> list[WaitingMatch]:
    """Return the matches that this account, which plays as that player, is asked to confirm; two queries.

    The most urgent comes first.
    """
    newest = MatchRevision.objects.filter(match=OuterRef("pk"), number=OuterRef("revision"))
    pending = Q(status=Match.Status.PENDING) & ~Exists(newest.filter(verb=MatchRevision.Verb.DISPUTE))
    counted = Q(status=Match.Status.COUNTED, confirm_by__gt=timezone.now()) & Exists(filter_unanswered(newest))
    asked = find_matches_played_by(player).filter(pending | counted, season__closed_at=None)
    theirs = asked.exclude(reported_by=user.pk).exclude(pk__in=find_partners_reports(player).values("pk"))
    return list_waiting_matches(theirs.order_by("confirm_by", "pk"))


def list_pending_of_player(player: Player) -> list[WaitingMatch]:
    """Return a player's pending matches on all ladders, the newest first; two queries."""
    return list_waiting_matches(
        find_matches_played_by(player).filter(status=Match.Status.PENDING).order_by("-played_at", "-sequence")
    )


def list_pending_on_ladders(ladders: Iterable[Ladder]) -> list[WaitingMatch]:
    """Return the pending matches of these ladders that nobody disputes, the longest waiting first; two queries."""
    disputed = Exists(MatchRevision.open_disputes().filter(match=OuterRef("pk")))
    rows = Match.objects.filter(season__ladder__in=ladders, status=Match.Status.PENDING)
    return list_waiting_matches(rows.exclude(disputed).order_by("confirm_by", "pk"), MOST_OF_ALL)


def find_matches_played_by(player: Player) -> QuerySet[Match]:
    return Match.objects.filter(participants__player__in=select_with_merged([player.pk]))


def find_partners_reports(player: Player) -> QuerySet[Match]:
    """Return the matches of sides that somebody reported who played on the player's side."""
    own = Participant.objects.filter(
        match=OuterRef("match"), side=OuterRef("side"), player__in=select_with_merged([player.pk])
    )
    reporters = Participant.objects.filter(Exists(own), side__gt=0, player__user=OuterRef("reported_by"))
    return Match.objects.filter(Exists(reporters.filter(match=OuterRef("pk"))))


def list_waiting_matches(rows: QuerySet[Match], most: int = MOST) -> list[WaitingMatch]:
    """Return the first of these matches as printed."""
    found = list(rows.select_related("season__ladder").fetch_mode(FETCH_RAISE)[:most])
    participants = load_match_participants(found)
    return [
        WaitingMatch(match, describe_result(match, participants[match.pk]), format_when(match.played_at))
        for match in found
    ]


def describe_waiting(match: Match) -> str:
    """Return who is asked and until when: "Waiting for Ben to confirm by 12 March 2026, 19:42".

    Of a pending match it says what silence does too.
    """
    if not is_opponent_asked(match):
        return ""
    reporter = Q(player__user=match.reported_by_id, player__user__isnull=False)
    rows = match.participants.exclude(reporter).order_by("seat").annotate(who=resolve_player_name("player"))
    who = join_names(list(rows.values_list("who", flat=True)))
    if match.confirm_by is None:
        return f"Waiting for {who} or an organiser to confirm."
    until = formats.date_format(timezone.localtime(match.confirm_by), "j F Y, H:i")
    if match.confirm_by <= timezone.now():
        return f"Nobody objected by {until}, so it will count shortly."
    if match.is_pending:
        return f"Waiting for {who} to confirm. If nobody answers, it counts from {until}."
    return f"Waiting for {who} to confirm by {until}."
