"""What is at stake: a match rated as things stood when it began and ended; nothing is stored."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ladder.models import Board, Match, Standing
from ladder.ratings import Key, Rating, Result, advance_rating

from .decays import ratings_before
from .order import Place, from_place
from .printing import change_text, direction, rating_text

LAST = 2**63 - 1  # an order of entry after any other
Table = dict[tuple[int, Key], Rating]


class Stake(NamedTuple):
    """What one result would be worth to one player on one board."""

    label: str
    change: str
    direction: str
    before: str
    after: str


class Refusal(NamedTuple):
    """Why the players may not play this match (W-9), and the last seat it is about."""

    text: str
    seat: int


class Ratings(NamedTuple):
    """The ratings that a stake starts from, by board and player: when the match ended and when it began."""

    ended: Table
    began: Table

    def before(self, board: Board, result: Result) -> tuple[Rating, ...]:
        """Return the players' ratings when the match ended; one who is new has the start value."""
        return ratings_of(board, result.players, self.ended, result.ended.date())

    def since_start(self, board: Board, result: Result) -> Result:
        """Return the result with the ratings when it began, for a system that asks for them (W-8, W-9)."""
        if result.started is None or not board.rating_system.looks_back:
            return result
        return result._replace(at_start=ratings_of(board, result.players, self.began, result.started.date()))


def ratings_of(board: Board, players: Iterable[Key], table: Table, day: date) -> tuple[Rating, ...]:
    """Return these players' ratings on a board as of that day."""
    system = board.rating_system
    known = (table.get((board.pk, player)) or system.initial() for player in players)
    return tuple(advance_rating(system, rating, day) for rating in known)


def ratings_at(boards: Sequence[Board], result: Result) -> Ratings:
    """Return the ratings that the match finds; one query when nothing comes after it, else a few each board."""
    began: Table = {}
    if result.started is not None:
        began = table_at([board for board in boards if board.rating_system.looks_back], (result.started, -1), result)
    return Ratings(table_at(boards, (result.ended, LAST), result), began)


def table_at(boards: Sequence[Board], place: Place, result: Result) -> Table:
    """Return the players' ratings on these boards before a place in the order."""
    if not boards:
        return {}
    if not is_late(boards[0], place):
        rows = Standing.objects.filter(board__in=boards, player__in=result.players)
        return {(row.board_id, row.player_id): row.rating for row in rows}
    tables = ((board, ratings_before(board, place, result.players)) for board in boards)
    return {(board.pk, player): rating for board, table in tables for player, rating in table.items()}


def is_late(board: Board, place: Place) -> bool:
    """Say whether a counting match of the season stands at this place or after it."""
    counted = Match.objects.filter(season=board.season_id, status=Match.Status.COUNTED)
    return counted.filter(from_place(place)).exists()


def stake(boards: Sequence[Board], result: Result, ratings: Ratings) -> list[Stake]:
    """Return what the result is worth to the first player, board by board."""
    return [stakes_on(board, result, ratings)[0] for board in boards]


def stakes_on(board: Board, result: Result, ratings: Ratings) -> list[Stake]:
    """Return what the result is worth on one board, in the order of the seats."""
    system, before = board.rating_system, ratings.before(board, result)
    after = system.rate(ratings.since_start(board, result), before)
    return [
        Stake(
            system.about.label,
            change_text(system, new.points - old.points),
            direction(new.points - old.points),
            rating_text(system, old),
            rating_text(system, new),
        )
        for old, new in zip(before, after, strict=True)
    ]


def refusals(boards: Sequence[Board], result: Result, ratings: Ratings, names: Mapping[Key, str]) -> list[Refusal]:
    """Return why the players may not play this match (W-9)."""
    found = (
        board.rating_system.eligible(ratings.since_start(board, result), ratings.before(board, result))
        for board in boards
    )
    return [
        Refusal(message.text(names.__getitem__), max(map(result.players.index, message.players.values())))
        for message in found
        if message
    ]


def verdict(result: Result, names: Mapping[Key, str]) -> str:
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
