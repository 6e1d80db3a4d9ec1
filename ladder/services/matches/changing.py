"""How a match changes: the plan that is shown, and the same plan applied."""

from copy import copy
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from ladder.models import Match, MatchRevision
from ladder.ratings import Result

from .. import ledger
from ..admission import check_open
from ..collector import collector_paused
from ..locking import locked_match
from ..results import store
from ..revisions import revise, verb_of
from ..stale import check_unchanged, check_version
from . import moved, telling
from .verbs import Change


class Planned(NamedTuple):
    """A match as it would be, and what that does to the ledger."""

    match: Match
    result: Result
    plan: ledger.Plan


def plan(match: Match, change: Change) -> Planned:
    """Work out a change; nothing is stored.

    Raises: ValidationError or RatingError with a sentence, where the match can't change so.
    """
    after = copy(match)
    result = change(after)
    draft = ledger.draft_of(match, result if after.counts else None)
    return Planned(after, result, ledger.plan(match.season, [draft]))


def changed(
    match: Match,
    change: Change,
    by: User | None,
    reason: str,
    revision: int,
    version: int | None = None,
    *,
    as_told: bool = False,
) -> Match:
    """Change a match under the ladder's lock: plan, store it with its revision, apply.

    `revision` is the match's and `version` the ladder's that was shown; without it no plan was. Who was entered under
    another name stays so, but where the players are stored as told.
    Raises: Stale; else what `plan` raises.
    """
    with transaction.atomic():
        fresh = locked_match(match)
        check_open(fresh.season)
        check_unchanged(fresh, revision)
        check_version(fresh.season.ladder, version)
        return written(fresh, change, by, reason, as_told=as_told)


@collector_paused()
def written(
    match: Match,
    change: Change,
    by: User | None,
    reason: str,
    verb: MatchRevision.Verb | None = None,
    *,
    as_told: bool = False,
) -> Match:
    """Plan a change, store it with its revision and apply it; the ladder must be locked and the match fresh."""
    planned = plan(match, change)
    planned.match.revision += 1
    store(planned.match, planned.result, as_told=as_told)
    verb = verb or verb_of(match.is_void, planned.match.is_void)
    revision = revise(planned.match, verb, by, reason)
    ledger.apply(planned.plan, revision)
    moved.tell(planned.plan, planned.match, revision)
    telling.said(planned.match, revision)
    return planned.match
