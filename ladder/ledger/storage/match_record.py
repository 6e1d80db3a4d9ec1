"""One match between its stored rows and the core's `Result`, and every version that is kept of it."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from ladder.models import Match, MatchRevision, Participant
from ladder.ratings import Exit, RatingError, Result, build_battle, build_duel, build_tournament, load_kinds
from players.models import Player

MatchVersion = dict[str, Any]
MOMENTS = {"played_at": "date", "started_at": "start"}

AT_VENUE = "Somebody at the venue"

VERSION_KEYS = {"kind", *MOMENTS, "facts", "status", "sides"}
"""What every version holds."""
OUTCOME_KEYS = ("player", "score", "exit", "round", "place")
pick_outcome = itemgetter("player_id", *OUTCOME_KEYS[1:])


class ParticipantResult(NamedTuple):
    """A player in a match and how it ended for them: a score, an exit or a place."""

    player: Player
    score: float | None = None
    exit: str = ""
    round: int | None = None
    place: int | None = None


def build_result(
    kind: str,
    played_at: datetime,
    sides: Sequence[ParticipantResult],
    facts: dict[str, float] | None = None,
    started_at: datetime | None = None,
) -> Result:
    """Return the result; who won is decided by the core.

    Raises: RatingError with what is wrong.
    """
    if kind not in load_kinds():
        raise RatingError(f"There is no kind of match called {kind}.", "kind")
    chosen = load_kinds()[kind]
    ended = timezone.localtime(played_at)
    started = timezone.localtime(started_at) if started_at else None
    players = [side.player.pk for side in sides]
    known = dict(facts or {})
    if all(side.place for side in sides):
        field = known.get("field")
        places = [side.place or 0 for side in sides]
        return build_tournament(players, places, ended=ended, kind=chosen, field=int(field) if field else None)
    if all(side.exit for side in sides):
        exits = [Exit(side.exit, side.round) for side in sides]
        return build_battle(players, exits, ended=ended, kind=chosen, facts=known, started=started)
    if len(sides) != 2 or sides[0].score is None:
        raise RatingError("Say who won.", "result")
    first, second = players
    return build_duel(first, second, sides[0].score, ended=ended, kind=chosen, facts=known, started=started)


def load_participant_results(match: Match) -> list[ParticipantResult]:
    """Return the stored sides of a match in the order of their seats; merged players are whom they count as.

    In a void match between two who were merged since, both stay who they were.
    """
    rows = Participant.objects.filter(match=match).select_related("player__merged_into").order_by("seat")
    players = [row.player.itself for row in rows]
    if len({player.pk for player in players}) < len(players):
        players = [row.player for row in rows]
    return [
        ParticipantResult(player, row.score, row.exit, row.round, row.place)
        for player, row in zip(players, rows, strict=True)
    ]


def build_match_result(match: Match, sides: Sequence[ParticipantResult]) -> Result:
    """Return a match as the core sees it."""
    return build_result(match.kind, match.played_at, sides, match.facts, match.started_at)


def list_participant_columns(result: Result) -> list[dict[str, Any]]:
    """Return the columns of each participant, in the order of the seats."""
    sides: list[dict[str, Any]] = []
    for seat, player in enumerate(result.players):
        score = result.scores[seat]
        left = result.exits[seat] if result.exits else Exit("")
        place = result.places[seat] if result.places else None
        columns = {"exit": left.how, "round": left.round, "place": place}
        sides.append({"player_id": player, "seat": seat, "score": None if math.isnan(score) else score, **columns})
    return sides


def store_match(match: Match, result: Result, *, as_told: bool = False) -> None:
    """Write the match and its participants, without settling.

    Who was entered under another name stays so, but where the players are stored as told.
    """
    match.kind, match.played_at, match.started_at = result.kind.key, result.ended, result.started
    match.facts = dict(result.facts)
    models.Model.save(match)
    Participant.objects.filter(match=match, seat__gte=len(result.players)).delete()
    rows = Participant.objects.filter(match=match).select_related("player")
    entered = {row.player.merged_into_id: row.player_id for row in rows}
    kept = {row.seat: row for row in rows}
    for columns in list_participant_columns(result):
        if not as_told:
            columns["player_id"] = entered.get(columns["player_id"], columns["player_id"])
        if columns["seat"] in kept:
            Participant.objects.filter(pk=kept[columns["seat"]].pk).update(**columns)
        else:
            Participant.objects.bulk_create([Participant(match=match, **columns)])


def write_revision(
    match: Match, verb: str, by: User | None = None, reason: str = "", proposed: MatchVersion | None = None
) -> MatchRevision:
    """Write down the match as it now is, under its revision number, and for a dispute as it should be."""
    return MatchRevision.objects.create(
        match=match,
        number=match.revision,
        verb=verb,
        by=by,
        by_name=by.get_username() if by else AT_VENUE if match.at_venue and match.revision == 1 else "",
        at=timezone.now(),
        reason=reason,
        version=load_match_version(match),
        proposed=proposed,
    )


def choose_revision_verb(was_void: bool, is_void: bool) -> MatchRevision.Verb:
    """Return what a change to a match is called."""
    verbs = {(False, True): MatchRevision.Verb.VOID, (True, False): MatchRevision.Verb.RESTORE}
    return verbs.get((was_void, is_void), MatchRevision.Verb.CORRECT)


def load_match_version(match: Match) -> dict[str, Any]:
    """Return the whole match as plain values."""
    rows = Participant.objects.filter(match=match).order_by("seat")
    sides: list[dict[str, Any]] = [*map(dict, rows.values(*OUTCOME_KEYS))]
    return build_match_version(match.kind, match.played_at, match.started_at, match.facts, match.status, sides)


def list_version_outcomes(sides: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the columns of participants as a version holds them."""
    return [dict(zip(OUTCOME_KEYS, pick_outcome(side), strict=True)) for side in sides]


def build_match_version(
    kind: str,
    played_at: datetime,
    started_at: datetime | None,
    facts: dict[str, float],
    status: str,
    sides: list[dict[str, Any]],
) -> dict[str, Any]:
    """Return a match in the shape in which every version is kept: its moments are in UTC, whatever the club's zone."""
    return {
        "kind": kind,
        "played_at": played_at.astimezone(UTC).isoformat(),
        "started_at": started_at and started_at.astimezone(UTC).isoformat(),
        "facts": facts,
        "status": status,
        "sides": sides,
    }


def build_version_result(said: dict[str, Any], players: Sequence[Player]) -> Result:
    """Return what a version says, with these players in its seats.

    Raises: RatingError with what is wrong.
    """
    sides = [
        ParticipantResult(**{**side, "player": player}) for side, player in zip(said["sides"], players, strict=True)
    ]
    played_at, started_at = (said[name] and datetime.fromisoformat(said[name]) for name in MOMENTS)
    return build_result(said["kind"], played_at, sides, said["facts"], started_at)
