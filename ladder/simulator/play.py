"""The play itself: everybody does one thing in each round, then everything is checked."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from django.db import connections

from .browser import Broken
from .checks import problems
from .club import Club, Person
from .deeds import PACK, Deed, Done


class Report(NamedTuple):
    """A round: how far it brought us, what was done, and what is wrong since."""

    steps: int
    done: list[Done]
    wrong: list[str]


def play(club: Club, steps: int) -> Iterator[Report]:
    """Yield a report for each round; the first with something wrong is the last."""
    hands = [(person, hand(person)) for person in club.people]
    took = 0
    with ThreadPoolExecutor(len(hands)) as threads:
        while took < steps:
            at_it = hands[: steps - took]
            outcomes = list(threads.map(lambda pair: outcome(next(pair[1]), pair[0]), at_it))
            took += len(at_it)
            done = [one for one in outcomes if isinstance(one, Done)]
            wrong = [str(one) for one in outcomes if isinstance(one, Broken)] + problems()
            yield Report(took, done, wrong)
            if wrong:
                return


def hand(person: Person) -> Iterator[Deed]:
    """Deal one deed after the other; when the pack is through, it is shuffled again."""
    while True:
        yield from person.luck.sample(PACK, len(PACK))


def outcome(deed: Deed, person: Person) -> Done | Broken:
    """Do it; a page that broke is an outcome too."""
    try:
        return deed(person)
    except Broken as error:
        return error
    finally:
        connections.close_all()
