"""How a result becomes its season's next match: refused, or stored with its revision and its ratings."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Max

from ladder.models import Match, MatchRevision, Season
from ladder.ratings import Result
from ladder.services import ledger
from ladder.services.admission import check_admission, check_season_open
from ladder.services.matches.telling import notify_of_report
from ladder.services.results import ParticipantResult, store_match
from ladder.services.revisions import write_revision
from players.models import Player
from players.services import find_or_create_players


class PlayersOutOfRange(ValidationError):
    """The players may not play this match (W-9); `messages` say why."""


def store_new_match(match: Match, result: Result, *, pending: bool = False) -> Match:
    """Store a result as its season's next match, with its revision and its ratings; a pending one has none yet.

    Raises: Refused; ValidationError or RatingError with a sentence, as when the season is closed.
    """
    season = match.season
    check_season_open(season)
    check_admission(season, result)
    match.sequence = find_next_sequence(season)
    draft = ledger.Draft(ledger.NEW, match.sequence, result)
    planned = ledger.plan(season, [draft])
    check_eligible(planned, result)
    if pending:
        match.status = Match.Status.PENDING
        planned = ledger.plan(season, [draft._replace(result=None)])
    store_match(match, result)
    revision = write_revision(match, MatchRevision.Verb.RECORD, match.reported_by)
    ledger.apply(planned, revision)
    notify_of_report(match, result, revision)
    return match


def check_eligible(planned: ledger.Plan, result: Result) -> None:
    """Refuse a match that a board's range rule does not allow (W-9).

    Raises: Refused, "Ana and Rafa are 6 points apart; the limit is 5."
    """
    notes = [note for board in planned.boards for note in board.notes]
    if notes:
        names = dict(Player.objects.filter(pk__in=result.players).values_list("pk", "name"))
        raise PlayersOutOfRange([note.message.text(names.__getitem__) for note in notes])


def find_next_sequence(season: Season) -> int:
    """Return the number of the season's next entry; the ladder must be locked."""
    return (Match.objects.filter(season=season).aggregate(last=Max("sequence"))["last"] or 0) + 1


def create_new_players(sides: Iterable[ParticipantResult]) -> list[ParticipantResult]:
    """Return the sides with stored players, creating those who are new: a typed name makes a player (B-14)."""
    return [side._replace(player=find_or_create_player(side.player)) for side in sides]


def find_or_create_player(player: Player) -> Player:
    if player.pk:
        return player.itself
    return next(iter(find_or_create_players([player.name]).values()))
