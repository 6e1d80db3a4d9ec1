"""What an account may do with a stored match: fix or undo its own report, dispute it, confirm it; and why not."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField
from django.utils import timezone

from ladder.access.permissions import Act, NotAllowed, find_account_player, is_allowed
from ladder.changes.versions import find_revision_author
from ladder.ledger.storage.tables import start_of_day
from ladder.matches.queries.confirmations import find_dispute, is_opponent_asked, list_confirmers
from ladder.models import Match, MatchRevision, Participant
from players.compiled_query import CompiledQuery, Given
from players.people.queries import select_own_keys

Verb = MatchRevision.Verb
NOT_REPORTED = "Only the person who reported a match can fix or undo it. If it is wrong, dispute it on its page."
NOT_A_PLAYER = "Only the players of a match can do this."
PARTNERS_REPORT = "Someone on your side reported this match, so the other side confirms it."
OWN_REPORT = "You reported this match yourself. Fix it, or ask an organiser."
IS_VOID = "This match is already void."
WRONG_PERSON = {NOT_REPORTED, NOT_A_PLAYER, OWN_REPORT, PARTNERS_REPORT}
NOT_WAITING = "This match needs no confirmation."
MATCH_DISPUTED = "This match is disputed. An organiser has to check it first."
TOO_LATE = "It is too late to fix this report. If something is wrong, tell an organiser."


PLAYED_QUERY = CompiledQuery(
    lambda: (
        Participant.objects.filter(
            match=Given("match", BigIntegerField()), player__in=select_own_keys(Given("player", BigIntegerField()))
        )
        .order_by()
        .values_list("pk")[:1]
    )
)


class MatchRights(NamedTuple):
    """What the match page offers. `until` is when the reporter's time to fix ends; only the reporter has a reason in
    `fix_refusal`.
    """

    correct: bool = False
    fix: bool = False
    until: datetime | None = None
    fix_refusal: str = ""
    dispute: bool = False
    confirm: bool = False


def load_match_rights(match: Match, user: Any) -> MatchRights:
    """Return what this account may do with the match."""
    if not user.is_authenticated:
        return MatchRights()
    correct = is_allowed(user, Act.CORRECT, match.season.ladder)
    if match.reported_by_id == user.pk:
        refusal = refuse_fix(match, user)
        return MatchRights(correct, not refusal, find_fix_deadline(match), refusal, confirm=may_vouch(match, user))
    return MatchRights(correct, dispute=not refuse_dispute(match, user), confirm=not refuse_confirmation(match, user))


def find_fix_deadline(match: Match) -> datetime:
    """Return until when a report can be fixed: the end of its club day, or after the ladder's minutes."""
    minutes = match.season.ladder.fix_minutes
    if minutes is None:
        return start_of_day(timezone.localdate(match.recorded_at) + timedelta(days=1))
    return match.recorded_at + timedelta(minutes=minutes)


def refuse_fix(match: Match, user: Any) -> str:
    """Return why this account can't fix or undo the report; an empty text if it can."""
    if match.reported_by_id is None or match.reported_by_id != user.pk:
        return NOT_REPORTED
    return refuse_late_fix(match, user)


def refuse_venue_undo(match: Match) -> str:
    """Return why what was entered at the venue can't be undone there; an empty text if it can."""
    return refuse_late_fix(match, None) if match.at_venue else NOT_REPORTED


def refuse_late_fix(match: Match, user: Any) -> str:
    """Return why it is too late to fix or undo a report for whoever made it, which is nobody at the venue."""
    if match.is_void:
        return IS_VOID
    if match.season.closed_at:
        return describe_closed_season(match)
    said = (Verb.DISPUTE,) if match.season.ladder.counts_when_confirmed else (Verb.DISPUTE, Verb.CONFIRM)
    touched = match.revisions.filter(number__gt=1).exclude(by=user).exclude(verb__in=said)
    last = touched.select_related("by__player__merged_into").order_by("number").last() if match.revision > 1 else None
    if last:
        author, did = find_revision_author(last), last.get_verb_display()
        return f"{author} {did} this match since, so only an organiser can change it now."
    return "" if timezone.now() < find_fix_deadline(match) else TOO_LATE


def refuse_dispute(match: Match, user: Any) -> str:
    """Return why this account can't dispute the match; an empty text if it can."""
    refusal = refuse_answer(match, user)
    if refusal:
        return refusal
    said = find_dispute(match)
    return f"{said.who} has already disputed this match. The organisers will check it." if said else ""


def refuse_confirmation(match: Match, user: Any) -> str:
    """Return why this account can't confirm the report; an empty text if it can."""
    refusal = describe_closed_season(match) if may_vouch(match, user) else refuse_answer(match, user)
    if not refusal and not may_vouch(match, user) and is_partners_report(match, user):
        return PARTNERS_REPORT
    if refusal or is_opponent_asked(match):
        return refusal
    return MATCH_DISPUTED if match.is_pending else NOT_WAITING


def is_partners_report(match: Match, user: Any) -> bool:
    """Return whether the account's player, who took part, played on the side of whoever reported the match."""
    player = find_account_player(user)
    return player is not None and player.pk not in list_confirmers(match)


def may_vouch(match: Match, user: Any) -> bool:
    """Return whether an organiser may let a pending match count: not one that they played and reported themselves."""
    if not match.is_pending or not is_allowed(user, Act.CORRECT, match.season.ladder):
        return False
    return match.reported_by_id != user.pk or not has_played(match, user)


def refuse_answer(match: Match, user: Any) -> str:
    """Return why this account may neither dispute nor confirm the match; an empty text if it may."""
    if match.reported_by_id is not None and match.reported_by_id == user.pk:
        return OWN_REPORT
    if not has_played(match, user):
        return NOT_A_PLAYER
    return IS_VOID if match.is_void else describe_closed_season(match)


def has_played(match: Match, user: Any) -> bool:
    """Return whether the account's player took part in the match, also under a name that was merged."""
    player = find_account_player(user)
    return player is not None and bool(PLAYED_QUERY.fetch_rows(match=match.pk, player=player.pk))


def describe_closed_season(match: Match) -> str:
    """Return the sentence that the match's season is closed; an empty text if it is open."""
    return f"{match.season.name} is closed, so its matches can't be changed." if match.season.closed_at else ""


def check_refusal(refusal: str) -> None:
    """Raise the reason why something can't be done, if there is one.

    Raises: NotAllowed, if it is not this account's to do, or else ValidationError.
    """
    if refusal in WRONG_PERSON:
        raise NotAllowed(refusal)
    if refusal:
        raise ValidationError(refusal)
