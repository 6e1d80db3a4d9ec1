"""What is said of a match without changing it: something is wrong, it is right, I confirm it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder.models import Ladder, Match, MatchRevision
from ladder.selectors.differences import Version
from ladder.selectors.disputes import dispute_of, proposed_for

from .. import ledger
from ..admission import admit, check_open
from ..locking import locked_match
from ..matches import telling
from ..matches.changing import written
from ..matches.verbs import confirmed
from ..permissions import Act, check
from ..results import Side, sides_of
from ..revisions import result_told, revise, version_of
from ..stale import check_unchanged
from . import rights

Verb = MatchRevision.Verb
CONFIRMING = {Verb.CONFIRM, Verb.UPHOLD}
"""What makes a pending match count."""


def dispute(*, match: Match, by: User, note: str, revision: int, proposed: Version | None = None) -> Match:
    """Say that something is wrong with a match; the organisers see it on their list. It counts on, or stays pending.

    `proposed` is what it should say, as `proposal` gives it; a correction is filled in with that.

    Raises: Changed when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        rights.check(rights.why_not_dispute(match, by))

    return say(match, revision, by, note, Verb.DISPUTE, allow, proposed)


def proposal(match: Match, score: float | None, facts: Mapping[str, float]) -> Version | None:
    """Return the match with this score of the first of two, if one is given, and these facts; nothing where it says
    that already.

    Raises: RatingError or ValidationError with a sentence, where it can't say that.
    """
    said = version_of(match)
    scores = [side["score"] for side in said["sides"]] if score is None else [score, 1 - score]
    sides = [side | {"score": one} for side, one in zip(said["sides"], scores, strict=True)]
    new = said | {"facts": said["facts"] | dict(facts), "sides": sides}
    if new == said:
        return None
    admit(match.season, result_told(new, [side.player for side in sides_of(match)]))
    return new


def as_proposed(match: Match) -> tuple[list[Side], dict[str, Any]]:
    """Return the sides and facts of a match as a dispute says is right; else as they are stored."""
    sides, proposed = sides_of(match), proposed_for(match)
    if proposed is None:
        return sides, match.facts
    scores = [side["score"] for side in proposed["sides"]]
    return [side._replace(score=one) for side, one in zip(sides, scores, strict=True)], proposed["facts"]


def uphold(*, match: Match, by: User, reason: str, revision: int) -> Match:
    """Close a dispute: the match is right as it is, and counts.

    Raises: Changed when somebody was first; NotAllowed; ValidationError, "This match isn't disputed."
    """

    def allow(match: Match) -> None:
        check(by, Act.CORRECT, match.season.ladder)
        if dispute_of(match) is None:
            raise ValidationError("This match isn't disputed.")

    return say(match, revision, by, reason, Verb.UPHOLD, allow)


def confirm(*, match: Match, by: User, revision: int) -> Match:
    """Confirm what an opponent reported, or as an organiser what is pending; it counts from then on.

    Raises: Changed when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        rights.check(rights.why_not_confirm(match, by))

    return say(match, revision, by, "", Verb.CONFIRM, allow)


def say(
    match: Match,
    revision: int,
    by: User,
    words: str,
    verb: MatchRevision.Verb,
    allow: Callable[[Match], None],
    proposed: Version | None = None,
) -> Match:
    """Write one more version of a match that says the same, under the ladder's lock; a pending one may count then.

    The ladder's version grows, so that open pages show what was said.
    """
    with transaction.atomic():
        fresh = locked_match(match)
        check_unchanged(fresh, revision)
        allow(fresh)
        if fresh.is_pending and verb in CONFIRMING:
            check_open(fresh.season)
            return written(fresh, confirmed, by, words, verb)
        fresh.revision += 1
        models.Model.save(fresh, update_fields=["revision"])
        telling.said(fresh, revise(fresh, verb, by, words, proposed))
        ledger.raise_versions(Ladder.objects.filter(pk=fresh.season.ladder_id))
    return fresh
