"""Create a ladder from the description that an export writes beside its matches."""

import json
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.db import transaction

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.ledger.settlement import COUNT_COLUMNS
from ladder.ledger.storage.rating_rows import STATE_COLUMNS
from ladder.models import Ladder, Opening
from ladder.ratings import Counts, Rating
from ladder.seasons.actions.starting_ratings import store_board_starting_ratings
from players.people.actions import find_or_create_players
from players.people.names import build_name_key

NOT_OURS = "This isn't a description of a ladder as export_matches writes it."


class DescribedOpening:
    """A starting rating as a description has it, in the shape that `store_board_starting_ratings` takes."""

    def __init__(self, described: dict[str, Any]) -> None:
        columns = {name: described[name] for name in (*STATE_COLUMNS, *COUNT_COLUMNS)}
        self.row = Opening(**columns)
        self.row.clean_fields(exclude=("board", "player", "source"))

    def opening(self, system: Any) -> Rating:
        """Return the starting rating; it is the same for every system."""
        return self.row.rating

    def counts(self) -> Counts:
        """Return the counts of matches that the player brings."""
        return self.row.counts


def parse_description(text: str) -> dict[str, Any]:
    """Return the description in a file: name, reporters, season, and the boards with options and starting ratings.

    Raises: ValidationError, "This isn't a description of a ladder as export_matches writes it."
    """
    try:
        found = json.loads(text, parse_constant=refuse_constant)
        boards = [(one["system"], dict(one["options"]), list(one["openings"])) for one in found["boards"]]
        season = {key: str(found["season"][key]) for key in ("slug", "name")}
        return {"name": str(found["name"]), "reporters": str(found["reporters"]), "season": season, "boards": boards}
    except (ValueError, TypeError, KeyError) as error:
        raise ValidationError(NOT_OURS) from error


def refuse_constant(word: str) -> NoReturn:
    """Raise ValueError for NaN and Infinity, which are no JSON."""
    raise ValueError(word)


def create_described_ladder(text: str, *, slug: str, name: str, season: str) -> Ladder:
    """Create a ladder with the boards and starting ratings of a description; its matches are imported afterwards.

    An empty name or season is taken from the description.
    Raises: ValidationError or RatingError with a sentence, and nothing is stored.
    """
    found = parse_description(text)
    with transaction.atomic():
        ladder = create_ladder(
            slug=slug,
            name=name or found["name"],
            boards=[(system, options) for system, options, _ in found["boards"]],
            season=season or found["season"]["slug"],
            season_name="" if season else found["season"]["name"],
            reporters=found["reporters"],
        )
        made = ladder.seasons.get()
        for board, (_, _, openings) in zip(made.boards.all(), found["boards"], strict=True):
            store_board_starting_ratings(board, group_openings_by_player(openings))
        ledger.settle(made)
    return ladder


def group_openings_by_player(openings: list[dict[str, Any]]) -> dict[int, DescribedOpening]:
    """Return the starting ratings by the primary key of their player; new names become players."""
    try:
        states = [(one["name"], DescribedOpening(one)) for one in openings]
        players = find_or_create_players(name for name, _ in states)
        return {players[build_name_key(name)].pk: state for name, state in states}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValidationError(NOT_OURS) from error
