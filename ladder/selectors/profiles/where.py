"""Where a player stands on a board on a day, and who stands just above."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.ratings import RatingSystem, decayed
from ladder.selectors.days import after
from ladder.selectors.decays import first_day
from ladder.selectors.past import table_before
from ladder.selectors.places import ordinal
from ladder.selectors.printing import change_text
from ladder.selectors.ranking import State, ranks, states, stored
from players.models import Player

from .career import dated, read_on


class Above(NamedTuple):
    """The player above, and how far away they are: "4.5", or nothing when the points are level."""

    player: int
    name: str
    gap: str


class Where(NamedTuple):
    """A place, out of how many, and the player above."""

    place: int
    size: int
    above: Above | None

    @property
    def words(self) -> str:
        return f"{ordinal(self.place)} of {self.size:,}"


def where(board: Board, player: Player, asked: date | None = None) -> Where | None:
    """Return the player's place at the end of the day asked for; none before their first match."""
    system, day = board.rating_system, read_on(board, asked)
    found = past(board, asked) if asked else states(stored(board))
    rows = {row.player: row._replace(rating=decayed(system, row.rating, day)) for row in found}
    if player.pk not in rows:
        return None
    places = ranks(system, rows.values(), day)
    return Where(places[player.pk], len(rows), above(system, rows, places, player.pk))


def past(board: Board, day: date) -> list[State]:
    """Return the states at the end of a past day; undated openings fade from the board's first match on."""
    table = table_before(board, after(day))
    since = first_day(board) if board.rating_system.period else None
    names = Player.objects.filter(standings__board=board).values_list("pk", "key")
    return [State(pk, key, dated(table[pk].rating, since), table[pk].counts) for pk, key in names if pk in table]


def above(system: RatingSystem, rows: Mapping[int, State], places: Mapping[int, int], player: int) -> Above | None:
    """Return who stands one place higher; nobody above the first."""
    one = next((rows[key] for key, place in places.items() if place == places[player] - 1), None)
    if one is None:
        return None
    gap = change_text(system, one.rating.points - rows[player].rating.points).lstrip("+")
    name = Player.objects.values_list("name", flat=True).get(pk=one.player)
    return Above(one.player, name, gap if gap.strip("0.") else "")
