"""What players would bring into the season after a closed one."""

from typing import NamedTuple

from ladder.models import Season
from ladder.ratings import advance_rating
from ladder.selectors.past import load_standing_table
from ladder.selectors.printing import format_rating
from ladder.selectors.ranking import PlayerState, sort_by_rank
from ladder.services.ledger.openings import build_carried_openings, find_final_day
from players.models import Player

SHOWN_PLAYERS = 10


class CarriedRating(NamedTuple):
    """A player's rating at the end, and at the beginning of the next season."""

    name: str
    ended: str
    opens: str


def preview_carried_ratings(season: Season, rule: str, factor: float) -> list[CarriedRating]:
    """Return the first ten of the main table with what they would bring by this rule."""
    board = season.boards.first()
    if board is None:
        return []
    system, day = board.rating_system, find_final_day(season)
    table = load_standing_table(board)
    people = Player.objects.in_bulk(list(table))
    ended = [
        PlayerState(key, people[key].key, advance_rating(system, one.rating, day), one.counts)
        for key, one in table.items()
    ]
    opens = build_carried_openings(system, table, Season(opening_rule=rule, factor=factor).keep, day)
    usual = system.initial()
    return [
        CarriedRating(
            people[one.player].name,
            format_rating(system, one.rating),
            format_rating(system, opens[one.player].rating if one.player in opens else usual),
        )
        for one in sort_by_rank(system, ended)[:SHOWN_PLAYERS]
    ]
