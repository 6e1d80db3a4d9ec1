"""Change a board's rating system or options; add, remove and move boards. Matches stay as they are."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder import changes, ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import write_event
from ladder.changes.board_tables import list_table_pairs
from ladder.ledger.ladder_lock import lock_open_season
from ladder.models import Adjustment, Board, Event, Ladder, Opening, RatingChange, Season, Standing
from ladder.pages.options import list_option_lines
from ladder.ratings import RatingError, create_system, list_options


class BoardChange(changes.SeasonChange):
    """Give a board another rating system or other options, and rate its season anew."""

    def __init__(
        self, board: Board, system: str, values: Mapping[str, Any], *, by: User | None = None, reason: str = ""
    ) -> None:
        super().__init__(board.season, by=by, reason=reason)
        self.board, self.system, self.values = board, system, values

    def lock(self) -> None:
        super().lock()
        self.board = Board.objects.select_related("season__ladder").get(pk=self.board.pk)

    def plan(self) -> list[ledger.Plan]:
        check_board_system(self.board, self.system)
        self.new = build_changed_board(self.board, self.system, self.values)
        return [ledger.plan(self.board.season, boards=[self.new])]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return super().describe(plans) | {"tables": list_table_pairs(plans[0])}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        (plan,), old, new = plans, self.board, self.new
        if (new.system, new.options) == (old.system, old.options):
            raise ValidationError("Nothing would change. The board already has these settings.")
        models.Model.save(new)
        verb = Event.Verb.OPTIONS
        if new.system != old.system:
            verb = Event.Verb.SYSTEM
            plan.boards[0].comparable = False
        words = {"old": describe_board(old), "new": describe_board(new)}
        yield plan, self.log(verb, plans, **words)


def change_board(
    *,
    board: Board,
    system: str,
    values: Mapping[str, Any],
    by: User | None,
    reason: str,
    version: int | None = None,
) -> Board:
    """Give a board another system or other options; `version` is the ladder's that was shown.

    Raises: NotAllowed; StaleChange when something changed meanwhile; ValidationError or RatingError otherwise.
    """
    change = BoardChange(board, system, values, by=by, reason=reason)
    changes.run(change, changes.build_seen(board.season, version))
    return change.new


def build_changed_board(board: Board, system: str, values: Mapping[str, Any]) -> Board:
    """Return the board as it would be; options that are as usual are not written down."""
    new = copy(board)
    new.__dict__.pop("rating_system", None)
    new.system, new.options = system, find_unusual_options(system, values)
    return new


def find_unusual_options(system: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not as usual, in their types.

    Raises: RatingError with a sentence, for one that the system doesn't have or can't take.
    """
    made = create_system(system, values)
    usual = {one.name: one.default for one in list_options(made)}
    return {name: getattr(made, name) for name in usual if getattr(made, name) != usual[name]}


def check_board_system(board: Board, system: str) -> None:
    """Refuse a system that stands in the season already, or that can't read what players were given."""
    others = Board.objects.filter(season=board.season_id, system=system).exclude(pk=board.pk)
    if others.exists():
        raise ValidationError("This season already has a board with that rating system.")
    given = Opening.objects.filter(board=board, source=Opening.Source.GIVEN)
    if system != board.system and given.exists():
        raise ValidationError("Players have starting ratings in the current system. Remove those first.")


def describe_board(board: Board) -> str:
    """Return a board's system and the options that are not as usual, in words."""
    try:
        system = create_system(board.system, board.options)
    except RatingError:
        return board.system
    given = ", ".join(f"{one.label}: {one.value}" for one in list_option_lines(system) if one.differs)
    return f"{system.about.label} ({given})" if given else system.about.label


class BoardAddition(changes.SeasonChange):
    """Give a season one more board, the last, and rate every match on it."""

    def __init__(
        self, season: Season, system: str, values: Mapping[str, Any], *, by: User | None = None, reason: str = ""
    ) -> None:
        super().__init__(season, by=by, reason=reason)
        self.system, self.values = system, values

    def plan(self) -> list[ledger.Plan]:
        self.board = build_new_board(self.season, self.system, self.values)
        return [ledger.plan(self.season, boards=[self.board])]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return super().describe(plans) | {"tables": list_table_pairs(plans[0])}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        self.board.pk = None
        self.board.full_clean()
        models.Model.save(self.board)
        plan = ledger.plan(self.season)  # once more, since the season after this one may have such a board, too
        here = [one for one in plan.boards if one.board.season_id == self.season.pk]
        later = replace(plan, boards=plan.boards[len(here) :])
        yield replace(plan, boards=here), None  # a table that begins moves nobody
        yield later, self.log(Event.Verb.ADD_BOARD, [later], new=describe_board(self.board))


def add_board(
    *,
    season: Season,
    system: str,
    values: Mapping[str, Any],
    by: User | None,
    reason: str = "",
    version: int | None = None,
) -> Board:
    """Give a season one more board; `version` is the ladder's that was shown.

    Raises: NotAllowed; StaleChange when something changed meanwhile; ValidationError or RatingError otherwise.
    """
    change = BoardAddition(season, system, values, by=by, reason=reason)
    changes.run(change, changes.build_seen(season, version))
    return change.board


def build_new_board(season: Season, system: str, values: Mapping[str, Any]) -> Board:
    """Return a board that is not stored yet, after the others; it has a key that no stored one has.

    Raises: ValidationError, "This season already has a board with that rating system."; RatingError for an option.
    """
    taken = {board.system: board.position for board in season.boards.all()}
    if system in taken:
        raise ValidationError("This season already has a board with that rating system.")
    position = max(taken.values(), default=-1) + 1
    return Board(pk=0, season=season, system=system, options=find_unusual_options(system, values), position=position)


class BoardRemoval(changes.SeasonChange):
    """Remove a board with its table; its matches stay, and adding it again rates them as before."""

    def __init__(self, board: Board, *, by: User | None = None, reason: str = "") -> None:
        super().__init__(board.season, by=by, reason=reason)
        self.board = board

    def plan(self) -> list[ledger.Plan]:
        check_board_removable(self.board)
        return [ledger.Plan(self.season, self.season.ladder.version, True, [])]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return {}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        old = describe_board(self.board)
        for rows in (RatingChange, Standing, Opening, Adjustment):
            rows._default_manager.filter(board=self.board)._raw_delete(self.board._state.db)
        self.board.delete()
        plan = ledger.plan(self.season)
        yield plan, self.log(Event.Verb.REMOVE_BOARD, [plan], old=old)


def remove_board(*, board: Board, by: User | None, reason: str = "", version: int | None = None) -> Season:
    """Remove a board; `version` is the ladder's that was shown.

    Raises: NotAllowed; StaleChange when something changed meanwhile; else what `check_board_removable` raises.
    """
    change = BoardRemoval(board, by=by, reason=reason)
    changes.run(change, changes.build_seen(board.season, version))
    return change.season


def check_board_removable(board: Board) -> None:
    """Refuse to take away a season's only board, or ratings that were given by hand.

    Raises: ValidationError with the sentence.
    """
    if not Board.objects.filter(season=board.season_id).exclude(pk=board.pk).exists():
        raise ValidationError("A season needs at least one board. Add another one first.")
    if Opening.objects.filter(board=board, source=Opening.Source.GIVEN).exists():
        raise ValidationError("Players have starting ratings on this board. Remove those first.")


def move_board(*, board: Board, by: User | None, to_top: bool = False) -> int:
    """Put a board before the one above it or before all others, and return its place: 0 is the main one's.

    Nothing is rated anew.
    Raises: NotAllowed; ValidationError when the season is closed, since its winner is the main board's, or when the
    board was taken away meanwhile.
    """
    check_author_permission(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        season = lock_open_season(board.season)
        boards = list(season.boards.all())
        if board not in boards:
            raise ValidationError("Somebody has removed this board meanwhile.")
        was, old = boards.index(board), describe_board_order(boards)
        place = 0 if to_top else max(was - 1, 0)
        boards.insert(place, boards.pop(was))
        if place != was:
            for position, one in enumerate(boards):
                Board.objects.filter(pk=one.pk).update(position=position)
            ledger.raise_versions(Ladder.objects.filter(pk=season.ladder_id))
            write_event(Event.Verb.EDIT, season.ladder, by=by, season=season, old=old, new=describe_board_order(boards))
    return place


def describe_board_order(boards: Sequence[Board]) -> str:
    """Return "Points exchange · Elo"."""
    return " · ".join(one.rating_system.about.label for one in boards)
