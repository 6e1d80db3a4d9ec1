"""Change how a season starts, and give players the ratings that they had before its first match."""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any, Protocol

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import QuerySet

from ladder import changes, ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import write_event
from ladder.changes.board_tables import list_table_pairs
from ladder.changes.consequences import describe_consequences
from ladder.files.player_file import PlayerFileRow, describe_clash
from ladder.formats import format_count
from ladder.ledger.ladder_lock import lock_open_season
from ladder.ledger.settlement import COUNT_COLUMNS
from ladder.ledger.storage.bulk import delete_rows, insert_rows
from ladder.ledger.storage.rating_rows import STATE_COLUMNS, normalise_rating
from ladder.ledger.storage.tables import PastState, load_opening_table
from ladder.models import Board, Event, Opening, Season
from ladder.ratings import Counts, Rating, RatingError, RatingSystem, TableSystem
from players.people.actions import find_or_create_players, find_players
from players.people.names import build_name_key
from players.people.queries import load_player_names, resolve_player

OPENING_COLUMNS = ("board", "player", "source", *STATE_COLUMNS, *COUNT_COLUMNS)


class OpeningRuleChange(changes.SeasonChange):
    """Another rule for the ratings at a season's start, with the season rated anew."""

    def __init__(self, season: Season, rule: str, factor: float, *, by: User | None = None, reason: str = "") -> None:
        super().__init__(season, by=by, reason=reason)
        self.rule, self.factor = rule, factor

    def plan(self) -> list[ledger.Plan]:
        if self.season.opens_from_id is None:
            raise ValidationError(f"{self.season.name} follows no other season, so no ratings carry over.")
        new = copy(self.season)
        new.opening_rule, new.factor = self.rule, self.factor
        return [ledger.plan(new)]

    def list_concerned_rows(self) -> list[Any]:
        return [self.season.pk, self.season.opens_from_id, self.season.opening_rule, self.season.factor]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return super().describe(plans) | {"tables": list_table_pairs(plans[0])}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        new = plans[0].season
        new.full_clean()
        models.Model.save(new)
        words = {"old": describe_opening_rule(self.season), "new": describe_opening_rule(new)}
        yield plans[0], self.log(Event.Verb.OPENING, plans, **words)


def change_opening_rule(
    *, season: Season, rule: str, factor: float, by: User | None, reason: str, version: int | None = None
) -> Season:
    """Store another rule for the ratings at a season's start, and rate it anew.

    `version` is that of the ladder when the preview was made.
    Raises: NotAllowed; StaleChange when something changed meanwhile; ValidationError, "Spring follows no other season,
    so no ratings carry over."
    """
    change = OpeningRuleChange(season, rule, factor, by=by, reason=reason)
    changes.run(change, changes.build_seen(season, version))
    return change.season


def describe_opening_rule(season: Season) -> str:
    """Return the rule for the ratings at a season's start, in words."""
    rule = season.get_opening_rule_display()
    return f"{rule}, {season.factor:.6g} kept" if season.opening_rule == Season.Rule.SHRINK else rule


class StartingRating(Protocol):
    """A rating and counts from before the first match, for a board of any system."""

    def opening(self, system: RatingSystem) -> Rating | None: ...
    def counts(self) -> Counts: ...


def store_starting_ratings(season: Season, people: Mapping[int, StartingRating]) -> int:
    """Store these starting ratings on every board of the season; return how many are new or changed.

    The caller holds the ladder's lock, and settles the season from its start where there are any.
    Raises: RatingError for a rating that a board's system can't take.
    """
    return sum(store_board_starting_ratings(board, people) for board in season.boards.all())


def store_board_starting_ratings(board: Board, people: Mapping[int, StartingRating]) -> int:
    """Store these starting ratings on one board, in place of carried ones; return how many are new or changed."""
    system = board.rating_system
    wanted = {
        player: (normalise_rating(rating), one.counts())
        for player, one in people.items()
        if (rating := one.opening(system))
    }
    ratings = {player: rating for player, (rating, _) in wanted.items()}
    check_free_places(board, ratings)
    for player, pushed in list_pushed_openings(board, ratings).items():
        Opening.objects.filter(board=board, player=player).update(points=pushed.rating.points)
    given = Opening.objects.filter(board=board, source=Opening.Source.GIVEN)
    same = {row.player_id for row in given if wanted.get(row.player_id) == (row.rating, row.counts)}
    new = {player: state for player, state in wanted.items() if player not in same}
    delete_rows(Opening.objects.filter(board=board), list(new), by="player")
    rows = (
        (board.pk, player, Opening.Source.GIVEN.value, *rating, *counts) for player, (rating, counts) in new.items()
    )
    insert_rows(Opening, OPENING_COLUMNS, rows)
    return len(new)


def check_free_places(board: Board, new: Mapping[int, Rating], names: Mapping[int, str] | None = None) -> None:
    """Refuse ratings of which a table holds only one; `names` are those of players who are not stored yet.

    Raises: RatingError, "Ann and Bo can’t both start on rung 3."
    """
    system = board.rating_system
    clash = system.find_clash(new) if isinstance(system, TableSystem) else None
    if clash:
        known = load_player_names(clash) | dict(names or {})
        one, other = clash
        raise RatingError(describe_clash(system, known[one], known[other], new[one]), "text")


def list_pushed_openings(board: Board, new: Mapping[int, Rating], gone: Collection[int] = ()) -> dict[int, PastState]:
    """Return the openings given before that move on the table when these are put between them, by player."""
    system = board.rating_system
    if not isinstance(system, TableSystem) or not new:
        return {}
    table = {player: state.rating for player, state in load_opening_table(board).items() if player not in gone}
    placed = system.arrange({player: rating for player, rating in table.items() if player not in new}, new)
    rows = Opening.objects.filter(board=board, source=Opening.Source.GIVEN).exclude(player__in=[*new, *gone])
    found = {row.player_id: row for row in rows if row.player_id in placed}
    return {
        player: PastState(placed[player], row.counts) for player, row in found.items() if placed[player] != row.rating
    }


class StartingRatingsChange(changes.SeasonChange):
    """Ratings from before a season's first match, given to players on one board.

    A player without a rating here loses the one that was given; one carried over from the season before comes back.
    """

    def __init__(
        self, board: Board, people: Sequence[PlayerFileRow], *, by: User | None = None, reason: str = ""
    ) -> None:
        super().__init__(board.season, by=by, reason=reason)
        self.board, self.people = board, people

    def lock(self) -> None:
        super().lock()
        self.board = self.season.boards.get(pk=self.board.pk)

    def plan(self) -> list[ledger.Plan]:
        """Return the plan of the board's season, in which new players have keys below 0.

        Raises: ValidationError, "Ann and Anna are the same player." or "Ann has no starting rating on Chips, total.";
        RatingError for a rating that the system can't take.
        """
        names = [build_name_key(one.name) for one in self.people]
        found = {key: player.pk for key, player in find_players(names).items()}
        self.new = {-number: one.name for number, one in enumerate(self.people, 1) if names[number - 1] not in found}
        found |= {build_name_key(name): key for key, name in self.new.items()}
        self.found = found
        check_distinct_players(self.people, found)
        rated, gone = split_given_and_removed(self.people, found)
        find_given_players(self.board, gone)
        system = self.board.rating_system
        given = {
            key: PastState(normalise_rating(rating), one.counts())
            for key, one in rated.items()
            if (rating := one.opening(system))
        }
        ratings = {key: state.rating for key, state in given.items()}
        check_free_places(self.board, ratings, self.new)
        given = list_pushed_openings(self.board, ratings, gone) | given
        return [ledger.plan(self.season, boards=[self.board], given=given | dict.fromkeys(gone))]

    def list_concerned_rows(self) -> list[Any]:
        """Return the board, the players, and the ratings that were given to them before."""
        given = Opening.objects.filter(board=self.board, player__in=self.found.values()).order_by("player")
        before = [[row.player_id, row.rating, row.counts] for row in given]
        return [self.board.pk, self.board.system, self.board.options, sorted(self.found.items()), before]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return {"boards": describe_consequences(plans[0], self.new), "newcomers": list(self.new.values())}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        players = {key: one.pk for key, one in find_or_create_players(one.name for one in self.people).items()}
        check_distinct_players(self.people, players)
        rated, gone = split_given_and_removed(self.people, players)
        delete_rows(Opening.objects.filter(board=self.board), find_given_players(self.board, gone), by="player")
        if not store_board_starting_ratings(self.board, rated) and not gone:
            raise ValidationError("Nothing would change. They already have these ratings.")
        plan = ledger.plan(self.season, boards=[self.board])  # once more, with the players who have a key by now
        new = describe_given_ratings(self.board, len(rated), len(gone))
        yield plan, self.log(Event.Verb.OPENING, [plan], new=new)


def give_single_starting_rating(*, opening: Opening, by: User | None, reason: str) -> None:
    """Store one starting rating with its counts, and rate the board's season anew.

    Raises: NotAllowed; ValidationError, "Autumn is closed. Reopen it first."
    """
    board = opening.board
    check_author_permission(by, Act.SETTINGS, board.season.ladder)
    with transaction.atomic():
        season = lock_open_season(board.season)
        models.Model.save(opening)
        settle_starting_ratings(season, board, by=by, reason=reason, new=describe_given_ratings(board, 1))


def remove_starting_ratings(*, openings: QuerySet[Opening], by: User | None, reason: str) -> None:
    """Delete given starting ratings, and rate their seasons anew; carried ratings come back.

    Raises: NotAllowed; ValidationError, "Autumn is closed. Reopen it first."
    """
    given = openings.filter(source=Opening.Source.GIVEN)
    boards = Board.objects.filter(pk__in=given.values("board")).select_related("season__ladder")
    with transaction.atomic():
        for board in boards.order_by("season__ladder_id", "season_id", "pk"):
            check_author_permission(by, Act.SETTINGS, board.season.ladder)
            season = lock_open_season(board.season)
            many, _ = given.filter(board=board).delete()
            settle_starting_ratings(season, board, by=by, reason=reason, new=describe_given_ratings(board, 0, many))


def settle_starting_ratings(season: Season, board: Board, *, by: User | None, reason: str, new: str) -> None:
    """Rate a season anew after the starting ratings on this board changed, and note that in the change log."""
    planned = ledger.plan(season, boards=[board])
    write_event(Event.Verb.OPENING, season.ladder, by=by, reason=reason, season=season, new=new, plans=[planned])


def describe_given_ratings(board: Board, given: int, gone: int = 0) -> str:
    """Return such as "2 starting ratings on Points exchange, 1 removed"."""
    some = f"{format_count(given or gone, 'starting rating')} on {board.rating_system.about.label}"
    if not gone:
        return some
    return f"{some}, {gone} removed" if given else f"{some} removed"


def split_given_and_removed(
    people: Sequence[PlayerFileRow], found: dict[str, int]
) -> tuple[dict[int, PlayerFileRow], dict[int, str]]:
    """Return who gets a rating, and the names of those who lose one, both by player."""
    by_player = {found[build_name_key(one.name)]: one for one in people}
    gone = {player: one.name for player, one in by_player.items() if one.rating is None}
    return {player: one for player, one in by_player.items() if player not in gone}, gone


def find_given_players(board: Board, names: dict[int, str]) -> list[int]:
    """Return the keys under which these players, or players merged into them, were given a rating on a board.

    Raises: ValidationError, "Ann has no starting rating on Chips, total."
    """
    rows = Opening.objects.filter(board=board, source=Opening.Source.GIVEN).values_list(
        "player", resolve_player("player")
    )
    found = {player: itself for player, itself in rows if itself in names}
    if missing := set(names) - set(found.values()):
        name = next(name for player, name in names.items() if player in missing)
        raise ValidationError(f"{name} has no starting rating on {board.rating_system.about.label}.")
    return list(found)


def check_distinct_players(people: Sequence[PlayerFileRow], found: dict[str, int]) -> None:
    """Refuse two names of one player, such as a former name. Raises: ValidationError."""
    seen: dict[int, str] = {}
    for one in people:
        if seen.setdefault(found[build_name_key(one.name)], one.name) != one.name:
            raise ValidationError(f"{one.name} and {seen[found[build_name_key(one.name)]]} are the same player.")
