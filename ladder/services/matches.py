"""Recording, correcting, voiding and restoring a match."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Max
from django.utils import timezone

from ladder.models import Match, MatchRevision, Participant, Season
from ladder.ratings import Result
from players.models import Player
from players.services import players_named

from . import ledger
from .admission import admit, check_open
from .results import Side, build, result_of, sides_of, stored_sides
from .revisions import revise

Verb = MatchRevision.Verb


class Changed(ValidationError):
    """Somebody else changed the match since the page was made."""


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
) -> Match:
    """Record a match and settle the ledger; the same form sent again gives the match it made.

    A side whose player has no primary key yet is a new name: the player is created with the match.
    Raises: ValidationError or RatingError with a sentence for the person who sent it.
    """
    try:
        with transaction.atomic():
            ledger.lock(season.ladder_id)
            season = Season.objects.select_related("ladder").get(pk=season.pk)
            sides = [side._replace(player=existing(side.player)) for side in sides]
            result = build(kind, played_at or timezone.now(), sides, dict(facts or {}), started_at)
            if form_key and (sent := Match.objects.filter(form_key=form_key).first()):
                return same_match(sent, result)
            return record_result(season, result, by, form_key)
    except IntegrityError as error:
        raise ValidationError("This form was sent already. Open a new one.") from error


def record_result(season: Season, result: Result, by: User | None, form_key: UUID | None) -> Match:
    """Store a result as the season's next match, unless it is refused."""
    check_open(season)
    admit(season, result)
    match = Match(season=season, sequence=next_sequence(season), form_key=form_key, reported_by=by, revision=1)
    planned = ledger.plan(season, [ledger.Draft(ledger.NEW, match.sequence, result)])
    refuse_ineligible(planned, result)
    store(match, result)
    ledger.apply(planned, revise(match, Verb.RECORD, by))
    return match


def correct(
    *,
    match: Match,
    by: User | None,
    reason: str,
    revision: int,
    sides: Sequence[Side] | None = None,
    kind: str | None = None,
    played_at: datetime | None = None,
    started_at: datetime | Literal["unchanged"] | None = "unchanged",
    facts: Mapping[str, float] | None = None,
) -> Match:
    """Change what a match says; what is not given stays, and a start of None is taken away.

    `revision` is the one that was shown.
    Raises: Changed when somebody else was first; ValidationError or RatingError otherwise.
    """

    def change(match: Match) -> Result:
        new = list(sides) if sides is not None else sides_of(match)
        new = [side._replace(player=existing(side.player)) for side in new]
        result = build(
            kind or match.kind,
            played_at or match.played_at,
            new,
            dict(match.facts if facts is None else facts),
            match.started_at if started_at == "unchanged" else started_at,
        )
        admit(match.season, result)
        return result

    return changed(match, revision, by, reason, Verb.CORRECT, change)


def void(*, match: Match, by: User | None, reason: str, revision: int) -> Match:
    """Let a match count for nothing; it stays in the history.

    Raises: Changed when somebody else was first; ValidationError, "This match is void already."
    """

    def change(match: Match) -> Result:
        if match.is_void:
            raise ValidationError("This match is void already.")
        match.status = Match.Status.VOID
        return result_of(match, sides_of(match))

    return changed(match, revision, by, reason, Verb.VOID, change)


def restore(*, match: Match, by: User | None, reason: str, revision: int) -> Match:
    """Let a void match count again.

    Raises: Changed when somebody else was first; ValidationError, "This match counts already."
    """

    def change(match: Match) -> Result:
        if not match.is_void:
            raise ValidationError("This match counts already.")
        result = result_of(match, sides_of(match))
        admit(match.season, result)
        match.status = Match.Status.COUNTED
        return result

    return changed(match, revision, by, reason, Verb.RESTORE, change)


def changed(
    match: Match,
    revision: int,
    by: User | None,
    reason: str,
    verb: MatchRevision.Verb,
    change: Callable[[Match], Result],
) -> Match:
    """Change a match under the ladder's lock: plan, store it with its revision, apply.

    `change` gives the match its new status and returns what it then says.
    """
    with transaction.atomic():
        ledger.lock(match.season.ladder_id)
        fresh = Match.objects.select_related("season__ladder").get(pk=match.pk)
        check_open(fresh.season)
        check_unchanged(fresh, revision)
        was = None if fresh.is_void else ledger.place_of(fresh)
        result = change(fresh)
        draft = ledger.Draft(fresh.pk, fresh.sequence, None if fresh.is_void else result, was)
        planned = ledger.plan(fresh.season, [draft])
        fresh.revision += 1
        store(fresh, result)
        ledger.apply(planned, revise(fresh, verb, by, reason))
    return fresh


def check_unchanged(match: Match, revision: int) -> None:
    """Refuse a change that was prepared from an older version, and say who was first."""
    if match.revision == revision:
        return
    latest = MatchRevision.objects.filter(match=match).latest("number")
    who = latest.by_name or "Somebody"
    said = f" “{latest.reason}”" if latest.reason else ""
    raise Changed(f"{who} {latest.get_verb_display()} this match meanwhile.{said} Look at it again first.")


def refuse_ineligible(planned: ledger.Plan, result: Result) -> None:
    """Refuse a match that a board's range rule does not allow (W-9)."""
    notes = [note for board in planned.boards for note in board.notes]
    if notes:
        names = dict(Player.objects.filter(pk__in=result.players).values_list("pk", "name"))
        raise Refused([note.message.text(names.__getitem__) for note in notes])


def same_match(match: Match, result: Result) -> Match:
    """Return the match that this form made already, if it says the same."""
    if (match.kind, [side.player.pk for side in sides_of(match)]) != (result.kind.key, list(result.players)):
        raise ValidationError("This form was sent already with another result. Open a new one.")
    return match


def store(match: Match, result: Result) -> None:
    """Write the match and its participants, without settling."""
    match.kind, match.played_at, match.started_at = result.kind.key, result.ended, result.started
    match.facts = dict(result.facts)
    models.Model.save(match)
    Participant.objects.filter(match=match, seat__gte=len(result.players)).delete()
    kept = {row.seat: row for row in Participant.objects.filter(match=match)}
    for columns in stored_sides(result):
        if columns["seat"] in kept:
            Participant.objects.filter(pk=kept[columns["seat"]].pk).update(**columns)
        else:
            Participant.objects.bulk_create([Participant(match=match, **columns)])


def next_sequence(season: Season) -> int:
    """Return the number of the season's next entry; the ladder must be locked."""
    return (Match.objects.filter(season=season).aggregate(last=Max("sequence"))["last"] or 0) + 1


def existing(player: Player) -> Player:
    """Return the player, creating one who is new: a typed name makes a player (B-14)."""
    if player.pk:
        return player
    return next(iter(players_named([player.name]).values()))
