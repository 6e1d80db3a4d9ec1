"""The openings of a season: the starting ratings that are carried over from the season before, or given by hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from ladder.ledger.drafts import Draft
from ladder.ledger.storage.rating_rows import normalise_rating
from ladder.ledger.storage.tables import PastState, StateTable, arrange_openings, load_standing_table, merge_openings
from ladder.models import Board, Match, Opening, Season
from ladder.ratings import Counts, RatingSystem, TableSystem, advance_rating
from players.people.queries import Identities, load_identities

if TYPE_CHECKING:
    from ladder.ledger.board_plan import BoardPlan

GivenOpenings = Mapping[Any, PastState | None]
"""Openings to give, by player; None removes a given one."""


@dataclass
class BoardOpenings:
    """The openings of one board as they should be, and which of the stored ones differ."""

    table: StateTable  # all openings, those given by hand included
    changed: StateTable
    gone: list[int]  # players whose stored, carried opening is to be deleted
    carried: StateTable  # what is carried over, also for players who were given another opening
    given: StateTable  # what was given by hand

    @property
    def differs(self) -> bool:
        return bool(self.changed or self.gone)


def plan_openings(
    season: Season,
    boards: Iterable[Board],
    plans: Iterable["BoardPlan"] = (),
    supposed: Identities | None = None,
    drafts: Sequence[Draft] = (),
) -> dict[int, BoardOpenings]:
    """Return the openings of the season's boards, by the key of a board.

    They are carried over from the season before, with these `plans` and `drafts` of it laid over what is stored.
    Merges are the `supposed` ones, or else the stored ones.
    """
    before = season.opens_from
    if before is None:
        return {}
    planned = {one.board.pk: one for one in plans}
    stored = [planned[board.pk].board if board.pk in planned else board for board in before.boards.all()]
    sources = {board.key: board for board in stored}
    day, merges = find_final_day(before, drafts), load_identities() if supposed is None else supposed
    found = {}
    for board in boards:
        source = sources.get(board.key)
        table = load_final_table(source, planned.get(source.pk)) if source else {}
        found[board.pk] = compare_openings(
            board, build_carried_openings(board.rating_system, table, season.keep, day), merges
        )
    return found


def load_final_table(board: Board, planned: "BoardPlan | None") -> StateTable:
    """Return the states after a board's last match, by player, with a plan laid over what is stored."""
    table = load_standing_table(board)
    if planned:
        table |= planned.table
        for player in planned.left:
            table.pop(player, None)
    return table


def build_carried_openings(system: RatingSystem, table: StateTable, keep: float, day: date) -> StateTable:
    """Return the openings that this table gives in the next season, as they are stored, by player.

    Players who would start as newcomers do are left out.
    """
    opened, has_places = {}, isinstance(system, TableSystem) and keep > 0  # the first has the initial rating by right
    for player, state in table.items():
        rating = system.carry(advance_rating(system, state.current, day), keep)
        counts = state.counts if keep == 1 else Counts()
        if has_places or rating != system.initial() or counts != Counts():
            opened[player] = PastState(normalise_rating(rating), counts)
    return opened


def compare_openings(board: Board, wanted: StateTable, merges: Identities) -> BoardOpenings:
    """Return a board's openings, and which of the stored ones differ; a given one goes before a carried one."""
    stored = {row.player_id: row for row in Opening.objects.filter(board=board)}
    given = {p: PastState(row.rating, row.counts) for p, row in stored.items() if row.source == Opening.Source.GIVEN}
    old = {p: PastState(row.rating, row.counts) for p, row in stored.items() if p not in given}
    given = merge_openings(given, merges)
    new = {player: state for player, state in wanted.items() if player not in given}
    changed = {player: state for player, state in new.items() if old.get(player) != state}
    gone = [player for player in old if player not in new]
    return BoardOpenings(arrange_openings(board, new | given, given), changed, gone, wanted, given)


def add_given_openings(board: Board, openings: BoardOpenings | None, given: GivenOpenings) -> BoardOpenings:
    """Return the openings of a board with those that are to be given laid over them, and none of them as changed.

    A player for whom None is given gets the opening that is carried over from the season before.
    """
    before = openings or compare_openings(board, {}, load_identities())
    left = {player: state for player, state in {**before.given, **given}.items() if state}
    carried = {player: state for player, state in before.carried.items() if player not in left}
    return BoardOpenings(arrange_openings(board, carried | left, left), {}, [], before.carried, left)


def find_final_day(season: Season, drafts: Sequence[Draft] = ()) -> date:
    """Return the day as of which a season's final ratings are read: its last day, or else that of its last match."""
    if season.ends_on:
        return season.ends_on
    if season.closed_at:
        return timezone.localdate(season.closed_at)
    drafted = {draft.match for draft in drafts}
    stored = Match.objects.filter(season=season, status=Match.Status.COUNTED).reverse().values_list("pk", "played_at")
    kept = (at for match, at in stored.iterator() if match not in drafted)
    ends = [draft.result.ended for draft in drafts if draft.result] + [at for at in (next(kept, None),) if at]
    return timezone.localdate(max(ends, default=None))
