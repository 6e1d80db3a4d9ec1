"""The play itself: everybody does one thing in each round, then everything is checked."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from django.db import connections

from ladder.simulator.browser import BrokenPage
from ladder.simulator.checks import find_problems
from ladder.simulator.club import SimulatedClub, SimulatedPerson
from ladder.simulator.deeds import PACK, Deed, DeedResult


class RoundReport(NamedTuple):
    """A round: how far it brought us, what was done, and what is wrong since."""

    steps: int
    done: list[DeedResult]
    wrong: list[str]


def play_rounds(club: SimulatedClub, steps: int) -> Iterator[RoundReport]:
    """Yield a report for each round; the first with something wrong is the last."""
    hands = [(person, deal_deeds(person)) for person in club.people]
    took = 0
    with ThreadPoolExecutor(len(hands)) as threads:
        while took < steps:
            at_it = hands[: steps - took]
            outcomes = list(threads.map(lambda pair: do_deed(next(pair[1]), pair[0]), at_it))
            took += len(at_it)
            done = [one for one in outcomes if isinstance(one, DeedResult)]
            wrong = [str(one) for one in outcomes if isinstance(one, BrokenPage)] + find_problems()
            yield RoundReport(took, done, wrong)
            if wrong:
                return


def deal_deeds(person: SimulatedPerson) -> Iterator[Deed]:
    """Deal one deed after the other; when the pack is through, it is shuffled again."""
    while True:
        yield from person.luck.sample(PACK, len(PACK))


def do_deed(deed: Deed, person: SimulatedPerson) -> DeedResult | BrokenPage:
    """Do it; a page that broke is an outcome too."""
    try:
        return deed(person)
    except BrokenPage as error:
        return error
    finally:
        connections.close_all()
