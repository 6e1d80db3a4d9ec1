"""What somebody did, and whose hand typed it."""

from typing import Any, NamedTuple

from ladder.services.demo.people import NAMES
from ladder.simulator.club import FIRST, SimulatedPerson
from ladder.simulator.filling import Typist

SEE_OTHER = 303


class DeedResult(NamedTuple):
    """What somebody did, and whether the site took it."""

    what: str
    accepted: bool


def was_stored(answer: Any) -> bool:
    """Say whether what was sent was stored: the site then leads to another page."""
    return bool(answer.status_code == SEE_OTHER)


def make_typist(person: SimulatedPerson) -> Typist:
    return Typist(person.luck, NAMES, FIRST)
