"""A ladder made again from the description that an export writes beside its matches."""

import json
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.models import Ladder, Opening
from ladder.ratings import Counts, Rating
from players.names import name_key
from players.services import players_named

from .. import ladders, ledger
from ..ledger.apply import COUNTS
from ..ledger.stored import STATE
from ..seasons.bringing import bring_to

NOT_OURS = "This isn't a description of a ladder as export_matches writes it."


class Brought:
    """An opening as described, for the board that it is for."""

    def __init__(self, described: dict[str, Any]) -> None:
        columns = {name: described[name] for name in (*STATE, *COUNTS)}
        self.row = Opening(**columns)
        self.row.clean_fields(exclude=("board", "player", "source"))

    def opening(self, system: Any) -> Rating:
        return self.row.rating

    def counts(self) -> Counts:
        return self.row.counts


def described(text: str) -> dict[str, Any]:
    """Return the description in a file.

    Raises: ValidationError, "This isn't a description of a ladder as export_matches writes it."
    """
    try:
        found = json.loads(text, parse_constant=refuse)
        boards = [(one["system"], dict(one["options"]), list(one["openings"])) for one in found["boards"]]
        season = {key: str(found["season"][key]) for key in ("slug", "name")}
        return {"name": str(found["name"]), "reporters": str(found["reporters"]), "season": season, "boards": boards}
    except (ValueError, TypeError, KeyError) as error:
        raise ValidationError(NOT_OURS) from error


def refuse(word: str) -> NoReturn:
    raise ValueError(word)


def create_from(text: str, *, slug: str, name: str, season: str) -> Ladder:
    """Make a ladder with the boards and openings of a description; its matches are imported.

    An empty name or season is as described.
    Raises: ValidationError or RatingError with a sentence, and nothing is stored.
    """
    found = described(text)
    with transaction.atomic():
        ladder = ladders.create(
            slug=slug,
            name=name or found["name"],
            boards=[(system, options) for system, options, _ in found["boards"]],
            season=season or found["season"]["slug"],
            season_name="" if season else found["season"]["name"],
            reporters=found["reporters"],
        )
        made = ladder.seasons.get()
        for board, (_, _, openings) in zip(made.boards.all(), found["boards"], strict=True):
            bring_to(board, by_player(openings))
        ledger.settle(made)
    return ladder


def by_player(openings: list[dict[str, Any]]) -> dict[int, Brought]:
    """Return the described openings by player; names that are new make players."""
    try:
        states = [(one["name"], Brought(one)) for one in openings]
        players = players_named(name for name, _ in states)
        return {players[name_key(name)].pk: state for name, state in states}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValidationError(NOT_OURS) from error
