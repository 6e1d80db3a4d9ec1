"""The standings of a board before and after a change: every player's rating, rank and move."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from django.utils import timezone

from ladder.ledger import BoardPlan, Plan
from ladder.ledger.ranking import (
    PlayerState,
    Presence,
    find_absences,
    find_standings_day,
    give_ranks,
    load_presences,
    load_rank_rule,
    sort_by_rank,
)
from ladder.ledger.storage.tables import MANY_PLAYERS, PastState, StateTable, load_standing_table
from ladder.models import Board, Match, Standing
from ladder.pages.figures import find_direction, format_points, format_visible_change
from ladder.ratings import Rank, RatingSystem, advance_rating, find_joining_points
from players.models import Club
from players.people.queries import load_entered_names

MOVES_SHOWN = 50  # players


class RankedTable(NamedTuple):
    """The ratings and ranks of a board's players as of the season's day, by player and the best first."""

    system: RatingSystem
    points: dict[int, float]
    ranks: dict[int, Rank]  # without the players who have none

    @property
    def players(self) -> list[int]:
        """The players in order, those with a rank first."""
        return [*self.ranks, *(player for player in self.points if player not in self.ranks)]

    def print_points(self, player: int) -> str:
        """Return a player's rating as printed; an empty text for one who is not in the table."""
        return format_points(self.system, self.points[player]) if player in self.points else ""


class BoardTables(NamedTuple):
    """The standings of one board before and after a plan."""

    before: RankedTable
    after: RankedTable
    names: Mapping[int, str]

    @property
    def label(self) -> str:
        """The system's name; both names, if the board changes its system."""
        labels = dict.fromkeys((self.before.system.about.label, self.after.system.about.label))
        return " becomes ".join(labels)


class TablePair(NamedTuple):
    """A line of both tables: the player there now and the one there afterwards, with rank and rating as printed."""

    rank: str
    now: str
    rating: str
    new_rank: str
    then: str
    new_rating: str


def load_board_tables(plan: BoardPlan, new: Mapping[int, str]) -> BoardTables:
    """Return the tables before and after; `new` names players who are not stored yet.

    The table before is that of the club's day as it is, the one after that of the day as planned: in another time zone
    it may be another one.
    """
    before = load_standing_table(plan.board)
    after = {player: past for player, past in (before | plan.table).items() if player not in plan.left}
    names = load_entered_names({*before, *after}) | dict(new)
    stored = Board.objects.filter(pk=plan.board.pk).first() or plan.board  # a new board has no other system yet
    ends = load_match_ends(plan, [*before.values(), *after.values()])
    people = {one.player: one for one in load_presences(dict.fromkeys({*before, *after}))}
    with timezone.override(Club.current().zone):
        now = rank_board_table(plan.board, stored.rating_system, before, names, build_presences(before, people, ends))
    presences = build_presences(after, people, ends | plan.ended)
    return BoardTables(now, rank_board_table(plan.board, plan.board.rating_system, after, names, presences), names)


def load_match_ends(plan: BoardPlan, table: Iterable[PastState]) -> dict[int, datetime]:
    """Return when the last matches of these players ended, as stored; two queries at most."""
    rows = Standing.objects.filter(board=plan.board, last_match__isnull=False).order_by()
    found = dict(rows.values_list("last_match", "last_match__played_at"))
    others = {one.match for one in table if one.match} - found.keys() - plan.ended.keys()
    matches = Match.objects.filter(pk__in=others) if len(others) <= MANY_PLAYERS else plan.board.season.matches.all()
    return found | dict(matches.order_by().values_list("pk", "played_at"))


def build_presences(table: StateTable, people: Mapping[int, Presence], ends: Mapping[int, datetime]) -> list[Presence]:
    """Return what tells whether each player of a table has a rank."""
    return [
        people[player]._replace(played_at=None if past.match is None else ends.get(past.match))
        for player, past in table.items()
    ]


def rank_board_table(
    board: Board, system: RatingSystem, table: StateTable, names: Mapping[int, str], known: Iterable[Presence]
) -> RankedTable:
    """Return a table ranked by this system as of the season's day."""
    day = find_standings_day(board.season)
    states = [
        PlayerState(player, names[player], advance_rating(system, past.current, day), past.counts)
        for player, past in table.items()
    ]
    placed = sort_by_rank(system, states)
    absent = find_absences(load_rank_rule(board, day), known)
    ranks = {player: rank for player, rank in give_ranks(system, placed, absent).items() if player not in absent}
    return RankedTable(system, {state.player: state.rating.points for state in placed}, ranks)


def list_table_pairs(plan: Plan) -> list[TablePair]:
    """Return the standings before and after of the only planned board; none if there are several."""
    here = [one for one in plan.boards if one.board.season_id == plan.season.pk]
    return list(pair_table_lines(load_board_tables(here[0], {}))) if len(here) == 1 else []


def pair_table_lines(seen: BoardTables) -> Iterator[TablePair]:
    """Yield each line of the two tables; players with a rank come first."""
    for one, other in zip_longest(seen.before.players, seen.after.players):
        now, then = ("", "", ""), ("", "", "")
        if one:
            now = (str(seen.before.ranks.get(one, "–")), seen.names[one], seen.before.print_points(one))
        if other:
            then = (str(seen.after.ranks.get(other, "–")), seen.names[other], seen.after.print_points(other))
        yield TablePair(*now, *then)


class PlayerMove(NamedTuple):
    """A player's rating and position before and after; None for a player who joins or leaves."""

    name: str
    before: str
    after: str
    change: str  # nothing where it is too small to print, or between two systems
    direction: str
    rank_before: Rank | None
    rank: Rank | None
    moved: float

    @property
    def is_seen(self) -> bool:
        """Whether the printed rating changes."""
        return bool(self.change) or self.before != self.after

    @property
    def is_unseen(self) -> bool:
        return bool(self.moved) and not self.is_seen

    @property
    def differs(self) -> bool:
        return self.is_seen or self.rank != self.rank_before

    @property
    def climbs(self) -> str:
        """The CSS class of the move: up, down or same."""
        return find_direction(self.climbed)

    @property
    def steps(self) -> int:
        """How many places the player moves."""
        return abs(self.climbed)

    @property
    def climbed(self) -> int:
        """By how many places the player rises; falls are below 0."""
        return self.rank_before.number - self.rank.number if self.rank_before and self.rank else 0


def list_player_moves(seen: BoardTables) -> list[PlayerMove]:
    """Return all moves by the rank afterwards; then players without a rank, and last those who leave."""
    players = dict.fromkeys([*seen.after.players, *seen.before.players])
    return [build_player_move(seen, player) for player in players]


def build_player_move(seen: BoardTables, player: int) -> PlayerMove:
    """Return a player's move; one who joins moves from the starting rating, one who leaves by 0."""
    system, old, new = seen.after.system, seen.before.points.get(player), seen.after.points.get(player)
    change, direction, moved = "", "same", 0.0
    if new is not None and seen.before.system.key == system.key:
        moved = new - (find_joining_points(system, new) if old is None else old)
        change, direction = format_visible_change(system, moved), find_direction(moved)
    return PlayerMove(
        seen.names[player],
        seen.before.print_points(player),
        seen.after.print_points(player),
        change,
        direction,
        seen.before.ranks.get(player),
        seen.after.ranks.get(player),
        moved,
    )


def select_shown_moves(found: list[PlayerMove]) -> list[PlayerMove]:
    """Return the moves to print: those that differ, or the largest of very many, in order of position."""
    differing = [one for one in found if one.differs]
    largest = sorted(differing, key=lambda one: (-abs(one.moved), -one.steps))[:MOVES_SHOWN]
    kept = {id(one) for one in largest}
    return [one for one in differing if id(one) in kept]
