"""How the padel matches of the fictional club go: two against two, with other partners each time, in sets to six.

A set is played game by game, so its score can come about; sometimes a pair retires in the last one.
"""

import random
from collections.abc import Iterator, Sequence
from statistics import mean

from ladder.devtools.demonstration.games import draw_winner
from ladder.devtools.demonstration.members import ClubMember, ClubNight, list_present
from ladder.formats import PLAYED, RETIRED, Game, add_games, build_team_match, turn_games
from ladder.ratings import Result

DOUBLES_RULE = "best of 3 sets to 6, 2 clear, at most 7"
SETS_TO_WIN = 2  # that win a match
PLAYERS_ON_COURT = 4  # players
TIE_BREAKS = (2, 3, 4, 5, 5, 8)  # points of its loser
STRENGTH_SPREAD = 9  # a single game says little of who is stronger
RETIRED_SHARE = 1 / 60


def play_padel(luck: random.Random, nights: Sequence[ClubNight], members: list[ClubMember]) -> Iterator[Result]:
    """Yield the matches of all nights in the order of play."""
    for night in nights:
        here = list_present(luck, members, night.passed, PLAYERS_ON_COURT)
        count = luck.randint(2, 4)
        for ended in night.moments(luck, count, 15, 30):
            players = luck.sample(here, PLAYERS_ON_COURT)
            sides = players[:2], players[2:]
            sets = play_sets(luck, mean(one.skill for one in sides[0]) - mean(one.skill for one in sides[1]))
            if sets[-1].first < sets[-1].second:  # the winners are named first, as in the forms
                sides, sets = sides[::-1], turn_games(sets)
            ending = PLAYED
            if luck.random() < RETIRED_SHARE:
                sets, ending = (*sets[:-1], Game(sets[-1].first // 2, sets[-1].second // 2)), RETIRED
            winners, losers = ([one.player for one in side] for side in sides)
            yield add_games(build_team_match(winners, losers, ended=ended), sets, ending)


def play_sets(luck: random.Random, lead: float) -> tuple[Game, ...]:
    """Return the sets of one match; who wins the last one has won."""
    sets: list[Game] = []
    while max(sum(one.first > one.second for one in sets), sum(one.first < one.second for one in sets)) < SETS_TO_WIN:
        sets.append(play_set(luck, lead))
    return tuple(sets)


def play_set(luck: random.Random, lead: float) -> Game:
    """Return a set to six games, two clear; at 6–6 a tie-break decides."""
    won = [0, 0]
    while max(won) < 6 or (max(won) == 6 and min(won) > 4):
        won[draw_winner(luck, lead, STRENGTH_SPREAD) == 0] += 1
    return Game(won[0], won[1], luck.choice(TIE_BREAKS) if min(won) == 6 else None)
