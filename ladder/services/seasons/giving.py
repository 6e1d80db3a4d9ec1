"""Ratings that players had before a season's first match: shown first, then given on one board, and taken away."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import QuerySet

from ladder.files.guessing import counted
from ladder.files.players import Newcomer
from ladder.models import Board, Event, Opening, Season
from ladder.selectors.past import Past
from players.identity import who
from players.names import name_key
from players.services import known, players_named

from .. import events, ledger
from ..ledger import bulk
from ..ledger.stored import plain
from ..locking import unchanged_season
from ..permissions import Act, allow
from .bringing import bring_to


def plan(board: Board, people: Sequence[Newcomer]) -> tuple[ledger.Plan, dict[int, str]]:
    """Work out what these ratings would make of a board's season, and who would be a new player; nothing is stored.

    Who has no rating here is to lose a given one.
    Raises: ValidationError, "Ann and Anna are the same player." or "Ann has no starting rating on Chips, total.";
    RatingError for a rating that the system can't take.
    """
    found = {key: player.pk for key, player in known(name_key(one.name) for one in people).items()}
    new = {-number: one.name for number, one in enumerate(people, 1) if name_key(one.name) not in found}
    found |= {name_key(name): key for key, name in new.items()}
    check_apart(people, found)
    rated, gone = parted(people, found)
    given_to(board, gone)
    system = board.rating_system
    given = {player: Past(plain(one.opening(system)), one.counts()) for player, one in rated.items()}
    return ledger.plan(board.season, boards=[board], given=given | dict.fromkeys(gone)), new


def give(
    *, board: Board, people: Sequence[Newcomer], by: User | None, reason: str, version: int | None = None
) -> Board:
    """Give players these ratings from before the first match, and rate the board's season anew.

    Who has no rating here loses a given one; what the season before brings in comes back. `version` is the ladder's
    that was shown.
    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan` raises.
    """
    allow(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        season = unchanged_season(board.season, version)
        fresh = season.boards.get(pk=board.pk)
        players = {key: player.pk for key, player in players_named(one.name for one in people).items()}
        check_apart(people, players)
        rated, gone = parted(people, players)
        bulk.delete(Opening.objects.filter(board=fresh), given_to(fresh, gone), by="player")
        if not bring_to(fresh, rated) and not gone:
            raise ValidationError("Nothing would change. They already have these ratings.")
        rate_anew(season, fresh, by=by, reason=reason, new=said(fresh, len(rated), len(gone)))
    return fresh


def give_one(*, opening: Opening, by: User | None, reason: str) -> None:
    """Give a player a rating with all that came with it, and rate the board's season anew.

    Raises: NotAllowed; ValidationError, "Autumn is closed. Reopen it first."
    """
    board = opening.board
    allow(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        season = unchanged_season(board.season)
        models.Model.save(opening)
        rate_anew(season, board, by=by, reason=reason, new=said(board, 1))


def take_away(*, openings: QuerySet[Opening], by: User | None, reason: str) -> None:
    """Take given ratings away, and rate their seasons anew; what a season before brings in comes back.

    Raises: NotAllowed; ValidationError, "Autumn is closed. Reopen it first."
    """
    given = openings.filter(source=Opening.Source.GIVEN)
    boards = Board.objects.filter(pk__in=given.values("board")).select_related("season__ladder")
    with transaction.atomic():
        for board in boards.order_by("season__ladder_id", "season_id", "pk"):
            allow(by, Act.SETTINGS, board.season.ladder)
            season = unchanged_season(board.season)
            many, _ = given.filter(board=board).delete()
            rate_anew(season, board, by=by, reason=reason, new=said(board, 0, many))


def rate_anew(season: Season, board: Board, *, by: User | None, reason: str, new: str) -> None:
    """Rate a season anew whose openings on this board changed, and write down what is new."""
    planned = ledger.plan(season, boards=[board])
    events.write(Event.Verb.OPENING, season.ladder, by=by, reason=reason, season=season, new=new, plans=[planned])


def said(board: Board, given: int, gone: int = 0) -> str:
    """Return "2 starting ratings on Points exchange", also with ", 1 taken away", or that some were taken away."""
    some = f"{counted(given or gone, 'starting rating')} on {board.rating_system.about.label}"
    if not gone:
        return some
    return f"{some}, {gone} removed" if given else f"{some} removed"


def parted(people: Sequence[Newcomer], found: dict[str, int]) -> tuple[dict[int, Newcomer], dict[int, str]]:
    """Return who is to have a rating, and the names of those who are to lose one, each by player."""
    by_player = {found[name_key(one.name)]: one for one in people}
    gone = {player: one.name for player, one in by_player.items() if one.rating is None}
    return {player: one for player, one in by_player.items() if player not in gone}, gone


def given_to(board: Board, names: dict[int, str]) -> list[int]:
    """Return under whom these players were given a rating on a board.

    Raises: ValidationError, "Ann has no starting rating on Chips, total."
    """
    rows = Opening.objects.filter(board=board, source=Opening.Source.GIVEN).values_list("player", who("player"))
    found = {player: itself for player, itself in rows if itself in names}
    if missing := set(names) - set(found.values()):
        name = next(name for player, name in names.items() if player in missing)
        raise ValidationError(f"{name} has no starting rating on {board.rating_system.about.label}.")
    return list(found)


def check_apart(people: Sequence[Newcomer], found: dict[str, int]) -> None:
    """Refuse two names of one player, as former names and those of merged players may be."""
    seen: dict[int, str] = {}
    for one in people:
        if seen.setdefault(found[name_key(one.name)], one.name) != one.name:
            raise ValidationError(f"{one.name} and {seen[found[name_key(one.name)]]} are the same player.")
