"""How a result becomes its season's next match: refused, or stored with its revision and its ratings."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Max

from ladder.models import Match, MatchRevision, Season
from ladder.ratings import Result
from players.models import Player
from players.services import players_named

from .. import ledger
from ..admission import admit, check_open
from ..results import Side, store
from ..revisions import revise
from . import telling


class Refused(ValidationError):
    """The players may not play this match (W-9); `messages` say why."""


def record_result(match: Match, result: Result, *, pending: bool = False) -> Match:
    """Store a result as its season's next match, with its revision and its ratings; a pending one has none yet.

    Raises: Refused; ValidationError or RatingError with a sentence, as when the season is closed.
    """
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
    revision = revise(match, MatchRevision.Verb.RECORD, match.reported_by)
    ledger.apply(planned, revision)
    telling.entered(match, result, revision)
    return match


def refuse_ineligible(planned: ledger.Plan, result: Result) -> None:
    """Refuse a match that a board's range rule does not allow (W-9).

    Raises: Refused, "Ana and Rafa are 6 points apart; the limit is 5."
    """
    notes = [note for board in planned.boards for note in board.notes]
    if notes:
        names = dict(Player.objects.filter(pk__in=result.players).values_list("pk", "name"))
        raise Refused([note.message.text(names.__getitem__) for note in notes])


def next_sequence(season: Season) -> int:
    """Return the number of the season's next entry; the ladder must be locked."""
    return (Match.objects.filter(season=season).aggregate(last=Max("sequence"))["last"] or 0) + 1


def with_players(sides: Iterable[Side]) -> list[Side]:
    """Return the sides with stored players, creating those who are new: a typed name makes a player (B-14)."""
    return [side._replace(player=existing(side.player)) for side in sides]


def existing(player: Player) -> Player:
    if player.pk:
        return player.itself
    return next(iter(players_named([player.name]).values()))
