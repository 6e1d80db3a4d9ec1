"""What is at stake: a match rated as things stood when it began and ended; nothing is stored."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ladder.models import Board, Match, Standing
from ladder.ratings import Key, Rating, Result, advance_rating
from ladder.selectors.decays import load_previous_ratings
from ladder.selectors.order import OrderPlace, filter_from_place
from ladder.selectors.printing import find_direction, format_change, format_rating

LAST = 2**63 - 1  # an order of entry after any other
RatingTable = dict[tuple[int, Key], Rating]


class Stake(NamedTuple):
    """What one result would be worth to one player on one board."""

    label: str
    change: str
    direction: str
    before: str
    after: str


class RangeRefusal(NamedTuple):
    """Why the players may not play this match (W-9), and the last seat it is about."""

    text: str
    seat: int


class MatchRatings(NamedTuple):
    """The ratings that a stake starts from, by board and player: when the match ended and when it began."""

    ended: RatingTable
    began: RatingTable

    def before(self, board: Board, result: Result) -> tuple[Rating, ...]:
        """Return the players' ratings when the match ended; one who is new has the start value."""
        return list_ratings_as_of(board, result.players, self.ended, result.ended.date())

    def since_start(self, board: Board, result: Result) -> Result:
        """Return the result with the ratings when it began, for a system that asks for them (W-8, W-9)."""
        if result.started is None or not board.rating_system.looks_back:
            return result
        return result._replace(at_start=list_ratings_as_of(board, result.players, self.began, result.started.date()))


def list_ratings_as_of(board: Board, players: Iterable[Key], table: RatingTable, day: date) -> tuple[Rating, ...]:
    """Return these players' ratings on a board as of that day."""
    system = board.rating_system
    known = (table.get((board.pk, player)) or system.initial() for player in players)
    return tuple(advance_rating(system, rating, day) for rating in known)


def load_match_ratings(boards: Sequence[Board], result: Result) -> MatchRatings:
    """Return the ratings that the match finds; one query when nothing comes after it, else a few each board."""
    began: RatingTable = {}
    if result.started is not None:
        began = load_ratings_before(
            [board for board in boards if board.rating_system.looks_back], (result.started, -1), result
        )
    return MatchRatings(load_ratings_before(boards, (result.ended, LAST), result), began)


def load_ratings_before(boards: Sequence[Board], place: OrderPlace, result: Result) -> RatingTable:
    """Return the players' ratings on these boards before a place in the order."""
    if not boards:
        return {}
    if not has_later_match(boards[0], place):
        rows = Standing.objects.filter(board__in=boards, player__in=result.players)
        return {(row.board_id, row.player_id): row.rating for row in rows}
    tables = ((board, load_previous_ratings(board, place, result.players)) for board in boards)
    return {(board.pk, player): rating for board, table in tables for player, rating in table.items()}


def has_later_match(board: Board, place: OrderPlace) -> bool:
    """Say whether a counting match of the season stands at this place or after it."""
    counted = Match.objects.filter(season=board.season_id, status=Match.Status.COUNTED)
    return counted.filter(filter_from_place(place)).exists()


def list_first_stakes(boards: Sequence[Board], result: Result, ratings: MatchRatings) -> list[Stake]:
    """Return what the result is worth to the first player, board by board."""
    return [list_stakes(board, result, ratings)[0] for board in boards]


def list_stakes(board: Board, result: Result, ratings: MatchRatings) -> list[Stake]:
    """Return what the result is worth on one board, in the order of the seats."""
    system, before = board.rating_system, ratings.before(board, result)
    after = system.rate(ratings.since_start(board, result), before)
    return [
        Stake(
            system.about.label,
            format_change(system, new.points - old.points),
            find_direction(new.points - old.points),
            format_rating(system, old),
            format_rating(system, new),
        )
        for old, new in zip(before, after, strict=True)
    ]


def find_range_refusals(
    boards: Sequence[Board], result: Result, ratings: MatchRatings, names: Mapping[Key, str]
) -> list[RangeRefusal]:
    """Return why the players may not play this match (W-9)."""
    found = (
        board.rating_system.eligible(ratings.since_start(board, result), ratings.before(board, result))
        for board in boards
    )
    return [
        RangeRefusal(message.text(names.__getitem__), max(map(result.players.index, message.players.values())))
        for message in found
        if message
    ]


def describe_winner(result: Result, names: Mapping[Key, str]) -> str:
    """Return who won and by which rule."""
    if result.places:
        first = sum(place == 1 for place in result.places)
        return f"{first} players share the first place." if first > 1 else ""
    winner = next((seat for seat, score in enumerate(result.scores) if score == 1), None)
    if winner is None:
        return "Nobody wins."
    how = "the last one standing"
    if result.exits[winner].how == "surrendered":
        how = "the only one to surrender in the last round, where the others died"
    return f"{names[result.players[winner]]} wins, {how}."
