"""What is at stake: a match rated as things stand now; nothing is stored."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.models import Board, Standing
from ladder.ratings import Key, Rating, Result, decayed

from .printing import change_text, direction, rating_text


class Stake(NamedTuple):
    """What one result would be worth to one player on one board."""

    label: str
    change: str
    direction: str
    before: str
    after: str


class Ratings(NamedTuple):
    """The ratings that a stake starts from, by board and player."""

    rows: dict[tuple[int, Key], Rating]

    def of(self, board: Board, result: Result) -> tuple[Rating, ...]:
        """Return the players' ratings on that day; one who is new has the start value."""
        system, day = board.rating_system, result.ended.date()
        known = (self.rows.get((board.pk, key)) or system.initial() for key in result.players)
        return tuple(decayed(system, rating, day) for rating in known)


def ratings_now(boards: Sequence[Board], players: Sequence[Key]) -> Ratings:
    """Return the players' ratings on these boards, in one query."""
    rows = Standing.objects.filter(board__in=boards, player__in=players)
    return Ratings({(row.board_id, row.player_id): row.rating for row in rows})


def stake(boards: Sequence[Board], result: Result, ratings: Ratings, seat: int = 0) -> list[Stake]:
    """Return what the result is worth to the player in that seat, board by board."""
    return [stake_on(board, result, ratings.of(board, result), seat) for board in boards]


def stake_on(board: Board, result: Result, before: Sequence[Rating], seat: int) -> Stake:
    """Return what the result is worth on one board."""
    system = board.rating_system
    if result.started:
        result = result._replace(at_start=before)
    old, new = before[seat].points, system.rate(result, before)[seat].points
    shown = [rating_text(system, points) for points in (old, new)]
    return Stake(system.about.label, change_text(system, new - old), direction(new - old), *shown)


def refusals(boards: Sequence[Board], result: Result, ratings: Ratings, names: dict[Key, str]) -> list[str]:
    """Return why the players may not play this match (W-9)."""
    found = (board.rating_system.eligible(result, ratings.of(board, result)) for board in boards)
    return [message.text(names.__getitem__) for message in found if message]
