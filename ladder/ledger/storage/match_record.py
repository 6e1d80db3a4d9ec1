"""One match between its stored rows and the core's `Result`, and every version that is kept of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from ladder.formats import (
    Exit,
    Game,
    Kind,
    ParticipantResult,
    Played,
    RatingError,
    Result,
    add_games,
    choose_format,
    format_games,
    parse_games,
)
from ladder.models import Match, MatchRevision, Participant
from ladder.ratings import load_kinds
from players.models import Player

MatchVersion = dict[str, Any]
MOMENT_WORDS = {"played_at": "date", "started_at": "start"}

AT_VENUE = "Someone at the venue"

VERSION_KEYS = {"kind", *MOMENT_WORDS, "facts", "status", "sides"}
"""What every version holds."""
SCORE_KEYS = ("games", "ending")
"""What a version holds besides, where it was said."""
OUTCOME_KEYS = ("player", "score", "exit", "round", "place")
"""What a version holds of every participant; where players played together also the side."""
OUTCOME_COLUMNS = ("player_id", *OUTCOME_KEYS[1:], "side")
pick_outcome = attrgetter(*OUTCOME_COLUMNS)


class ParticipantRow(NamedTuple):
    """The columns of a participant, as they are stored."""

    player_id: int
    seat: int
    score: float | None
    exit: str
    round: int | None
    place: int | None
    side: int


def build_result(
    kind: str,
    played_at: datetime,
    participants: Sequence[ParticipantResult],
    facts: Mapping[str, float] | None = None,
    started_at: datetime | None = None,
    games: Sequence[Game] = (),
    ending: str = "",
) -> Result:
    """Return the result of participants whose players are keys; who won is decided by its format.

    Raises: RatingError with what is wrong.
    """
    result = choose_format(participants).build(
        participants,
        kind=find_match_kind(kind),
        ended=timezone.localtime(played_at),
        facts=dict(facts or {}),
        started=timezone.localtime(started_at) if started_at else None,
    )
    return add_games(result, games, ending)


def find_match_kind(key: str) -> Kind:
    """Return the kind of match with this key. Raises: RatingError."""
    if key not in load_kinds():
        raise RatingError(f"There is no kind of match called {key}.", "kind")
    return load_kinds()[key]


def number_players(players: Iterable[Player]) -> list[int]:
    """Return the keys of players, with numbers below 0 for those who are new."""
    return [player.pk or -1 - seat for seat, player in enumerate(players)]


def list_keyed_participants(participants: Sequence[ParticipantResult]) -> list[ParticipantResult]:
    """Return participants with the keys of their players, as `number_players` gives them."""
    keys = number_players(one.player for one in participants)
    return [one._replace(player=key) for key, one in zip(keys, participants, strict=True)]


def load_played_match(match: Match) -> Played:
    """Return a stored match with its players; one query.

    Merged players are whom they count as. In a void match between two who were merged since, both stay who they were.
    """
    rows = Participant.objects.filter(match=match).select_related("player__merged_into").order_by("seat")
    players = [row.player.itself for row in rows]
    if len({player.pk for player in players}) < len(players):
        players = [row.player for row in rows]
    result = Result.of_participants(
        [read_participant(row, player.pk) for player, row in zip(players, rows, strict=True)],
        kind=find_match_kind(match.kind),
        ended=timezone.localtime(match.played_at),
        started=match.started_at and timezone.localtime(match.started_at),
        facts=match.facts,
        games=parse_games(match.games),
        ending=match.ending,
    )
    return Played(result, tuple(players))


def read_participant(row: Participant, player: Any) -> ParticipantResult:
    """Return how the match ended for a stored participant, with that player, key or name."""
    return ParticipantResult(player, row.score, Exit(row.exit, row.round) if row.exit else None, row.place, row.side)


def read_side(side: Mapping[str, Any], player: Any) -> ParticipantResult:
    """Return the same from the columns of a participant, as every version keeps them."""
    left = Exit(side["exit"], side["round"]) if side["exit"] else None
    return ParticipantResult(player, side["score"], left, side["place"], side.get("side", 0))


def load_counted_participants(rows: models.QuerySet[Participant]) -> Iterator[Participant]:
    """Return these participants with their players, where a merged player is the one they count as; one query."""
    for row in rows.select_related("player__merged_into").fetch_mode(models.FETCH_RAISE):
        row.player = row.player.itself
        yield row


def list_participant_rows(result: Result) -> list[ParticipantRow]:
    """Return the row of each participant, in the order of the seats."""
    rows = []
    for seat, one in enumerate(result.participants):
        how, number = one.exit or ("", None)
        score = None if one.score is None else float(one.score)  # as it is read back
        rows.append(ParticipantRow(one.player, seat, score, how, number, one.place, one.side))
    return rows


def store_match(match: Match, result: Result, *, as_told: bool = False) -> list[Participant]:
    """Write the match and its participants, without settling; return the participants as stored, by seat.

    Who was entered under another name stays so, but where the players are stored as told.
    """
    match.kind, match.played_at, match.started_at = result.kind.key, result.ended, result.started
    match.facts, match.games, match.ending = dict(result.facts), format_games(result.games), result.ending
    is_new = match.pk is None
    models.Model.save(match)
    new = list_participant_rows(result)
    if is_new:
        return Participant.objects.bulk_create([Participant(match=match, **row._asdict()) for row in new])
    return update_participants(match, new, as_told=as_told)


def update_participants(match: Match, new: Sequence[ParticipantRow], *, as_told: bool) -> list[Participant]:
    """Write the row of each seat over the stored one, add seats, and delete those that are there no more."""
    Participant.objects.filter(match=match, seat__gte=len(new)).delete()
    stored = list(Participant.objects.filter(match=match).select_related("player").order_by("seat"))
    entered = {} if as_told else {one.player.merged_into_id: one.player_id for one in stored}
    stored += [Participant(match=match) for _ in new[len(stored) :]]
    for one, row in zip(stored, new, strict=True):
        for name, value in row._replace(player_id=entered.get(row.player_id, row.player_id))._asdict().items():
            setattr(one, name, value)
        models.Model.save(one)
    return stored


def write_revision(
    match: Match,
    version: MatchVersion,
    verb: str,
    by: User | None = None,
    reason: str = "",
    proposed: MatchVersion | None = None,
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
        version=version,
        proposed=proposed,
    )


def choose_revision_verb(was_void: bool, is_void: bool) -> MatchRevision.Verb:
    """Return what a change to a match is called."""
    verbs = {(False, True): MatchRevision.Verb.VOID, (True, False): MatchRevision.Verb.RESTORE}
    return verbs.get((was_void, is_void), MatchRevision.Verb.CORRECT)


def load_match_version(match: Match) -> MatchVersion:
    """Return the whole match as plain values."""
    return build_stored_version(match, Participant.objects.filter(match=match).order_by("seat"))


def build_stored_version(match: Match, participants: Iterable[Participant]) -> MatchVersion:
    """Return a match as it is stored in the shape of a version."""
    moments, score = (match.played_at, match.started_at), (match.games, match.ending)
    return build_match_version(match.kind, *moments, match.facts, match.status, participants, *score)


def build_result_version(result: Result, status: str, participants: Iterable[ParticipantRow]) -> MatchVersion:
    """Return a match with this result and status in the shape of a version; `participants` are its rows."""
    facts, games = dict(result.facts), format_games(result.games)
    moments = result.ended, result.started
    return build_match_version(result.kind.key, *moments, facts, status, participants, games, result.ending)


def list_version_outcomes(participants: Iterable[Participant | ParticipantRow]) -> list[dict[str, Any]]:
    """Return participants as a version holds them."""
    return [
        dict(zip(OUTCOME_KEYS, pick_outcome(one), strict=False)) | ({"side": one.side} if one.side else {})
        for one in participants
    ]


def build_match_version(
    kind: str,
    played_at: datetime,
    started_at: datetime | None,
    facts: dict[str, float],
    status: str,
    participants: Iterable[Participant | ParticipantRow],
    games: str,
    ending: str,
) -> MatchVersion:
    """Return a match in the shape in which every version is kept: its moments are in UTC, whatever the club's zone."""
    score = {"games": games, "ending": ending}
    return {
        "kind": kind,
        "played_at": played_at.astimezone(UTC).isoformat(),
        "started_at": started_at and started_at.astimezone(UTC).isoformat(),
        "facts": facts,
        "status": status,
        "sides": list_version_outcomes(participants),
    } | {name: text for name, text in score.items() if text}


def build_version_result(said: dict[str, Any], players: Sequence[Player]) -> Result:
    """Return what a version says, with these players in its seats.

    Raises: RatingError with what is wrong.
    """
    participants = [read_side(side, player.pk) for side, player in zip(said["sides"], players, strict=True)]
    played_at, started_at = (said[name] and datetime.fromisoformat(said[name]) for name in MOMENT_WORDS)
    games, ending = parse_games(said.get("games", "")), said.get("ending", "")
    return build_result(said["kind"], played_at, participants, said["facts"], started_at, games, ending)
