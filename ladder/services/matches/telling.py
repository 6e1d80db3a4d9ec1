"""Whom a report, a dispute or its end concerns, and what they are told.

Only what somebody did is told: imports and the site's own doings are not.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.db.models.functions import Coalesce

from ladder.models import Match, MatchRevision, Participant, Role
from ladder.ratings import Result
from ladder.selectors.differences import describe_version
from ladder.selectors.disputes import build_dispute, load_names_in_proposals
from ladder.selectors.results import describe_result, load_match_participants
from ladder.selectors.revisions import find_revision_author
from ladder.services.permissions import find_account_player
from players.identity import load_player_names
from players.identity import resolve_player as counted
from players.models import Notice, Player
from players.services.notices import NewNotice, mark_notices_answered, notify_player, notify_players
from players.services.readers import find_readers
from players.veil import wear_veil

Kind, Verb = Notice.Kind, MatchRevision.Verb
SAID = {Verb.DISPUTE: "disputed", Verb.UPHOLD: "kept the result of"}
CORRECTIONS = {Verb.CORRECT, Verb.VOID, Verb.RESTORE}


def notify_of_report(match: Match, result: Result, revision: MatchRevision) -> None:
    """Tell the others who played that somebody entered a match."""
    if revision.by is None and not match.at_venue:
        return
    others = [one for one in find_readers(result.players) if one.user != revision.by]
    if others:
        waits = " It counts once you confirm it." if match.is_pending else ""
        with wear_veil(None):  # whoever is at the venue may not read the names that the players are told
            author, what = find_revision_author(revision), describe_match_result(match)
            text = f"{author} reported: {what} ({match.season.ladder}).{waits}"
        notify_players(kind=Kind.RESULT, told=[NewNotice(one, text, match.get_absolute_url()) for one in others])


def notify_of_version(match: Match, revision: MatchRevision) -> None:
    """Tell the others who played, whoever reported, and the organisers, of a dispute and how it ended."""
    closed = find_closed_dispute(match, revision)
    mark_match_notices_read(match, revision, closed)
    if closed and revision.verb in CORRECTIONS:
        notify_who_disputed(match, revision, closed)
    if revision.verb not in SAID:
        return
    others = [one for one in find_readers(list_concerned_players(match)) if one.user != revision.by]
    if others:
        author, did, words = find_revision_author(revision), SAID[Verb(revision.verb)], format_reasons(revision)
        text = f"{author} {did} match {match.pk}, {describe_match_result(match)}{words}"
        notify_players(kind=Kind.DISPUTE, told=[NewNotice(one, text, match.get_absolute_url()) for one in others])


def find_closed_dispute(match: Match, revision: MatchRevision) -> MatchRevision | None:
    """Return the dispute that this version closes, if the one before it was one."""
    before = MatchRevision.objects.filter(match=match, number=revision.number - 1, verb=Verb.DISPUTE)
    return before.select_related("by__player__merged_into").first()


def notify_who_disputed(match: Match, revision: MatchRevision, closed: MatchRevision) -> None:
    """Tell whoever disputed the match what became of it, however little that moves them."""
    player = getattr(closed.by, "player", None)
    if player and closed.by != revision.by:
        names = load_player_names({side["player"] for side in revision.version["sides"]})
        now = "" if match.is_void else f" The result is now: {describe_version(revision.version, names)}."
        text = (
            f"{find_revision_author(revision)} {revision.get_verb_display()} match {match.pk}, which you disputed.{now}"
        )
        notify_player(player=player, kind=Kind.DISPUTE, text=text, url=match.get_absolute_url())


def format_reasons(revision: MatchRevision) -> str:
    """Return how the sentence ends: with the words that were said, and with what the match should say."""
    proposed = build_dispute(revision, load_names_in_proposals([revision])).proposed
    words = f": “{revision.reason}”" if revision.reason else "."
    return f"{words} Proposed result: {proposed}." if proposed else words


def mark_match_notices_read(match: Match, revision: MatchRevision, closed: MatchRevision | None) -> None:
    """Mark as read what is answered: for whoever said something of a match all of it, for everybody a dispute that is
    closed, with how an earlier one ended, and the report of a match that is void."""
    by = find_account_player(revision.by) if revision.by else None
    over = [Kind.DISPUTE] if closed and revision.verb != Verb.DISPUTE else []
    mark_notices_answered(
        urls=[match.get_absolute_url()], by=by, kinds=[*over, *([Kind.RESULT] if match.is_void else [])]
    )


def describe_match_result(match: Match) -> str:
    """Return the result in words."""
    result = describe_result(match, load_match_participants([match])[match.pk])
    return f"{result.who} {result.went}"


def list_concerned_players(match: Match) -> list[int]:
    """Return who played, who reported, and the organisers, as whom they count."""
    played: Iterable[int] = Participant.objects.filter(match=match).values_list(counted("player"), flat=True)
    organises = Q(user__ladder_roles__ladder=match.season.ladder_id, user__ladder_roles__role=Role.Kind.ORGANISER)
    answering = Player.objects.filter(organises | Q(user__is_staff=True) | Q(user=match.reported_by_id or 0)).order_by()
    return [*played, *answering.values_list(Coalesce("merged_into", "pk"), flat=True)]
