"""Record a match: refuse it, or store it with its first version and its rating changes.

A form that is sent twice makes only one match.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, prefetch_related_objects
from django.utils import timezone

from ladder import ledger
from ladder.formats import Game, ParticipantResult, Played
from ladder.ledger.admission import PlayersOutOfRange, check_admission, check_season_open
from ladder.ledger.ladder_lock import lock_season
from ladder.ledger.storage.match_record import (
    build_result,
    build_stored_version,
    list_keyed_participants,
    list_participant_rows,
    load_played_match,
    store_match,
    write_revision,
)
from ladder.matches.notifications import notify_of_report
from ladder.matches.queries.limits import UNRATED_REASON, apply_limits, load_limit_reason
from ladder.models import Match, MatchRevision, Season
from ladder.ratings import UNRATED, Result
from players.models import Player
from players.people.actions import find_or_create_players

logger = logging.getLogger(__name__)
JUST_NOW = timedelta(minutes=1)
OTHER_RESULT = "This form was already sent with another result. Open a new one."
KEPT_OUT_OF_RANGE = f"{UNRATED_REASON}when it was recorded, the ratings of its players were too far apart."
CHANGED_AT_ONCE = "Somebody stored the same thing at this moment. Nothing of yours was saved, so send it again."
RESENT_AND_VOID = "This form was already sent, and its match is now void. Open a new one."


def store_new_match(
    match: Match, result: Result, *, pending: bool = False, keeps_out_of_range: bool = False, reason: str = ""
) -> Match:
    """Store a result as the season's next match, and return it; a pending one changes no ratings yet.

    Its version says the reason, if there is one. One beyond a limit of the ladder is kept as unrated, and its version
    says why. So is one that the ratings of its players don't allow, where `keeps_out_of_range`.

    Raises: PlayersOutOfRange; ValidationError or RatingError with a sentence, as when the season is closed.
    """
    season = match.season
    check_season_open(season)
    check_admission(season, result)
    result, limit = apply_limits(season, result)
    reason = limit or reason
    match.sequence = find_next_sequence(season)
    draft = ledger.Draft(ledger.NEW_MATCH_KEY, match.sequence, result)
    planned = ledger.plan(season, [draft])
    if keeps_out_of_range and any(board.notes for board in planned.boards):
        result, reason = result._replace(kind=UNRATED), KEPT_OUT_OF_RANGE
        draft = draft._replace(result=result)
        planned = ledger.plan(season, [draft])
    check_eligible(planned, result)
    if pending:
        match.status = Match.Status.PENDING
        planned = ledger.plan(season, [draft._replace(result=None)])
    participants = store_match(match, result)
    planned.seat_participants(participants)
    version = build_stored_version(match, participants)
    revision = write_revision(match, version, MatchRevision.Verb.RECORD, match.reported_by, reason)
    ledger.apply(planned, revision)
    notify_of_report(match, result, revision)
    return match


def check_eligible(planned: ledger.Plan, result: Result) -> None:
    """Refuse a match that the ratings of its players don't allow on some board (W-9).

    Raises: PlayersOutOfRange, "Ana and Rafa are 6 points apart; the limit is 5."
    """
    notes = [note for board in planned.boards for note in board.notes]
    if notes:
        names = dict(Player.objects.filter(pk__in=result.players).values_list("pk", "name"))
        raise PlayersOutOfRange([note.message.text(names.__getitem__) for note in notes])


def find_next_sequence(season: Season) -> int:
    """Return the number of the season's next entry; the ladder must be locked."""
    return (Match.objects.filter(season=season).aggregate(last=Max("sequence"))["last"] or 0) + 1


def build_played_match(
    kind: str,
    participants: Sequence[ParticipantResult],
    played_at: datetime | None = None,
    started_at: datetime | None = None,
    facts: Mapping[str, float] | None = None,
    games: Sequence[Game] = (),
    ending: str = "",
) -> Played:
    """Return a match that these players played, by default just now; a player without a primary key is new.

    Raises: RatingError with what is wrong.
    """
    keyed = list_keyed_participants(participants)
    result = build_result(kind, played_at or timezone.now(), keyed, facts, started_at, games, ending)
    return Played(result, tuple(one.player for one in participants), is_just_now=played_at is None)


def save_new_players(entry: Played) -> Result:
    """Create the new players of a match, and return its result with the keys of stored players (B-14)."""
    return entry.result._replace(players=tuple(find_or_create_player(player).pk for player in entry.players))


def find_or_create_player(player: Player) -> Player:
    """Return the player that a stored one counts as; for a new one, the player of this name, created if need be."""
    if player.pk:
        return player.itself
    return next(iter(find_or_create_players([player.name]).values()))


def find_end_now(entered: datetime) -> datetime:
    """Return when a match ended that was played just now: now, or as it was entered if that was the day before.

    The ladder is locked. So of those who report at the same time, each match comes after all that are stored.
    """
    now = timezone.localtime()
    return now if now.date() == timezone.localdate(entered) else entered


def check_resent_match(match: Match, result: Result) -> Match:
    """Return the match that this form has made already, if it has the same result and is not void.

    Raises: ValidationError with the sentence.
    """
    if match.is_void:
        raise ValidationError(RESENT_AND_VOID)
    if load_limit_reason(match):
        result = result._replace(kind=UNRATED)  # as it was recorded
    if not is_same_result(match, result) or not is_same_moment(match, result):
        raise ValidationError(OTHER_RESULT)
    return match


def is_same_result(match: Match, result: Result) -> bool:
    """Return whether kind, players, outcome, facts, start and score are the same as stored."""
    stored = load_played_match(match).result
    return list_compared_values(stored) == list_compared_values(result)


def list_compared_values(result: Result) -> tuple[object, ...]:
    score = (result.games, result.ending)
    return result.kind.key, list_participant_rows(result), dict(result.facts), result.started, *score


def is_same_moment(match: Match, result: Result) -> bool:
    """Return whether the match ended at the same time; a form without a time means now, whenever it is sent.

    One that waited for a network says when it was entered, but for the time that it takes to arrive.
    """
    if abs(result.ended - match.played_at) < JUST_NOW:
        return True
    was_now = abs(match.recorded_at - match.played_at) < JUST_NOW
    return was_now and abs(timezone.now() - result.ended) < JUST_NOW


def record_match(
    *,
    season: Season,
    entry: Played,
    by: User | None,
    form_key: UUID | None = None,
    pending: bool = False,
    at_venue: bool = False,
    keeps_out_of_range: bool = False,
    reason: str = "",
    check: Callable[[Season, Result], None] | None = None,
) -> Match:
    """Record a match and return it; the same form sent again returns the match that it made.

    A pending one counts only once it is confirmed. Players who are new are created. The `reason` is kept.
    `keeps_out_of_range` keeps a match as unrated that the ratings of its players don't allow. `check` is called under
    the lock with the season as it is then, and refuses a match that may not be reported.
    Raises: ValidationError or RatingError with a sentence for the person who sent it.
    """
    try:
        with transaction.atomic():
            season = lock_season(season)
            prefetch_related_objects([season], "boards")
            result = save_new_players(entry)
            if entry.is_just_now:
                result = result._replace(ended=find_end_now(result.ended))
            if form_key and (sent := Match.objects.filter(form_key=form_key).first()):
                return check_resent_match(sent, result)
            if check:
                check(season, result)
            new = Match(season=season, form_key=form_key, reported_by=by, at_venue=at_venue, revision=1)
            return store_new_match(new, result, pending=pending, keeps_out_of_range=keeps_out_of_range, reason=reason)
    except IntegrityError as error:
        if "form_key" not in str(error):
            logger.exception("A match was not recorded.")
            raise ValidationError(CHANGED_AT_ONCE) from error
        raise ValidationError("This form was already sent. Open a new one.") from error
