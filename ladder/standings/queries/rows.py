"""One row of the standings, ready to print, with the tie-break that separated equal ratings (W-10, G-4)."""

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
from players.people.names import build_name_key

STILL = Movement("same")

EARLIER = ", counting earlier matches, too"


class RowFigure(NamedTuple):
    """One more number of a row, what a narrow list prints after it, and how much of it is of this season if not all."""

    text: str
    unit: str
    note: str = ""


class StandingsRow(NamedTuple):
    """A player's line in the standings; `points` places him on the ladder line, `stood` has the bare numbers.

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
    stood: PlayerStanding
    line: str = ""
    tie: str = ""
    best: int = 0

    @property
    def key(self) -> str:
        """What a search finds: the name as it is shown, since nobody is found by one that they don't read."""
        return build_name_key(self.name)

    @property
    def all_figures(self) -> PlayerFigures:
        """What the columns of the standings are made from."""
        return PlayerFigures(self.stood.rating, self.stood.here, self.stood.gained, self.best)

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


class RowContext(NamedTuple):
    """What rows are made of besides where everybody stood, by player."""

    system: RatingSystem
    columns: tuple[Column, ...]
    absences: Mapping[int, str]
    movements: Mapping[int, Movement]
    lines: Mapping[int, str]
    ties: Mapping[int, str]
    bests: Mapping[int, int]


def build_standings_row(known: RowContext, one: PlayerStanding, rank: Rank) -> StandingsRow:
    """Return one line, all numbers printed; `one` has the rating as it stands on the day."""
    system, player = known.system, one.player
    absence, best = known.absences.get(player, ""), known.bests.get(player, 0)
    figures = PlayerFigures(one.rating, one.here, one.gained, best)
    return StandingsRow(
        rank=rank.number,
        rank_text="" if absence else str(rank),
        absence=absence,
        player=player,
        name=one.name,
        rating=format_rating(system, one.rating),
        points=one.rating.points,
        change=format_change(system, one.change),
        direction=find_direction(one.change),
        match=one.match,
        movement=known.movements.get(player, STILL),
        provisional=describe_provisional(system, one.rating),
        form=RecentForm(one.form),
        figures=tuple(build_row_figure(column, figures) for column in known.columns),
        stood=one,
        line=known.lines[player],
        tie=known.ties.get(player, ""),
        best=best,
    )


def describe_provisional(system: RatingSystem, rating: Rating) -> str:
    """Say what is missing until the rating is established; nothing when it is."""
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
    """Return, for those whose rating equals that of the player above, which tie-break put the other one there.

    Players who are level in all tie-breaks share a rank instead.
    """
    found = {}
    for above, one in pairwise(placed):
        if above.rating.points == one.rating.points and (words := find_tie_break(system, above, one)):
            found[one.player] = f"Level with {above.name}, who has {words}."
    return found


def find_tie_break(system: RatingSystem, above: PlayerStanding, one: PlayerStanding) -> str:
    """Return what separates two players with equal ratings; nothing where they are level in everything."""
    keys = zip(system.order(above.rating, above.counts)[1:], system.order(one.rating, one.counts)[1:], strict=True)
    for words, (first, second) in zip(system.tie_breaks, keys, strict=True):
        if first != second:
            return f"{words}{EARLIER if above.brought.counts.played or one.brought.counts.played else ''}"
    return ""
