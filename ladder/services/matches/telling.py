"""Whom a report, a dispute or a correction concerns, and what they are told.

Only what somebody did is told: imports and the site's own doings are not.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Q
from django.db.models.functions import Coalesce

from ladder.models import Board, Event, Match, MatchRevision, Participant, Role
from ladder.ratings import Result
from ladder.selectors import differences
from ladder.selectors.disputes import dispute, names_in
from ladder.selectors.printing import rating_text
from ladder.selectors.results import outcome, sides_of
from ladder.selectors.revisions import account_name, who
from players import veil
from players.identity import names_of
from players.identity import who as counted
from players.models import Notice, Player
from players.services import notices
from players.services.notices import Told

from .. import ledger
from ..permissions import player_of

Kind, Verb = Notice.Kind, MatchRevision.Verb
SAID = {Verb.DISPUTE: "says that something is wrong with", Verb.UPHOLD: "says that nothing is wrong with"}

CORRECTIONS = {Verb.CORRECT, Verb.VOID, Verb.RESTORE}


class Moved(NamedTuple):
    """A player's rating before and after, on the board where it moved most."""

    board: Board
    before: float
    after: float

    @property
    def by(self) -> float:
        return abs(self.after - self.before)


def entered(match: Match, result: Result, revision: MatchRevision) -> None:
    """Tell the others who played that somebody entered a match."""
    if revision.by is None and not match.at_venue:
        return
    others = [one for one in notices.readers(result.players) if one.user != revision.by]
    if others:
        waits = " It counts once you confirm it." if match.is_pending else ""
        with veil.behind(None):  # whoever is at the venue may not read the names that the players are told
            text = f"{who(revision)} reported: {told(match)} ({match.season.ladder}).{waits}"
        notices.tell_all(kind=Kind.RESULT, told=[Told(one, text, match.get_absolute_url()) for one in others])


def said(match: Match, revision: MatchRevision) -> None:
    """Tell the others who played, whoever reported, and the organisers, of a dispute and how it ended."""
    read(match, revision)
    if revision.verb in CORRECTIONS:
        tell_who_disputed(match, revision)
    if revision.verb not in SAID:
        return
    others = [one for one in notices.readers(concerned(match)) if one.user != revision.by]
    if others:
        text = f"{who(revision)} {SAID[Verb(revision.verb)]} match {match.pk}, {told(match)}{reasons(revision)}"
        notices.tell_all(kind=Kind.DISPUTE, told=[Told(one, text, match.get_absolute_url()) for one in others])


def tell_who_disputed(match: Match, revision: MatchRevision) -> None:
    """Tell whoever disputed the match what became of it, however little that moves them."""
    before = MatchRevision.objects.filter(match=match, number=revision.number - 1, verb=Verb.DISPUTE)
    found = before.exclude(by=revision.by).select_related("by__player__merged_into").first()
    player = found and getattr(found.by, "player", None)
    if player:
        names = names_of({side["player"] for side in revision.version["sides"]})
        now = "" if match.is_void else f" It says now: {differences.told(revision.version, names)}."
        text = f"{who(revision)} {revision.get_verb_display()} match {match.pk}, which you disputed.{now}"
        notices.tell(player=player, kind=Kind.DISPUTE, text=text, url=match.get_absolute_url())


def reasons(revision: MatchRevision) -> str:
    """Return how the sentence ends: with the words that were said, and with what the match should say."""
    proposed = dispute(revision, names_in([revision])).proposed
    words = f": “{revision.reason}”" if revision.reason else "."
    return f"{words} It should say: {proposed}." if proposed else words


def read(match: Match, revision: MatchRevision) -> None:
    """Mark as read what is answered: for whoever said something of a match all of it, for everybody a dispute that is
    closed, and the report of a match that is void."""
    by = player_of(revision.by) if revision.by else None
    over = [] if revision.verb == Verb.DISPUTE else [Kind.DISPUTE]
    notices.answered(urls=[match.get_absolute_url()], by=by, kinds=[*over, *([Kind.RESULT] if match.is_void else [])])


def moved(planned: ledger.Plan, match: Match, revision: MatchRevision) -> None:
    """Tell those whom a change to a match moved by more than they have set."""
    if revision.verb in CORRECTIONS:
        did = f"{who(revision)} {revision.get_verb_display()} match {match.pk}"
        tell_moved(planned, revision.by, did, match.get_absolute_url())


def taken_back(planned: ledger.Plan, event: Event) -> None:
    """Tell those whom taking back an import moved by more than they have set."""
    did = f"{account_name(event)} took back an import"
    tell_moved(planned, event.by, did, planned.season.get_absolute_url())


def tell_moved(planned: ledger.Plan, by: User | None, did: str, url: str) -> None:
    """Tell those whom a plan moved by more than they have set, but not whoever did it."""
    if by is None:
        return
    most = furthest(planned)
    others = [one for one in notices.readers(most) if one.user != by]
    texts = [(one, most[one.player]) for one in others if most[one.player].by > one.choice.moved_by]
    if texts:
        sentences = ((one, f"{did}: {sentence(move)}") for one, move in texts)
        notices.tell_all(kind=Kind.CORRECTION, told=[Told(one, text, url) for one, text in sentences])


def furthest(planned: ledger.Plan) -> dict[int, Moved]:
    """Return everybody whom the plan moves, on the board where it moves them most."""
    found: dict[int, Moved] = {}
    for player, move in moves(planned):
        if player not in found or move.by > found[player].by:
            found[player] = move
    return found


def moves(planned: ledger.Plan) -> Iterator[tuple[int, Moved]]:
    """Yield each player's move on each board; who joins comes from the start value, who leaves goes back to it."""
    for one in planned.boards:
        start = one.board.rating_system.initial().points
        for player, before, after in one.moved:
            yield player, Moved(one.board, start if before is None else before, start if after is None else after)


def sentence(move: Moved) -> str:
    """Return "you moved from 1,512 to 1,498 (Club, Autumn: Elo)."."""
    before, after = (rating_text(move.board.rating_system, points) for points in (move.before, move.after))
    return f"you moved from {before} to {after} ({move.board})."


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
