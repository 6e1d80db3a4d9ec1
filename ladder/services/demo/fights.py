"""How a battle ends: who is left, and how and in which round the others go."""

import random
from collections.abc import Sequence

from ladder.ratings import Exit
from ladder.services.demo.people import ClubMember

STANDING, SURRENDERED, DEAD = "standing", "surrendered", "dead"
WAYS = (SURRENDERED, SURRENDERED, SURRENDERED, DEAD)  # most surrender in time
CORPSES, NOBODY = 0.06, 0.11  # below the first: a surrender to corpses (W-5); below the second: nobody wins (W-4)


def fight_battle(luck: random.Random, fighters: Sequence[ClubMember]) -> list[Exit]:
    """Return the exits in the order of the fighters; the stronger ones hold out longer."""
    order = sorted(fighters, key=lambda one: 1.8 * one.skill + luck.gauss(0, 1), reverse=True)
    final, ending = luck.randint(4, 14), luck.random()
    exits = {order[0]: Exit(STANDING)}
    if ending < NOBODY:
        exits[order[0]] = Exit(SURRENDERED if ending < CORPSES else DEAD, final)
    exits[order[1]] = Exit(DEAD if ending < NOBODY else luck.choice(WAYS), final)
    for one in order[2:]:
        exits[one] = Exit(luck.choice(WAYS), luck.randint(2, final - 1))
    return [exits[one] for one in fighters]


def kill_all_others(size: int) -> list[Exit]:
    """Return a battle in which the first kills all others, one a round."""
    return [Exit(STANDING), *(Exit(DEAD, 5 + number) for number in range(1, size))]
