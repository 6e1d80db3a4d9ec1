"""Whom a report, a dispute or its end concerns, and what they are told.

Only what somebody did is told: imports and the site's own doings are not.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.db.models.functions import Coalesce

from ladder.models import Match, MatchRevision, Participant, Role
from ladder.ratings import Result
from ladder.selectors import differences
from ladder.selectors.disputes import dispute, names_in
from ladder.selectors.results import outcome, sides_of
from ladder.selectors.revisions import who
from players import veil
from players.identity import names_of
from players.identity import who as counted
from players.models import Notice, Player
from players.services import notices
from players.services.notices import Told

from ..permissions import player_of

Kind, Verb = Notice.Kind, MatchRevision.Verb
SAID = {Verb.DISPUTE: "disputed", Verb.UPHOLD: "kept the result of"}
CORRECTIONS = {Verb.CORRECT, Verb.VOID, Verb.RESTORE}


def entered(match: Match, result: Result, revision: MatchRevision) -> None:
    """Tell the others who played that somebody entered a match."""
    if revision.by is None and not match.at_venue:
        return
    others = [one for one in notices.readers(result.players) if one.user != revision.by]
    if others:
        waits = " It counts once you confirm it." if match.is_pending else ""
        with veil.behind(None):  # whoever is at the venue may not read the names that the players are told
            author, what = who(revision), told(match)
            text = f"{author} reported: {what} ({match.season.ladder}).{waits}"
        notices.tell_all(kind=Kind.RESULT, told=[Told(one, text, match.get_absolute_url()) for one in others])


def said(match: Match, revision: MatchRevision) -> None:
    """Tell the others who played, whoever reported, and the organisers, of a dispute and how it ended."""
    closed = dispute_before(match, revision)
    read(match, revision, closed)
    if closed and revision.verb in CORRECTIONS:
        tell_who_disputed(match, revision, closed)
    if revision.verb not in SAID:
        return
    others = [one for one in notices.readers(concerned(match)) if one.user != revision.by]
    if others:
        author, did, words = who(revision), SAID[Verb(revision.verb)], reasons(revision)
        text = f"{author} {did} match {match.pk}, {told(match)}{words}"
        notices.tell_all(kind=Kind.DISPUTE, told=[Told(one, text, match.get_absolute_url()) for one in others])


def dispute_before(match: Match, revision: MatchRevision) -> MatchRevision | None:
    """Return the dispute that this version closes, if the one before it was one."""
    before = MatchRevision.objects.filter(match=match, number=revision.number - 1, verb=Verb.DISPUTE)
    return before.select_related("by__player__merged_into").first()


def tell_who_disputed(match: Match, revision: MatchRevision, closed: MatchRevision) -> None:
    """Tell whoever disputed the match what became of it, however little that moves them."""
    player = getattr(closed.by, "player", None)
    if player and closed.by != revision.by:
        names = names_of({side["player"] for side in revision.version["sides"]})
        now = "" if match.is_void else f" The result is now: {differences.told(revision.version, names)}."
        text = f"{who(revision)} {revision.get_verb_display()} match {match.pk}, which you disputed.{now}"
        notices.tell(player=player, kind=Kind.DISPUTE, text=text, url=match.get_absolute_url())


def reasons(revision: MatchRevision) -> str:
    """Return how the sentence ends: with the words that were said, and with what the match should say."""
    proposed = dispute(revision, names_in([revision])).proposed
    words = f": “{revision.reason}”" if revision.reason else "."
    return f"{words} Proposed result: {proposed}." if proposed else words


def read(match: Match, revision: MatchRevision, closed: MatchRevision | None) -> None:
    """Mark as read what is answered: for whoever said something of a match all of it, for everybody a dispute that is
    closed, with how an earlier one ended, and the report of a match that is void."""
    by = player_of(revision.by) if revision.by else None
    over = [Kind.DISPUTE] if closed and revision.verb != Verb.DISPUTE else []
    notices.answered(urls=[match.get_absolute_url()], by=by, kinds=[*over, *([Kind.RESULT] if match.is_void else [])])


def told(match: Match) -> str:
    """Return the result in words."""
    result = outcome(match, sides_of([match])[match.pk])
    return f"{result.who} {result.went}"


def concerned(match: Match) -> list[int]:
    """Return who played, who reported, and the organisers, as whom they count."""
    played: Iterable[int] = Participant.objects.filter(match=match).values_list(counted("player"), flat=True)
    organises = Q(user__ladder_roles__ladder=match.season.ladder_id, user__ladder_roles__role=Role.Kind.ORGANISER)
    answering = Player.objects.filter(organises | Q(user__is_staff=True) | Q(user=match.reported_by_id or 0)).order_by()
    return [*played, *answering.values_list(Coalesce("merged_into", "pk"), flat=True)]
