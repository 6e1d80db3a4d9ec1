"""Notices of matches: of a report, of a dispute and how it ended, and of a change that moved somebody's rating.

Only what somebody did is told: imports and the site's own doings are not.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Q
from django.db.models.functions import Coalesce

from ladder import ledger
from ladder.access.permissions import find_account_player, select_organisers
from ladder.changes.base import Foretold
from ladder.changes.versions import describe_version, find_account_name, find_revision_author
from ladder.formats import join_side
from ladder.matches.queries.confirmations import build_dispute, list_confirmers, load_names_in_proposals
from ladder.matches.queries.results import describe_result, load_match_participants
from ladder.models import Board, Event, Match, MatchRevision, Participant
from ladder.pages.figures import format_points, name_rating
from ladder.ratings import Result, TableSystem, find_joining_points
from ladder.story.queries.moved_honours import BadgeMove, read_badge_moves
from players.models import Notice, Player
from players.notices.actions import NewNotice, mark_notices_answered, notify_player, notify_players
from players.notices.queries import NoticeReader, find_readers
from players.people.queries import load_player_names
from players.people.queries import resolve_player as counted
from players.privacy.redaction import use_redaction

Kind, Verb = Notice.Kind, MatchRevision.Verb
SAID = {
    Verb.DISPUTE: "{author} disputed match {match}, {result}.",
    Verb.UPHOLD: "{author} kept the result of match {match}, {result}.",
}
CORRECTED = {
    Verb.CORRECT: "{author} corrected match {match}.",
    Verb.VOID: "{author} voided match {match}.",
    Verb.RESTORE: "{author} restored match {match}.",
}
LOST_BADGES = "You lose the badge {badges}.", "You lose the badges {badges}."
EARNED_BADGES = "You earn the badge {badges}.", "You earn the badges {badges}."
CORRECTED_AS_DISPUTED = {
    Verb.CORRECT: "{author} corrected match {match}, which you disputed.",
    Verb.VOID: "{author} voided match {match}, which you disputed.",
    Verb.RESTORE: "{author} restored match {match}, which you disputed.",
}


def notify_of_report(match: Match, result: Result, revision: MatchRevision) -> None:
    """Tell the others who played that somebody entered a match."""
    if revision.by is None and not match.at_venue:
        return
    others = [one for one in find_readers(result.players) if one.user != revision.by]
    if others:
        confirmers = list_confirmers(match)
        with use_redaction(None):  # whoever is at the venue may not read the names that the players are told
            author, what = find_revision_author(revision), describe_match_result(match)
            text = f"{author} reported: {what} ({match.season.ladder})."
        url = match.get_absolute_url()
        told = [NewNotice(one, text + say_who_confirms(match, one.player, confirmers), url) for one in others]
        notify_players(kind=Kind.RESULT, told=told)


def say_who_confirms(match: Match, player: int, confirmers: Collection[int]) -> str:
    """Return the sentence on whom a pending match waits for, for this player; an empty text for one that counts."""
    if not match.is_pending:
        return ""
    if player in confirmers:
        return " It is pending until you confirm it."
    if confirmers:
        return " It is pending until someone on the other side confirms it."
    return " It is pending until an organiser confirms it."


def notify_of_version(match: Match, revision: MatchRevision, planned: ledger.Plan | None = None) -> Player | None:
    """Tell the other players, the reporter and the organisers of a dispute, or of how it ended.

    Return the player who was told that a change ended the dispute, and what the plan of the change did to the rating.
    """
    closed = find_closed_dispute(match, revision)
    mark_match_notices_read(match, revision, closed)
    if closed and planned and revision.verb in CORRECTED:
        return notify_who_disputed(match, revision, closed, planned)
    if revision.verb in SAID:
        notify_of_dispute(match, revision)
    return None


def notify_of_dispute(match: Match, revision: MatchRevision) -> None:
    """Tell the other players, the reporter and the organisers of a dispute, or that the result was kept."""
    others = [one for one in find_readers(list_concerned_players(match)) if one.user != revision.by]
    if others:
        said = SAID[Verb(revision.verb)].format(
            author=find_revision_author(revision), match=match.pk, result=describe_match_result(match)
        )
        text = " ".join([said, *list_reasons(revision)])
        notify_players(kind=Kind.DISPUTE, told=[NewNotice(one, text, match.get_absolute_url()) for one in others])


def find_closed_dispute(match: Match, revision: MatchRevision) -> MatchRevision | None:
    """Return the dispute that this version closes: the version before it, if that is one; else None."""
    before = MatchRevision.objects.filter(match=match, number=revision.number - 1, verb=Verb.DISPUTE)
    return before.select_related("by__player__merged_into").first()


def notify_who_disputed(
    match: Match, revision: MatchRevision, closed: MatchRevision, planned: ledger.Plan
) -> Player | None:
    """Tell the account that disputed a match how the dispute ended, and return its player."""
    player: Player | None = getattr(closed.by, "player", None)
    if player and closed.by != revision.by:
        move = find_furthest_moves(planned).get(player.itself.pk)
        moved = [format_rating_move(move)] if move and move.by else []
        names = load_player_names({side["player"] for side in revision.version["sides"]})
        now = [] if match.is_void else [f"The result is now: {describe_version(revision.version, names)}."]
        did = CORRECTED_AS_DISPUTED[Verb(revision.verb)].format(author=find_revision_author(revision), match=match.pk)
        text = " ".join([did, *now, *moved])
        notify_player(player=player, kind=Kind.DISPUTE, text=text, url=match.get_absolute_url())
    return player


def list_reasons(revision: MatchRevision) -> list[str]:
    """Return the sentences on the reason that was given, and on the proposed result."""
    proposed = build_dispute(revision, load_names_in_proposals([revision])).proposed
    reason = [f"Reason: “{revision.reason}”"] if revision.reason else []
    return [*reason, *([f"Proposed result: {proposed}."] if proposed else [])]


def mark_match_notices_read(match: Match, revision: MatchRevision, closed: MatchRevision | None) -> None:
    """Mark the notices as read that a new version of a match answers.

    For its author these are all notices of the match; for everybody else those of a dispute that is closed, and of the
    report of a match that is void.
    """
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
    """Return the keys of the players, the reporter and the organisers; merged players as the one they count as."""
    played: Iterable[int] = Participant.objects.filter(match=match).values_list(counted("player"), flat=True)
    organisers = Q(user__in=select_organisers(match.season.ladder_id))
    answering = Player.objects.filter(organisers | Q(user=match.reported_by_id or 0)).order_by()
    return [*played, *answering.values_list(Coalesce("merged_into", "pk"), flat=True)]


class RatingMove(NamedTuple):
    """A player's rating before and after, on the board where it moved most."""

    board: Board
    before: float
    after: float

    @property
    def by(self) -> float:
        return abs(self.after - self.before)


def notify_moved_by_match(
    planned: ledger.Plan,
    match: Match,
    revision: MatchRevision,
    without: Player | None = None,
    foretold: Foretold = (),
) -> None:
    """Tell players whom a change to a match moved by more than they have set, or whose badges it moved.

    The move is not told to one who knows of it already.
    """
    if revision.verb in CORRECTED:
        did = CORRECTED[Verb(revision.verb)].format(author=find_revision_author(revision), match=match.pk)
        notify_moved_players(planned, revision.by, did, match.get_absolute_url(), without, foretold)


def notify_moved_by_undone_import(planned: ledger.Plan, event: Event, foretold: Foretold) -> None:
    """Tell players whom the undoing of an import moved by more than they have set, or whose badges it moved."""
    did = f"{find_account_name(event)} undid an import."
    notify_moved_players(planned, event.by, did, planned.season.get_absolute_url(), foretold=foretold)


def notify_moved_players(
    planned: ledger.Plan,
    by: User | None,
    did: str,
    url: str,
    without: Player | None = None,
    foretold: Foretold = (),
) -> None:
    """Tell players whom a plan moved by more than they have set, or whose badges the preview said it would move.

    `did` is the sentence on what was done. The account that did it is told nothing, and one more player not how far
    they moved.
    """
    if by is None:
        return
    most = find_furthest_moves(planned)
    if without:
        most.pop(without.itself.pk, None)
    badges = read_badge_moves(foretold, planned.season)
    others = [one for one in find_readers(most.keys() | {move.player for move in badges}) if one.user != by]
    said = [(one, describe_own_moves(one, most.get(one.player), badges)) for one in others]
    told = [NewNotice(one, f"{did} {text}", url) for one, text in said if text]
    if told:
        notify_players(kind=Notice.Kind.CORRECTION, told=told)


def describe_own_moves(reader: NoticeReader, move: RatingMove | None, badges: Iterable[BadgeMove]) -> str:
    """Return what a change did to a reader's rating, if they want to know that, and to their badges; often nothing."""
    own = [one for one in badges if one.player == reader.player]
    lost, earned = ([f"“{one.badge}”" for one in own if one.is_earned == is_earned] for is_earned in (False, True))
    sentences = []
    if move and is_worth_telling(move, reader.choice.moved_by):
        sentences.append(format_rating_move(move))
    for names, one, many in ((lost, *LOST_BADGES), (earned, *EARNED_BADGES)):
        if names:
            sentences.append((one if len(names) == 1 else many).format(badges=join_side(names)))
    return " ".join(sentences)


def is_worth_telling(move: RatingMove, least: float) -> bool:
    """Return whether a move is above what a player has set in points; on a table of positions every one is."""
    return move.by > least or (move.by > 0 and isinstance(move.board.rating_system, TableSystem))


def find_furthest_moves(planned: ledger.Plan) -> dict[int, RatingMove]:
    """Return the largest move of each player whom a plan moves, by player.

    A missing standing counts as the starting rating.
    """
    found: dict[int, RatingMove] = {}
    for one in planned.boards:
        system = one.board.rating_system
        for player, before, after in one.moved:
            start = find_joining_points(system, after or before or 0.0)
            move = RatingMove(one.board, start if before is None else before, start if after is None else after)
            if player not in found or move.by > found[player].by:
                found[player] = move
    return found


def format_rating_move(move: RatingMove) -> str:
    """Return "Your rating changed from 1,512 to 1,498 (Club, Autumn: Elo)."."""
    system = move.board.rating_system
    before, after = (format_points(system, points) for points in (move.before, move.after))
    return f"Your {name_rating(system)} changed from {before} to {after} ({move.board})."
