"""What players would bring into the season after a closed one."""

from typing import NamedTuple

from ladder.models import Season
from ladder.ratings import advance_rating
from ladder.selectors.past import standing_table
from ladder.selectors.printing import rating_text
from ladder.selectors.ranking import State, ranked
from players.models import Player

from ..ledger.openings import carried, last_day

SHOWN = 10


class Brings(NamedTuple):
    """A player's rating at the end, and at the beginning of the next season."""

    name: str
    ended: str
    opens: str


def brings(season: Season, rule: str, factor: float) -> list[Brings]:
    """Return the first ten of the main table with what they would bring by this rule."""
    board = season.boards.first()
    if board is None:
        return []
    system, day = board.rating_system, last_day(season)
    table = standing_table(board)
    people = Player.objects.in_bulk(list(table))
    ended = [
        State(key, people[key].key, advance_rating(system, one.rating, day), one.counts) for key, one in table.items()
    ]
    opens = carried(system, table, Season(opening_rule=rule, factor=factor).keep, day)
    usual = system.initial()
    return [
        Brings(
            people[one.player].name,
            rating_text(system, one.rating),
            rating_text(system, opens[one.player].rating if one.player in opens else usual),
        )
        for one in ranked(system, ended)[:SHOWN]
    ]
