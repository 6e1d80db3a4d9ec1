"""Which matches wait for somebody: an opponent to confirm, or an organiser to answer a dispute."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import FETCH_RAISE, BigIntegerField, DateTimeField, Exists, OuterRef, Q, QuerySet
from django.utils import formats, timezone

from ladder.access.permissions import select_organisers
from ladder.changes.versions import NamesByKey, describe_version, find_revision_author
from ladder.formats import ResultSentence, join_names
from ladder.matches.queries.results import (
    describe_result,
    filter_unanswered,
    format_when,
    has_time_to_confirm,
    load_match_participants,
    select_confirmers,
)
from ladder.models import Ladder, Match, MatchRevision
from players.compiled_query import CompiledQuery, Given
from players.models import Player
from players.people.queries import load_player_names, resolve_player_name, select_own_keys

DISPUTE_VERB = MatchRevision.Verb.DISPUTE

MOST, MOST_OF_ALL = 5, 50  # matches named on a member's page, and on an organiser's
RATED_WHEN_OVER = "Nobody objected by {until}, so it will count shortly."
CONFIRMED_WHEN_OVER = "Nobody objected by {until}, so it will be confirmed shortly."
RATED_IF_SILENT = ("If nobody objects by {until}, it counts.", "If nobody answers by {until}, it counts.")
CONFIRMED_IF_SILENT = (
    "If nobody objects by {until}, it is confirmed.",
    "If nobody answers by {until}, it is confirmed.",
)
"""Of a match that nobody can confirm, and of one that somebody can."""


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

    A pending match waits unless somebody disputes it, for an organiser if for nobody else. One that counts meanwhile
    does while nobody but the reporter has written a version, there is time, and somebody can confirm it.
    """
    if match.is_pending:
        return find_dispute(match) is None
    if not has_time_to_confirm(match):
        return False
    newest = match.revisions.filter(number=match.revision, by=match.reported_by_id)
    return newest.filter(Exists(select_confirmers().filter(match=OuterRef("match")))).exists()


def find_due_matches(now: datetime) -> QuerySet[Match]:
    """Return the pending matches whose time to confirm is over and that nobody disputes."""
    disputed = Exists(MatchRevision.open_disputes().filter(match=OuterRef("pk")))
    pending = Match.objects.filter(status=Match.Status.PENDING, confirm_by__lte=now, season__closed_at=None)
    return pending.exclude(disputed)


def list_matches_to_confirm(player: Player) -> list[WaitingMatch]:
    """Return the matches that this player is asked to confirm, the most urgent first; one query, three if some wait."""
    found = [key for (key,) in TO_CONFIRM_QUERY.fetch_rows(me=player.pk, now=timezone.now())]
    return list_waiting_matches(Match.objects.filter(pk__in=found).order_by("confirm_by", "pk")) if found else []


def select_matches_to_confirm() -> QuerySet[Match, Any]:
    """Return the keys of the most urgent matches that a player is asked to confirm."""
    me, now = Given("me", BigIntegerField()), Given("now", DateTimeField())
    newest = MatchRevision.objects.filter(match=OuterRef("pk"), number=OuterRef("revision"))
    pending = Q(status=Match.Status.PENDING) & ~Exists(newest.filter(verb=MatchRevision.Verb.DISPUTE))
    counted = Q(status=Match.Status.COUNTED, confirm_by__gt=now) & Exists(filter_unanswered(newest))
    asked = find_matches_played_by(me).filter(pending | counted, season__closed_at=None)
    theirs = select_confirmers().filter(match=OuterRef("pk"), player__in=select_own_keys(me))
    return asked.filter(Exists(theirs)).order_by("confirm_by", "pk").values_list("pk")[:MOST]


TO_CONFIRM_QUERY = CompiledQuery(select_matches_to_confirm)


def list_pending_of_player(player: Player) -> list[WaitingMatch]:
    """Return a player's pending matches on all ladders, the newest first; two queries."""
    return list_waiting_matches(
        find_matches_played_by(player.pk).filter(status=Match.Status.PENDING).order_by("-played_at", "-sequence")
    )


def list_pending_on_ladders(ladders: Iterable[Ladder]) -> list[WaitingMatch]:
    """Return the pending matches of these ladders that nobody disputes, the longest waiting first; two queries."""
    disputed = Exists(MatchRevision.open_disputes().filter(match=OuterRef("pk")))
    rows = Match.objects.filter(season__ladder__in=ladders, status=Match.Status.PENDING)
    return list_waiting_matches(rows.exclude(disputed).order_by("confirm_by", "pk"), MOST_OF_ALL)


def find_matches_played_by(player: Any) -> QuerySet[Match]:
    """Return the matches of a player, whose key may be given later in a compiled query."""
    return Match.objects.filter(participants__player__in=select_own_keys(player))


def list_confirmers(match: Match) -> dict[int, str]:
    """Return the players who can confirm the report of a match, by key and with their names; one query."""
    rows = select_confirmers().filter(match=match).order_by("seat")
    return dict(rows.values_list("who", resolve_player_name("player")))


def list_waiting_matches(rows: QuerySet[Match], most: int = MOST) -> list[WaitingMatch]:
    """Return the first of these matches as printed."""
    found = list(rows.select_related("season__ladder").fetch_mode(FETCH_RAISE)[:most])
    participants = load_match_participants(found)
    return [
        WaitingMatch(match, describe_result(match, participants[match.pk]), format_when(match.played_at))
        for match in found
    ]


def describe_waiting(match: Match, *, is_rated: bool) -> str:
    """Return who is asked and until when: "Waiting for Ben to confirm by 12 March 2026, 19:42."

    Of a pending match it says what silence does too: it counts, if some board rates it.
    """
    if not is_opponent_asked(match):
        return ""
    names, until = join_names([*list_confirmers(match).values()]), ""
    if match.confirm_by:
        until = formats.date_format(timezone.localtime(match.confirm_by), "j F Y, H:i")
    if match.counts:
        return f"Waiting for {names} to confirm by {until}."
    if match.confirm_by and match.confirm_by <= timezone.now():
        over = RATED_WHEN_OVER if is_rated else CONFIRMED_WHEN_OVER
        return over.format(until=until)
    who = names if until and names else join_organisers(match, names)
    asked = f"Waiting for {who} to confirm." if who else "Nobody else can confirm it."
    silent = (RATED_IF_SILENT if is_rated else CONFIRMED_IF_SILENT)[bool(who)]
    return f"{asked} {silent.format(until=until)}" if until else asked


def join_organisers(match: Match, names: str) -> str:
    """Return these names and the organisers, if anybody but the reporter can confirm a pending match as one."""
    others = select_organisers(match.season.ladder_id).exclude(pk=match.reported_by_id or 0)
    return " or ".join(one for one in (names, "an organiser" if others.exists() else "") if one)
