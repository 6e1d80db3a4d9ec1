"""What is said of a match without changing it: something is wrong, it is right, I confirm it."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder.models import Ladder, Match, MatchRevision
from ladder.selectors.disputes import dispute_of

from .. import ledger
from ..admission import check_open
from ..locking import locked_match
from ..matches import telling
from ..matches.changing import written
from ..matches.verbs import confirmed
from ..permissions import Act, check
from ..revisions import revise
from ..stale import check_unchanged
from . import rights

Verb = MatchRevision.Verb
CONFIRMING = {Verb.CONFIRM, Verb.UPHOLD}
"""What makes a pending match count."""


def dispute(*, match: Match, by: User, note: str, revision: int) -> Match:
    """Say that something is wrong with a match; the organisers see it on their list. It counts on, or stays pending.

    Raises: Changed when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        rights.check(rights.why_not_dispute(match, by))

    return say(match, revision, by, note, Verb.DISPUTE, allow)


def uphold(*, match: Match, by: User, reason: str, revision: int) -> Match:
    """Close a dispute: the match is right as it is, and counts.

    Raises: Changed when somebody was first; NotAllowed; ValidationError, "Nobody disputes this match."
    """

    def allow(match: Match) -> None:
        check(by, Act.CORRECT, match.season.ladder)
        if dispute_of(match) is None:
            raise ValidationError("Nobody disputes this match.")

    return say(match, revision, by, reason, Verb.UPHOLD, allow)


def confirm(*, match: Match, by: User, revision: int) -> Match:
    """Confirm what an opponent reported, or as an organiser what is pending; it counts from then on.

    Raises: Changed when somebody was first; NotAllowed or ValidationError with the sentence.
    """

    def allow(match: Match) -> None:
        rights.check(rights.why_not_confirm(match, by))

    return say(match, revision, by, "", Verb.CONFIRM, allow)


def say(
    match: Match, revision: int, by: User, words: str, verb: MatchRevision.Verb, allow: Callable[[Match], None]
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
        telling.said(fresh, revise(fresh, verb, by, words))
        ledger.raise_versions(Ladder.objects.filter(pk=fresh.season.ladder_id))
    return fresh
