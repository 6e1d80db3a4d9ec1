"""Create a ladder with one open season without dates, from a game, options, or the description of an export."""

import json
from collections import defaultdict
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandParser
from django.db import transaction

from ladder import ledger
from ladder.backups.queries.archive import refuse_json_constant
from ladder.club.actions import create_ladder
from ladder.exports.queries import ALL_SETTINGS
from ladder.games import Game, find_game, list_ladder_games
from ladder.ledger.settlement import COUNT_COLUMNS
from ladder.ledger.storage.rating_rows import STATE_COLUMNS
from ladder.management.command import LadderCommand, parse_option, read_file_bytes
from ladder.models import Ladder, Opening
from ladder.ratings import Counts, Rating, RatingError
from ladder.seasons.actions.starting_ratings import store_board_starting_ratings
from players.people.actions import find_or_create_players
from players.people.names import build_name_key

NO_LADDER_DESCRIPTION = "This isn't a description of a ladder as export_matches writes it."
BOARDS_GIVEN_TWICE = "Give the boards by --board or by --from, but not by both."
GAME_TOO = "Give the game or --from, but not both."


class Command(LadderCommand):
    help = "Make a ladder with one open season that takes matches of any past day; its first board is the main one."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("slug", metavar="SLUG", help="its part of the web address, such as club")
        add("--game", default="", metavar="KEY", help="the game, which chooses the rating system and the settings")
        add("--board", action="append", default=[], metavar="KEY", help="a rating system's key; repeatable")
        add("--name", default="", help="its name; default made from the slug")
        add("--season", default="", metavar="SLUG", help="the season's part of the web address; default all-time")
        add("--option", action="append", default=[], metavar="KEY.NAME=VALUE", help="a board's option; repeatable")
        add("--from", "--like", dest="source", metavar="FILE", help="the JSON of export_matches or ladder_settings")

    def handle(self, *, slug: str, source: str | None, **asked: Any) -> None:
        name, season, keys = asked["name"], asked["season"], asked["board"]
        game = find_named_game(asked["game"])
        if game and source:
            raise RatingError(GAME_TOO)
        if source is None:
            ladder = self.create(slug, name, season, keys, asked["option"], game)
        elif keys or asked["option"]:
            raise RatingError(BOARDS_GIVEN_TWICE)
        else:
            text = read_file_bytes(source).decode(errors="replace")
            ladder = create_described_ladder(text, slug=slug, name=name, season=season)
        made = ladder.seasons.get()
        boards = ", ".join(board.get_system_display() for board in made.boards.all())
        self.stdout.write(f"{ladder.name} has one season, {made.slug}, with: {boards}.")

    def create(self, slug: str, name: str, season: str, keys: list[str], given: list[str], game: Game | None) -> Ladder:
        keys = keys or ([game.system.key] if game else [])
        options = group_options_by_board(keys, given)
        usual = {one.key: one.options for one in game.systems} if game else {}
        return create_ladder(
            slug=slug,
            name=name or slug.replace("-", " ").capitalize(),
            boards=[(key, {**usual.get(key, {}), **options[key]}) for key in keys],
            season=season or "all-time",
            **({"game": game.key, **game.settings} if game else {}),
        )


def find_named_game(key: str) -> Game | None:
    """Return the game with this key, or None for an empty one. Raises: RatingError with the keys that there are."""
    found = find_game(key)
    if key and not found:
        raise RatingError(
            f"There is no game called {key}. Choose one of: {', '.join(one.key for one in list_ladder_games())}."
        )
    return found


def group_options_by_board(keys: list[str], given: list[str]) -> dict[str, dict[str, str]]:
    """Return the options of each board by its key. Raises: RatingError for an option of no board here."""
    options: dict[str, dict[str, str]] = defaultdict(dict)
    for text in given:
        path, value = parse_option(text)
        key, dot, name = path.rpartition(".")
        if not dot or key not in keys:
            raise RatingError(f"Write an option as KEY.name=value with the key of a board here, not “{text}”.")
        options[key][name] = value
    return options


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
    """Return the description in a file: name, reporters, season, settings, and the boards with their starting ratings.

    Older files have no settings.

    Raises: ValidationError, "This isn't a description of a ladder as export_matches writes it."
    """
    try:
        found = json.loads(text, parse_constant=refuse_json_constant)
        boards = [(one["system"], dict(one["options"]), list(one["openings"])) for one in found["boards"]]
        season = {key: str(found["season"][key]) for key in ("slug", "name")}
        settings = {name: clean_setting(name, value) for name, value in dict(found.get("settings", {})).items()}
        settings["reporters"] = str(found["reporters"])
        return {"name": str(found["name"]), "settings": settings, "season": season, "boards": boards}
    except (ValueError, TypeError, KeyError, ValidationError) as error:
        raise ValidationError(NO_LADDER_DESCRIPTION) from error


def clean_setting(name: str, value: Any) -> Any:
    """Return the value of a ladder's column. Raises: KeyError for an unknown one; ValidationError for a bad value."""
    if name not in ALL_SETTINGS:
        raise KeyError(name)
    field: Any = Ladder._meta.get_field(name)
    return field.clean(value, None)


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
            **found["settings"],
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
        raise ValidationError(NO_LADDER_DESCRIPTION) from error
