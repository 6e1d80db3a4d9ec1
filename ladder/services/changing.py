"""How a match changes: what it then says, the plan that is shown, and the same plan applied."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Literal, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.models import Match, MatchRevision
from ladder.ratings import Result
from players.models import Player

from . import ledger, telling
from .admission import admit, check_open
from .locking import locked_match
from .results import Side, build, result_of, sides_of, store
from .revisions import result_told, revise, verb_of
from .stale import check_unchanged, check_version

Change = Callable[[Match], Result]
"""Gives a match its new status and returns what it then says."""
NOT_HERE = "Somebody who plays in that version isn’t on this site any more. Correct the match instead."
Start = datetime | Literal["unchanged"] | None


class Planned(NamedTuple):
    """A match as it would be, and what that does to the ledger."""

    match: Match
    result: Result
    plan: ledger.Plan


def corrected(
    sides: Sequence[Side] | None = None,
    kind: str | None = None,
    played_at: datetime | None = None,
    started_at: Start = "unchanged",
    facts: Mapping[str, float] | None = None,
    *,
    confirms: bool = True,
) -> Change:
    """Return the change that gives a match these values; what is not given stays, and a pending match counts then.

    Without `confirms` it stays pending.
    """

    def change(match: Match) -> Result:
        result = build(
            kind or match.kind,
            played_at or match.played_at,
            sides_of(match) if sides is None else sides,
            dict(match.facts if facts is None else facts),
            match.started_at if started_at == "unchanged" else started_at,
        )
        admit(match.season, result)
        if confirms and match.is_pending:
            match.status = Match.Status.COUNTED
        return result

    return change


def confirmed(match: Match) -> Result:
    """The change to a pending match that counts from now on."""
    result = result_of(match, sides_of(match))
    admit(match.season, result)
    match.status = Match.Status.COUNTED
    return result


def voided(match: Match) -> Result:
    """The change to a match that counts for nothing. Raises: ValidationError, "This match is void already." """
    if match.is_void:
        raise ValidationError("This match is void already.")
    match.status = Match.Status.VOID
    return result_of(match, sides_of(match))


def restored(match: Match) -> Result:
    """The change to a match that counts again. Raises: ValidationError, "This match counts already." """
    if not match.is_void:
        raise ValidationError("This match counts already." if match.counts else "This match isn’t void: it is pending.")
    result = result_of(match, sides_of(match))
    admit(match.season, result)
    match.status = Match.Status.COUNTED
    return result


def reverted(to: MatchRevision) -> Change:
    """Return the change to what a match said in an earlier version.

    It raises: ValidationError, "Somebody who plays in that version isn’t on this site any more. ..."
    """

    def change(match: Match) -> Result:
        old = to.version
        keys = [side["player"] for side in old["sides"]]
        players = Player.objects.select_related("merged_into").in_bulk(keys)
        if not players.keys() >= {*keys}:
            raise ValidationError(NOT_HERE)
        result = result_told(old, [players[key].itself for key in keys])
        admit(match.season, result)
        match.status = Match.Status.VOID if old["status"] == Match.Status.VOID else Match.Status.COUNTED
        return result

    return change


def plan(match: Match, change: Change) -> Planned:
    """Work out a change; nothing is stored.

    Raises: ValidationError or RatingError with a sentence, where the match can't change so.
    """
    was = ledger.place_of(match) if match.counts else None
    after = copy(match)
    result = change(after)
    draft = ledger.Draft(match.pk, match.sequence, result if after.counts else None, was)
    return Planned(after, result, ledger.plan(match.season, [draft]))


def changed(
    match: Match, change: Change, by: User | None, reason: str, revision: int, version: int | None = None
) -> Match:
    """Change a match under the ladder's lock: plan, store it with its revision, apply.

    `revision` is the match's and `version` the ladder's that was shown; without it no plan was.
    Raises: Stale; else what `plan` raises.
    """
    with transaction.atomic():
        fresh = locked_match(match)
        check_open(fresh.season)
        check_unchanged(fresh, revision)
        check_version(fresh.season.ladder, version)
        return written(fresh, change, by, reason)


def written(
    match: Match, change: Change, by: User | None, reason: str, verb: MatchRevision.Verb | None = None
) -> Match:
    """Plan a change, store it with its revision and apply it; the ladder must be locked and the match fresh."""
    planned = plan(match, change)
    planned.match.revision += 1
    store(planned.match, planned.result)
    verb = verb or verb_of(match.is_void, planned.match.is_void)
    revision = revise(planned.match, verb, by, reason)
    ledger.apply(planned.plan, revision)
    telling.moved(planned.plan, planned.match, revision)
    telling.said(planned.match, revision)
    return planned.match
