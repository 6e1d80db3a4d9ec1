"""What somebody did, and whose hand typed it."""

from typing import Any, NamedTuple

from ladder.services.demo.people import NAMES

from ..club import FIRST, Person
from ..filling import Typist

SEE_OTHER = 303


class Done(NamedTuple):
    """What somebody did, and whether the site took it."""

    what: str
    accepted: bool


def took(answer: Any) -> bool:
    """Say whether what was sent was stored: the site then leads to another page."""
    return bool(answer.status_code == SEE_OTHER)


def typist(person: Person) -> Typist:
    return Typist(person.luck, NAMES, FIRST)
