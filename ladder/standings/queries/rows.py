"""One row of the standings, ready to print, with the tie-break that separated equal ratings (W-10, G-4)."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ladder.ledger.form_and_counts import RecentForm
from ladder.ledger.player_standings import PlayerStanding
from ladder.pages.figures import (
    describe_experience_unit,
    find_direction,
    format_change,
    format_rank,
    format_rating,
    use_minus_sign,
)
from ladder.ratings import Column, PlayerFigures, Rank, Rating, RatingSystem
from ladder.standings.queries.movement import Movement
from players.people.names import fold_player_name

NO_MOVEMENT = Movement("same")
EARLIER_WORDS = ", counting earlier matches, too"


class RowFigure(NamedTuple):
    """One more number of a row. A narrow list prints the unit after it; `note` says what part is of this season."""

    text: str
    unit: str
    note: str = ""


class StandingsRow(NamedTuple):
    """A player's row of the standings, its texts ready to print; `points` places them on the ladder line.

    Without a rank `absence` says why, `rank_text` is empty, and `rank` is the one that the player would have.
    """

    rank: int
    rank_text: str
    absence: str
    player: int
    name: str
    rating: str
    points: float
    change: str
    direction: str
    match: int | None
    movement: Movement
    provisional: str
    form: RecentForm
    figures: tuple[RowFigure, ...]
    numbers: PlayerFigures
    standing: PlayerStanding
    line: str = ""
    tie: str = ""

    @property
    def key(self) -> str:
        """What a search looks in: the name as the reader sees it."""
        return fold_player_name(self.name)

    @property
    def is_ranked(self) -> bool:
        return not self.absence

    @property
    def rank_words(self) -> str:
        """The rank as a sentence has it: 31st, or joint 2nd."""
        return format_rank(Rank(self.rank, self.rank_text.endswith("=")))

    @property
    def returns_by_playing(self) -> bool:
        """Whether one match brings the rank back."""
        return self.absence.startswith("no match")


class LazyRows(Sequence[StandingsRow]):
    """The rows of who has a rank on a board with very many players; a slice is read when it is asked for."""

    @abstractmethod
    def find_index(self, player: int | None) -> int | None:
        """Return the position of a player; None without a rank."""

    @abstractmethod
    def find_row(self, player: int | None) -> StandingsRow | None:
        """Return the row of a player, also without a rank; None of one who has no standing."""

    @abstractmethod
    def search(self, query: str) -> list[StandingsRow]:
        """Return the rows of the first players with this in their names; those without a rank come last."""


def find_index(rows: Sequence[StandingsRow], player: int | None) -> int | None:
    """Return the position of a player among rows; None if there is none."""
    if isinstance(rows, LazyRows):
        return rows.find_index(player)
    return next((index for index, row in enumerate(rows) if row.player == player), None)


def find_row(rows: Sequence[StandingsRow], player: int | None) -> StandingsRow | None:
    """Return the row of a player; None if there is none."""
    return (
        rows.find_row(player)
        if isinstance(rows, LazyRows)
        else next((one for one in rows if one.player == player), None)
    )


class RowContext(NamedTuple):
    """What the rows of a board are made of besides the players' standings; most of it by player."""

    system: RatingSystem
    columns: Sequence[Column]
    ranks: Mapping[int, Rank]
    absences: Mapping[int, str]
    movements: Mapping[int, Movement]
    lines: Mapping[int, str]
    ties: Mapping[int, str]
    best_places: Mapping[int, int]


def build_standings_row(context: RowContext, standing: PlayerStanding) -> StandingsRow:
    """Return one row; the rating of the standing is that of the day already."""
    system, player = context.system, standing.player
    rank, absence = context.ranks[player], context.absences.get(player, "")
    best_place = context.best_places.get(player, 0)
    numbers = PlayerFigures(standing.rating, standing.here, standing.gained, best_place)
    return StandingsRow(
        rank=rank.number,
        rank_text="" if absence else str(rank),
        absence=absence,
        player=player,
        name=standing.name,
        rating=format_rating(system, standing.rating),
        points=standing.rating.points,
        change=format_change(system, standing.change),
        direction=find_direction(standing.change),
        match=standing.match,
        movement=context.movements.get(player, NO_MOVEMENT),
        provisional=describe_provisional(system, standing.rating),
        form=RecentForm(standing.form),
        figures=tuple([build_row_figure(column, numbers) for column in context.columns]),
        numbers=numbers,
        standing=standing,
        line=context.lines[player],
        tie=context.ties.get(player, ""),
    )


def describe_provisional(system: RatingSystem, rating: Rating) -> str:
    """Return what is missing until the rating is established: "Provisional: 3 more games needed"; else nothing."""
    left = system.provisional_left(rating)
    if not left:
        return ""
    return f"Provisional: {left:,} more {describe_experience_unit(system, left)} needed"


def build_row_figure(column: Column, figures: PlayerFigures) -> RowFigure:
    """Return one figure of a row with its unit: one game, 7 games."""
    text = column.value(figures)
    unit = column.label.lower() if column.unit is None else column.unit
    note = column.note(figures) if column.note else ""
    return RowFigure(use_minus_sign(text), unit.removesuffix("s") if text == "1" else unit, note)


def describe_ties(system: RatingSystem, placed: Sequence[PlayerStanding]) -> dict[int, str]:
    """Return by player why somebody with the same rating stands just above them: the tie-break, as a sentence.

    Players who are level in all tie-breaks share a rank instead.
    """
    found = {}
    for above, below in pairwise(placed):
        if above.rating.points == below.rating.points and (words := find_tie_break(system, above, below)):
            found[below.player] = f"Level with {above.name}, who has {words}."
    return found


def find_tie_break(system: RatingSystem, above: PlayerStanding, below: PlayerStanding) -> str:
    """Return what separates two players with equal ratings; nothing where they are level in everything."""
    keys = system.order(above.rating, above.counts), system.order(below.rating, below.counts)
    for words, (first, second) in zip((system.leads_by, *system.tie_breaks), zip(*keys, strict=True), strict=True):
        if first != second:
            return f"{words}{EARLIER_WORDS if above.brought.counts.played or below.brought.counts.played else ''}"
    return ""
