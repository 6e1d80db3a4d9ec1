"""A board's table as it is and as it would be, in order of place."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from django.utils import timezone

from ladder.models import Board
from ladder.ratings import RatingSystem, decayed
from ladder.selectors.past import Table, standing_table
from ladder.selectors.printing import rating_text
from ladder.selectors.ranking import State, as_of, ranked
from players.identity import own_names_of
from players.models import Club
from players.names import name_key

from ..ledger import BoardPlan, Plan

Points = dict[int, float]
"""Everybody's rating as of the season's day, the first place first."""


class Sight(NamedTuple):
    """What there is to see of a plan for one board."""

    old: RatingSystem
    new: RatingSystem
    was: Points
    will: Points
    names: Mapping[int, str]

    @property
    def label(self) -> str:
        """The system's name; both, where the board changes its system."""
        labels = dict.fromkeys((self.old.about.label, self.new.about.label))
        return " becomes ".join(labels)


class Beside(NamedTuple):
    """A place with who stands there now, and who would."""

    place: int
    now: str
    rating: str
    then: str
    new_rating: str


def sight(plan: BoardPlan, new: Mapping[int, str]) -> Sight:
    """Return the tables before and after; `new` names players who are not stored yet.

    The table before is that of the club's day as it is, the one after that of the day as planned: in another time zone
    it may be another one.
    """
    before = standing_table(plan.board)
    after = {player: past for player, past in (before | plan.table).items() if player not in plan.left}
    names = own_names_of({*before, *after}) | dict(new)
    stored = Board.objects.filter(pk=plan.board.pk).first() or plan.board  # a new board has no other system yet
    old, system = stored.rating_system, plan.board.rating_system
    with timezone.override(Club.current().zone):
        was = points(plan.board, old, before, names)
    return Sight(old, system, was, points(plan.board, system, after, names), names)


def points(board: Board, system: RatingSystem, table: Table, names: Mapping[int, str]) -> Points:
    """Return the table as it is read on the season's day."""
    return {state.player: state.rating.points for state in ranked(system, states(board, system, table, names))}


def states(board: Board, system: RatingSystem, table: Table, names: Mapping[int, str]) -> list[State]:
    """Return a table's players as they are ranked."""
    day = as_of(board.season)
    return [
        State(player, name_key(names[player]), decayed(system, past.rating, day), past.counts)
        for player, past in table.items()
    ]


def tables(plan: Plan) -> list[Beside]:
    """Return the table of the one board that is planned, now beside then; nothing where there are several."""
    here = [one for one in plan.boards if one.board.season_id == plan.season.pk]
    return list(beside(sight(here[0], {}))) if len(here) == 1 else []


def beside(seen: Sight) -> Iterator[Beside]:
    """Give each place of the two tables."""
    for place, (one, other) in enumerate(zip_longest(seen.was, seen.will), 1):
        now = (seen.names[one], rating_text(seen.old, seen.was[one])) if one else ("", "")
        then = (seen.names[other], rating_text(seen.new, seen.will[other])) if other else ("", "")
        yield Beside(place, *now, *then)
