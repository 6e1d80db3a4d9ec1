"""Dispute a match, keep its result, or confirm it; a pending match also counts when nobody objects in time."""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import Act, check_permission
from ladder.formats import Game, Played, format_games
from ladder.ledger.admission import check_admission
from ladder.ledger.ladder_lock import check_match_revision, lock_match
from ladder.ledger.storage.match_record import (
    SCORE_KEYS,
    MatchVersion,
    build_version_result,
    load_match_version,
    load_played_match,
    write_revision,
)
from ladder.matches.actions.corrections import MatchChange, count_as_stored
from ladder.matches.notifications import notify_of_version
from ladder.matches.queries.confirmations import find_dispute, find_due_matches
from ladder.matches.queries.rights import check_refusal, refuse_confirmation, refuse_dispute
from ladder.models import Ladder, Match, MatchRevision
from ladder.ratings import RatingError, Result
from players.models import Player

Verb = MatchRevision.Verb
CONFIRMING_VERBS = {Verb.CONFIRM, Verb.UPHOLD}  # let a pending match count
SILENCE_REASON = "Nobody objected in time."
logger = logging.getLogger(__name__)


class MatchConfirmation(MatchChange):
    """The confirmation of a pending match, which counts from then on; the caller checks whether it is allowed."""

    def __init__(self, match: Match, verb: MatchRevision.Verb, *, by: User | None = None, reason: str = "") -> None:
        super().__init__(match, by=by, reason=reason)
        self.verb = verb

    def check_allowed(self) -> None:
        """Allow it."""

    def build_result(self, match: Match) -> Result:
        return count_as_stored(match)


def dispute_match(*, match: Match, by: User, note: str, revision: int, proposed: MatchVersion | None = None) -> Match:
    """Store that a player disputes a match, and return it; it counts on, or stays pending.

    `proposed` is the right result, as `build_proposal` returns it; the form of the correction is filled in with it.

    Raises: MatchChanged when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        check_refusal(refuse_dispute(match, by))

    return add_match_version(match, revision, by, note, Verb.DISPUTE, allow, proposed)


def build_proposal(
    match: Match,
    score: float | None,
    facts: Mapping[str, float],
    games: Sequence[Game] | None = None,
    ending: str = "",
    players: Sequence[Player] | None = None,
) -> MatchVersion | None:
    """Return the version of a match with this score of the first of two players or sides, if given, and these facts.

    With `games`, those and the ending are its score; without, the stored one stays as long as the winner does.
    With `players`, those took part, in the order of their seats. None if that is the stored result already.
    Raises: RatingError or ValidationError with a sentence, where that can't be its result.
    """
    said, seated = load_match_version(match), load_played_match(match).players
    first, players = said["sides"][0], seated if players is None else players
    participants = [
        side
        | {"player": side["player"] if new == old else new.pk}  # who was entered under another name stays so
        | {"score": side["score"] if score is None else score if is_with(side, first) else 1 - score}
        for side, old, new in zip(said["sides"], seated, players, strict=True)
    ]
    new = said | {"facts": said["facts"] | dict(facts), "sides": participants}
    if [one["score"] for one in participants] != [one["score"] for one in said["sides"]] or games is not None:
        told = {"games": format_games(games or ()), "ending": ending if games is not None else ""}
        kept = {name: value for name, value in new.items() if name not in SCORE_KEYS}
        new = kept | {name: text for name, text in told.items() if text}
    if new == said:
        return None
    check_admission(match.season, build_version_result(new, players))
    return new


def is_with(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two participants of a version are the same, or played on one side."""
    return one is other or (one.get("side", 0) > 0 and one.get("side") == other.get("side"))


def load_proposed_match(match: Match, stored: Played | None = None) -> Played:
    """Return a match as its dispute proposes it, or else as it is `stored`.

    Merged players are whom they count as. Where one isn't here any more, or would play twice by now, those who are
    stored play.
    """
    stored = stored or load_played_match(match)
    proposed = MatchRevision.open_disputes().filter(match=match).values_list("proposed", flat=True).first()
    if proposed is None:
        return stored
    known = Player.objects.select_related("merged_into").in_bulk([side["player"] for side in proposed["sides"]])
    keys = [side["player"] for side in proposed["sides"]]
    players = [known[key].itself for key in keys if key in known]
    meant = tuple(players) if len({*players}) == len(keys) else stored.players
    return Played(build_version_result(proposed, meant), meant)


def uphold_result(*, match: Match, by: User, reason: str, revision: int) -> Match:
    """Close a dispute because the match is right as it is; it counts from then on. Return the match.

    Raises: MatchChanged when somebody was first; NotAllowed; ValidationError, "This match isn't disputed."
    """

    def allow(match: Match) -> None:
        check_permission(by, Act.CORRECT, match.season.ladder)
        if find_dispute(match) is None:
            raise ValidationError("This match isn't disputed.")

    return add_match_version(match, revision, by, reason, Verb.UPHOLD, allow)


def confirm_match(*, match: Match, by: User, revision: int) -> Match:
    """Confirm a report as an opponent, or a pending match as an organiser; it counts from then on. Return the match.

    Raises: MatchChanged when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        check_refusal(refuse_confirmation(match, by))

    return add_match_version(match, revision, by, "", Verb.CONFIRM, allow)


def add_match_version(
    match: Match,
    revision: int,
    by: User,
    words: str,
    verb: MatchRevision.Verb,
    allow: Callable[[Match], None],
    proposed: MatchVersion | None = None,
) -> Match:
    """Store one more version of a match with the same result, and return the match; a pending one may count then.

    `allow` raises the reason if this is not allowed. The ladder's version is raised, so that open pages load anew.
    """
    with transaction.atomic():
        fresh = lock_match(match)
        check_match_revision(fresh, revision)
        allow(fresh)
        if fresh.is_pending and verb in CONFIRMING_VERBS:
            change = MatchConfirmation(fresh, verb, by=by, reason=words)
            change.is_locked = True
            changes.run(change)
            return change.after
        fresh.revision += 1
        models.Model.save(fresh, update_fields=["revision"])
        notify_of_version(fresh, write_revision(fresh, load_match_version(fresh), verb, by, words, proposed))
        ledger.raise_versions(Ladder.objects.filter(pk=fresh.season.ladder_id))
    return fresh


def confirm_due_matches(now: datetime | None = None) -> int:
    """Confirm every pending match whose time to confirm is over; return how many.

    One that its season can't take any more stays pending, and the server's log says why.
    """
    now, count = now or timezone.now(), 0
    for match, ladder in find_due_matches(now).order_by("confirm_by", "pk").values_list("pk", "season__ladder"):
        try:
            count += confirm_if_due(match, ladder, now)
        except (ValidationError, RatingError) as error:
            logger.warning("Match %s stays pending: %s", match, error)
    return count


def confirm_if_due(pk: int, ladder: int, now: datetime) -> bool:
    """Confirm a match if it is still due under the ladder's lock; return whether it was."""
    with transaction.atomic():
        ledger.lock(ladder)
        match = find_due_matches(now).select_related("season__ladder").filter(pk=pk).first()
        if match:
            changes.run(MatchConfirmation(match, Verb.CONFIRM, reason=SILENCE_REASON))
    return match is not None
