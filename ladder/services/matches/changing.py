"""How a match changes: the plan that is shown, and the same plan applied."""

from copy import copy
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from ladder.models import Match, MatchRevision
from ladder.ratings import Result
from ladder.services import ledger
from ladder.services.admission import check_season_open
from ladder.services.collector import collector_paused
from ladder.services.locking import lock_match
from ladder.services.matches.moved import notify_moved_by_match
from ladder.services.matches.telling import notify_of_version
from ladder.services.matches.verbs import MatchChange
from ladder.services.results import store_match
from ladder.services.revisions import choose_revision_verb, write_revision
from ladder.services.stale import check_ladder_version, check_match_revision


class PlannedMatch(NamedTuple):
    """A match as it would be, and what that does to the ledger."""

    match: Match
    result: Result
    plan: ledger.Plan


def plan_match_change(match: Match, change: MatchChange) -> PlannedMatch:
    """Work out a change; nothing is stored.

    Raises: ValidationError or RatingError with a sentence, where the match can't change so.
    """
    after = copy(match)
    result = change(after)
    draft = ledger.build_draft(match, result if after.counts else None)
    return PlannedMatch(after, result, ledger.plan(match.season, [draft]))


def change_match(
    match: Match,
    change: MatchChange,
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
        fresh = lock_match(match)
        check_season_open(fresh.season)
        check_match_revision(fresh, revision)
        check_ladder_version(fresh.season.ladder, version)
        return write_match_change(fresh, change, by, reason, as_told=as_told)


@collector_paused()
def write_match_change(
    match: Match,
    change: MatchChange,
    by: User | None,
    reason: str,
    verb: MatchRevision.Verb | None = None,
    *,
    as_told: bool = False,
) -> Match:
    """Plan a change, store it with its revision and apply it; the ladder must be locked and the match fresh."""
    planned = plan_match_change(match, change)
    planned.match.revision += 1
    store_match(planned.match, planned.result, as_told=as_told)
    verb = verb or choose_revision_verb(match.is_void, planned.match.is_void)
    revision = write_revision(planned.match, verb, by, reason)
    ledger.apply(planned.plan, revision)
    notify_moved_by_match(planned.plan, planned.match, revision)
    notify_of_version(planned.match, revision)
    return planned.match
