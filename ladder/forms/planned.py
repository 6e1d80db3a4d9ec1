"""The match that a form would make, with its players, known and new, told apart by key."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ladder.ratings import Result
from ladder.services.results import ParticipantResult
from players.models import Player


class NamedResult(NamedTuple):
    """A match as it would be, with keys below 0 for players who are new, and everybody's name by key."""

    result: Result
    names: dict[Any, str]


def number_new_players(sides: Iterable[ParticipantResult]) -> tuple[list[ParticipantResult], dict[Any, str]]:
    """Return the sides with keys below 0 for players who are new, and everybody's name by key."""
    keyed = [
        side if side.player.pk else side._replace(player=Player(pk=-1 - seat, name=side.player.name))
        for seat, side in enumerate(sides)
    ]
    return keyed, {side.player.pk: side.player.name for side in keyed}
