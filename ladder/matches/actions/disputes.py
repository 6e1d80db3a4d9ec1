"""Dispute a match, keep it or confirm it; a pending match counts once it is confirmed or nobody objects in time."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import Act, check_permission
from ladder.formats import ParticipantResult
from ladder.ledger.admission import check_admission
from ladder.ledger.ladder_lock import check_match_revision, lock_match
from ladder.ledger.storage.match_record import (
    MatchVersion,
    build_version_result,
    load_match_version,
    load_participant_results,
    write_revision,
)
from ladder.matches.actions.corrections import MatchChange, count_as_stored
from ladder.matches.notifications import notify_of_version
from ladder.matches.queries.confirmations import find_dispute, find_due_matches, find_proposal
from ladder.matches.queries.rights import check_refusal, why_not_confirm, why_not_dispute
from ladder.models import Ladder, Match, MatchRevision
from ladder.ratings import RatingError, Result

Verb = MatchRevision.Verb
CONFIRMING = {Verb.CONFIRM, Verb.UPHOLD}  # what makes a pending match count
SILENCE = "Nobody objected in time."
logger = logging.getLogger(__name__)


class MatchConfirmation(MatchChange):
    """Let a pending match count as it is; whoever asks for it knows that this may be."""

    def __init__(self, match: Match, verb: MatchRevision.Verb, *, by: User | None = None, reason: str = "") -> None:
        super().__init__(match, by=by, reason=reason)
        self.verb = verb

    def check_allowed(self) -> None:
        """Allow it."""

    def build_result(self, match: Match) -> Result:
        return count_as_stored(match)


def dispute_match(*, match: Match, by: User, note: str, revision: int, proposed: MatchVersion | None = None) -> Match:
    """Say that something is wrong with a match; the organisers see it on their list. It counts on, or stays pending.

    `proposed` is what it should say, as `proposal` gives it; a correction is filled in with that.

    Raises: MatchChanged when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        check_refusal(why_not_dispute(match, by))

    return add_match_version(match, revision, by, note, Verb.DISPUTE, allow, proposed)


def build_proposal(match: Match, score: float | None, facts: Mapping[str, float]) -> MatchVersion | None:
    """Return the match with this score of the first of two, if one is given, and these facts; nothing where it says
    that already.

    Raises: RatingError or ValidationError with a sentence, where it can't say that.
    """
    said = load_match_version(match)
    scores = [side["score"] for side in said["sides"]] if score is None else [score, 1 - score]
    sides = [side | {"score": one} for side, one in zip(said["sides"], scores, strict=True)]
    new = said | {"facts": said["facts"] | dict(facts), "sides": sides}
    if new == said:
        return None
    check_admission(match.season, build_version_result(new, [side.player for side in load_participant_results(match)]))
    return new


def load_proposed_sides(match: Match) -> tuple[list[ParticipantResult], dict[str, Any]]:
    """Return the sides and facts of a match as a dispute says is right; else as they are stored."""
    sides, proposed = load_participant_results(match), find_proposal(match)
    if proposed is None:
        return sides, match.facts
    scores = [side["score"] for side in proposed["sides"]]
    return [side._replace(score=one) for side, one in zip(sides, scores, strict=True)], proposed["facts"]


def uphold_result(*, match: Match, by: User, reason: str, revision: int) -> Match:
    """Close a dispute: the match is right as it is, and counts.

    Raises: MatchChanged when somebody was first; NotAllowed; ValidationError, "This match isn't disputed."
    """

    def allow(match: Match) -> None:
        check_permission(by, Act.CORRECT, match.season.ladder)
        if find_dispute(match) is None:
            raise ValidationError("This match isn't disputed.")

    return add_match_version(match, revision, by, reason, Verb.UPHOLD, allow)


def confirm_match(*, match: Match, by: User, revision: int) -> Match:
    """Confirm what an opponent reported, or as an organiser what is pending; it counts from then on.

    Raises: MatchChanged when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        check_refusal(why_not_confirm(match, by))

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
    """Write one more version of a match that says the same, under the ladder's lock; a pending one may count then.

    The ladder's version grows, so that open pages show what was said.
    """
    with transaction.atomic():
        fresh = lock_match(match)
        check_match_revision(fresh, revision)
        allow(fresh)
        if fresh.is_pending and verb in CONFIRMING:
            change = MatchConfirmation(fresh, verb, by=by, reason=words)
            changes.run(change)
            return change.after
        fresh.revision += 1
        models.Model.save(fresh, update_fields=["revision"])
        notify_of_version(fresh, write_revision(fresh, verb, by, words, proposed))
        ledger.raise_versions(Ladder.objects.filter(pk=fresh.season.ladder_id))
    return fresh


def confirm_due_matches(now: datetime | None = None) -> int:
    """Let every pending match count whose hours are over by now; return how many did.

    One that can't be counted any more stays pending, and the server's log says why.
    """
    now, count = now or timezone.now(), 0
    for match, ladder in find_due_matches(now).order_by("confirm_by", "pk").values_list("pk", "season__ladder"):
        try:
            count += confirm_if_due(match, ladder, now)
        except (ValidationError, RatingError) as error:
            logger.warning("Match %s stays pending: %s", match, error)
    return count


def confirm_if_due(pk: int, ladder: int, now: datetime) -> bool:
    """Let one match count, if it is still due under the ladder's lock; say whether it was."""
    with transaction.atomic():
        ledger.lock(ladder)
        match = find_due_matches(now).select_related("season__ladder").filter(pk=pk).first()
        if match:
            changes.run(MatchConfirmation(match, Verb.CONFIRM, reason=SILENCE))
    return match is not None
