"""Change a board's rating system or options; add, remove and move boards. The matches stay as they are."""

from collections.abc import Iterable, Mapping, Sequence
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
from ladder.models import Adjustment, Board, Event, Ladder, Opening, RatingChange, RatingShift, Season, Standing
from ladder.models.board import is_for_teams
from ladder.pages.options import list_option_lines
from ladder.ratings import RatingError, create_system, list_options

SYSTEM_TAKEN = "This season already has a board with that rating system."


class BoardChange(changes.SeasonChange):
    """Another rating system or other options of a board, with its season rated anew."""

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

    def list_concerned_rows(self) -> list[Any]:
        return list_board_columns([self.board])

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
    """Store another system or other options of a board, and rate its season anew.

    `version` is that of the ladder when the preview was made.
    Raises: NotAllowed; StaleChange when something changed meanwhile; ValidationError or RatingError with a sentence,
    where the board can't change like that.
    """
    change = BoardChange(board, system, values, by=by, reason=reason)
    changes.run(change, changes.build_seen(board.season, version))
    return change.new


def list_board_columns(boards: Iterable[Board]) -> list[Any]:
    """Return what stands in the settings of these boards, as plain values."""
    return [[board.pk, board.system, board.options] for board in boards]


def build_changed_board(board: Board, system: str, values: Mapping[str, Any]) -> Board:
    """Return a copy of the board with this system and these options; default values are not stored."""
    new = copy(board)
    new.system, new.options = system, find_unusual_options(system, values)
    new.is_for_teams = is_for_teams(new.options)
    check_board_is_other(new)
    return new


def find_unusual_options(system: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the defaults, in the types of the system.

    Raises: RatingError with a sentence, for an option that the system doesn't have or a value that it can't take.
    """
    rating_system = create_system(system, values)
    values_by_option = [(option, getattr(rating_system, option.name)) for option in list_options(rating_system)]
    return {option.name: value for option, value in values_by_option if value != option.default}


def check_board_system(board: Board, system: str) -> None:
    """Refuse another system where starting ratings were given in the old one. Raises: ValidationError."""
    given = Opening.objects.filter(board=board, source=Opening.Source.GIVEN)
    if system != board.system and given.exists():
        raise ValidationError("Players have starting ratings in the current system. Remove those first.")


def check_board_is_other(board: Board) -> None:
    """Refuse a system that another board of the season has for the same matches. Raises: ValidationError."""
    others = Board.objects.filter(season=board.season_id, system=board.system, is_for_teams=board.is_for_teams)
    if others.exclude(pk=board.pk).exists():
        raise ValidationError(SYSTEM_TAKEN)


def describe_board(board: Board) -> str:
    """Return a board's system and the options that differ from the defaults, in words."""
    try:
        system = create_system(board.system, board.options)
    except RatingError:
        return board.system
    options = ", ".join(f"{one.label}: {one.value}" for one in list_option_lines(system) if one.differs)
    return f"{system.about.label} ({options})" if options else system.about.label


class BoardAddition(changes.SeasonChange):
    """A new board after the others of a season, with every match rated on it."""

    def __init__(
        self, season: Season, system: str, values: Mapping[str, Any], *, by: User | None = None, reason: str = ""
    ) -> None:
        super().__init__(season, by=by, reason=reason)
        self.system, self.values = system, values

    def plan(self) -> list[ledger.Plan]:
        self.board = build_new_board(self.season, self.system, self.values)
        return [ledger.plan(self.season, boards=[self.board])]

    def list_concerned_rows(self) -> list[Any]:
        return list_board_columns(self.season.boards.all())

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


def build_new_board(season: Season, system: str, values: Mapping[str, Any]) -> Board:
    """Return a board that is not stored, after the others of the season, with a key that no stored one has.

    Raises: ValidationError, "This season already has a board with that rating system."; RatingError for an option.
    """
    position = max((board.position for board in season.boards.all()), default=-1) + 1
    options = find_unusual_options(system, values)
    new = Board(pk=0, season=season, system=system, options=options, position=position)
    new.is_for_teams = is_for_teams(options)
    check_board_is_other(new)
    return new


class BoardRemoval(changes.SeasonChange):
    """The removal of a board with its ratings. The matches stay, so adding it again rates them as before."""

    def __init__(self, board: Board, *, by: User | None = None, reason: str = "") -> None:
        super().__init__(board.season, by=by, reason=reason)
        self.board = board

    def plan(self) -> list[ledger.Plan]:
        check_board_removable(self.board)
        return [ledger.Plan(self.season, self.season.ladder.version, True, [])]

    def list_concerned_rows(self) -> list[Any]:
        return list_board_columns([self.board])

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return {"standing": self.board.standings.count()}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        old = describe_board(self.board)
        for rows in (RatingChange, RatingShift, Standing, Opening, Adjustment):
            rows._default_manager.filter(board=self.board)._raw_delete(self.board._state.db)
        self.board.delete()
        plan = ledger.plan(self.season)
        yield plan, self.log(Event.Verb.REMOVE_BOARD, [plan], old=old)


def check_board_removable(board: Board) -> None:
    """Refuse to remove a season's only board, or one with starting ratings that were given. Raises: ValidationError."""
    if not Board.objects.filter(season=board.season_id).exclude(pk=board.pk).exists():
        raise ValidationError("A season needs at least one board. Add another one first.")
    if Opening.objects.filter(board=board, source=Opening.Source.GIVEN).exists():
        raise ValidationError("Players have starting ratings on this board. Remove those first.")


def move_board(*, board: Board, by: User | None, to_top: bool = False) -> int:
    """Move a board up by one place or to the top, and return its place; the main board has the place 0.

    No rating changes.
    Raises: NotAllowed; ValidationError when the season is closed, since its winner is that of the main board, or when
    somebody has removed the board meanwhile.
    """
    check_author_permission(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        season = lock_open_season(board.season)
        boards = list(season.boards.all())
        if board not in boards:
            raise ValidationError("This board has been removed in the meantime.")
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
    """Return the names of the boards in order, such as "Points exchange · Elo"."""
    return " · ".join(one.label for one in boards)
