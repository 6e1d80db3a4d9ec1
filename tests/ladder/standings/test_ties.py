"""Equal ratings say which tie-break separated them (W-10, G-4)."""

import pytest

from ladder.ledger.player_standings import PlayerStanding
from ladder.ratings import Counts, Rating, create_system
from ladder.standings.queries.rows import describe_ties

SCORE = create_system("warlocks-score")


def stood(number, name, points, played=0, won=0, died=0):
    return PlayerStanding(number, name, None, None, None, Rating(points), Counts(played, won, 0, 0, died))


def test_tie_says_what_put_the_other_above():
    placed = [
        stood(1, "Ann", 5, played=4, won=4, died=0),
        stood(2, "Bea", 5, played=4, won=3, died=1),
        stood(3, "Cid", 5, played=8, won=4, died=2),
        stood(4, "Dan", 5, played=4, won=2, died=1),
        stood(5, "Eve", 4),
    ]

    assert describe_ties(SCORE, placed) == {
        2: "Level with Ann, who has fewer deaths a game.",
        3: "Level with Bea, who has more wins a game.",
    }


@pytest.mark.parametrize("key", ["points-exchange", "match-length-elo"])
def test_players_who_are_level_in_everything_share_a_rank_and_need_no_reason(key):
    placed = [stood(1, "Ann", 1000, played=9), stood(2, "Bea", 1000)]

    assert describe_ties(create_system(key), placed) == {}
