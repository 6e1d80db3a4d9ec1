"""How players stand on a board: now as stored, or at the end of a past day as the ledger has it, decay included."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import timezone

from ladder.ledger.form_and_counts import BroughtCounts, list_brought_counts, load_everybody_before
from ladder.ledger.ranking import PRESENCE
from ladder.ledger.storage.tables import MATCH_PATH, OrderPlace, load_opening_table, load_table_before, place_after_day
from ladder.models import Board, RatingChange, Standing
from ladder.ratings import Counts, Key, Rating, RatingSystem, Step, advance_rating, count_periods
from players.models import Player

LAST = ("last_match", "last_match__played_at", "last_change")
WHO = ("player", "player__name", "player__key")
ABOUT = tuple(f"player__{field}" for field in PRESENCE)
NOW = (*WHO, *ABOUT, *LAST, "form", "points", "experience", "memory", "as_of", *Counts._fields)


def build_decay_steps(system: RatingSystem, since: Rating | None, before: Rating) -> tuple[Step, ...]:
    """Return the steps from the rating after a player's last change to the one just before the match."""
    count = count_periods(system, since, before) if since else 0
    return system.explain_advance(since, count) if since and count else ()


def load_previous_ratings(board: Board, place: OrderPlace, players: Collection[Key]) -> dict[Key, Rating]:
    """Return the ratings after the players' last changes before this place in the order, or those of the opening.

    What was brought in began to decay on the day of the board's first match.
    """
    table = {player: past.rating for player, past in load_table_before(board, place, players).items()}
    if board.rating_system.period is None or all(rating.as_of for rating in table.values()):
        return table
    day = find_first_day(board)
    return {player: rating._replace(as_of=rating.as_of or day) for player, rating in table.items()}


def find_first_day(board: Board) -> date | None:
    """Return the day of the board's first match, when undated openings begin to decay."""
    dated = {"board": board, "before_as_of__isnull": False, f"{MATCH_PATH}season": board.season_id}
    rows = RatingChange.objects.filter(**dated).order_by(
        f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence"
    )  # as their index has them
    first = rows.values_list(f"{MATCH_PATH}played_at", flat=True).first()
    return timezone.localdate(first) if first else None


class PlayerStanding(NamedTuple):
    """A player's state on a board, with the latest match and what it changed.

    `counts` are all that the board knows of, which the ranking asks for; `brought` is what of it is from before the
    season.
    """

    player: int
    name: str
    key: str
    match: int | None
    played_at: datetime | None
    change: float | None
    rating: Rating
    counts: Counts
    form: str = ""
    brought: BroughtCounts = BroughtCounts()
    retired_on: date | None = None
    sits_out_until: date | None = None
    erased_at: datetime | None = None
    joined_at: datetime | None = None

    @property
    def here(self) -> Counts:
        """The counts of this season alone."""
        return self.brought.without(self.counts)

    @property
    def gained(self) -> int:
        """The experience of this season alone."""
        return self.rating.experience - self.brought.experience


def load_player_standings(board: Board, past: date | None) -> list[PlayerStanding]:
    """Return where everybody stands, or stood at the end of that day, in no order; ratings as last written."""
    return load_past_standings(board, past) if past else load_current_standings(board)


def load_current_standings(board: Board) -> list[PlayerStanding]:
    """Return where everybody stands, in two queries: plain values, since hundreds of models cost more than those."""
    brought = list_brought_counts(load_opening_table(board))
    rows = Standing.objects.filter(board=board).order_by().values_list(*NOW)
    return [build_player_standing(row)._replace(brought=brought.get(row[0], BroughtCounts())) for row in rows]


def load_standings_by_board(boards: Iterable[Board]) -> dict[int, list[PlayerStanding]]:
    """Return where everybody stands on each of these boards, by board and in one query."""
    found: dict[int, list[PlayerStanding]] = defaultdict(list)
    for board, *row in Standing.objects.filter(board__in=boards).order_by().values_list("board", *NOW):
        found[board].append(build_player_standing(row))
    return found


def build_player_standing(row: Sequence[Any]) -> PlayerStanding:
    """Return a row of plain values as what it says."""
    player, name, key, retired, out, erased, joined, match, played_at, change, form, *rest = row
    about = retired, out, erased, joined
    rating, counts = Rating(*rest[:4]), Counts(*rest[4:])
    return PlayerStanding(player, name, key, match, played_at, change, rating, counts, form, BroughtCounts(), *about)


def load_past_standings(board: Board, day: date) -> list[PlayerStanding]:
    """Return where everybody stood at the end of that day: who had played or brought a rating by then."""
    opening = load_opening_table(board)
    table, brought = load_everybody_before(board, place_after_day(day), opening), list_brought_counts(opening)
    names = Player.objects.filter(standings__board=board).values_list("pk", "name", "key", *PRESENCE)
    since = find_first_day(board) if board.rating_system.period else None
    found = []
    for player, name, key, *about in names:
        if one := table.get(player):
            rating = date_starting_rating(one.rating, since)
            latest = one.match, one.played_at, one.change
            told = brought.get(player, BroughtCounts())
            found.append(PlayerStanding(player, name, key, *latest, rating, one.counts, one.form, told, *about))
    return found


def date_starting_rating(rating: Rating, since: date | None) -> Rating:
    """Let an opening rating without a day decay from the board's first match on, as the fold does."""
    return rating if rating.as_of or since is None else rating._replace(as_of=since)


def decay_standings(system: RatingSystem, rows: Iterable[PlayerStanding], day: date) -> list[PlayerStanding]:
    """Return the same with ratings as they stand on that day, nothing being played in between."""
    if system.period is None:
        return list(rows)
    return [row._replace(rating=advance_rating(system, row.rating, day)) for row in rows]
