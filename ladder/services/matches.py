"""Recording, correcting, voiding, restoring and reverting a match."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from ladder.models import Match, MatchRevision, Season
from ladder.ratings import Result
from players.models import Player
from players.services import players_named

from . import ledger, telling
from .admission import admit, check_open
from .changing import Start, changed, corrected, restored, reverted, voided
from .locking import locked_season
from .permissions import Act, allow
from .resending import same_match
from .results import Side, build, store
from .revisions import revise
from .stale import Changed, Stale

__all__ = ["Changed", "Refused", "Stale", "correct", "record", "restore", "revert", "void"]

Verb = MatchRevision.Verb


class Refused(ValidationError):
    """The players may not play this match (W-9); `messages` say why."""


def record(
    *,
    season: Season,
    sides: Sequence[Side],
    by: User | None,
    kind: str,
    played_at: datetime | None = None,
    started_at: datetime | None = None,
    facts: Mapping[str, float] | None = None,
    form_key: UUID | None = None,
    pending: bool = False,
    at_venue: bool = False,
) -> Match:
    """Record a match and settle the ledger; the same form sent again gives the match it made.

    A pending one counts only once it is confirmed.
    A side whose player has no primary key yet is a new name: the player is created with the match.
    Raises: ValidationError or RatingError with a sentence for the person who sent it.
    """
    try:
        with transaction.atomic():
            season = locked_season(season)
            sides = [side._replace(player=existing(side.player)) for side in sides]
            result = build(kind, played_at or timezone.now(), sides, dict(facts or {}), started_at)
            if form_key and (sent := Match.objects.filter(form_key=form_key).first()):
                return same_match(sent, result)
            new = Match(season=season, form_key=form_key, reported_by=by, at_venue=at_venue, revision=1)
            return record_result(new, result, pending=pending)
    except IntegrityError as error:
        raise ValidationError("This form was sent already. Open a new one.") from error


def record_result(match: Match, result: Result, *, pending: bool = False) -> Match:
    """Store a result as its season's next match, unless it is refused."""
    season = match.season
    check_open(season)
    admit(season, result)
    match.sequence = next_sequence(season)
    draft = ledger.Draft(ledger.NEW, match.sequence, result)
    planned = ledger.plan(season, [draft])
    refuse_ineligible(planned, result)
    if pending:
        match.status = Match.Status.PENDING
        planned = ledger.plan(season, [draft._replace(result=None)])
    store(match, result)
    revision = revise(match, Verb.RECORD, match.reported_by)
    ledger.apply(planned, revision)
    telling.entered(match, result, revision)
    return match


def correct(
    *,
    match: Match,
    by: User | None,
    reason: str,
    revision: int,
    version: int | None = None,
    sides: Sequence[Side] | None = None,
    kind: str | None = None,
    played_at: datetime | None = None,
    started_at: Start = "unchanged",
    facts: Mapping[str, float] | None = None,
) -> Match:
    """Change what a match says; what is not given stays, and a start of None is taken away.

    A pending match counts from then on.
    `revision` is the match's and `version` the ladder's that was shown.
    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError or RatingError otherwise.
    """

    def change(match: Match) -> Result:
        known = sides and [side._replace(player=existing(side.player)) for side in sides]
        return corrected(known, kind, played_at, started_at, facts)(match)

    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, change, by, reason, revision, version)


def void(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Let a match count for nothing; it stays in the history.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "This match is void already."
    """
    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, voided, by, reason, revision, version)


def restore(*, match: Match, by: User | None, reason: str, revision: int, version: int | None = None) -> Match:
    """Let a void match count again.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "This match counts already."
    """
    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, restored, by, reason, revision, version)


def revert(
    *, match: Match, to: MatchRevision, by: User | None, reason: str, revision: int, version: int | None = None
) -> Match:
    """Let a match say again what it said in an earlier version, whether it counted included.

    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError or RatingError otherwise.
    """
    allow(by, Act.CORRECT, match.season.ladder)
    return changed(match, reverted(to), by, reason, revision, version)


def refuse_ineligible(planned: ledger.Plan, result: Result) -> None:
    """Refuse a match that a board's range rule does not allow (W-9)."""
    notes = [note for board in planned.boards for note in board.notes]
    if notes:
        names = dict(Player.objects.filter(pk__in=result.players).values_list("pk", "name"))
        raise Refused([note.message.text(names.__getitem__) for note in notes])


def next_sequence(season: Season) -> int:
    """Return the number of the season's next entry; the ladder must be locked."""
    return (Match.objects.filter(season=season).aggregate(last=Max("sequence"))["last"] or 0) + 1


def existing(player: Player) -> Player:
    """Return the player, creating one who is new: a typed name makes a player (B-14)."""
    if player.pk:
        return player.itself
    return next(iter(players_named([player.name]).values()))
