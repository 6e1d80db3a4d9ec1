"""The standings of a board's players: as stored now, or at the end of a past day, brought up to a day."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from operator import sub
from typing import Any, NamedTuple

from django.utils import timezone

from ladder.ledger.calendar import advance_states, load_board_breaks
from ladder.ledger.form_and_counts import load_everybody_before
from ladder.ledger.ranking import PRESENCE_FIELDS
from ladder.ledger.storage.tables import (
    MATCH_PATH,
    OrderPlace,
    PastState,
    load_opening_table,
    load_table_before,
    place_after_day,
)
from ladder.models import Board, RatingChange, Standing
from ladder.ratings import Counts, Key, Rating, RatingSystem, Step, TableSystem, advance_rating, count_periods
from players.models import Player

LAST_MATCH_COLUMNS = ("last_match", "last_match__played_at", "last_change")
PLAYER_NAME_COLUMNS = ("player", "player__name")
PRESENCE_COLUMNS = tuple(f"player__{field}" for field in PRESENCE_FIELDS)
NO_OPENING = PastState(Rating(0.0), Counts())  # of a player who brings nothing from before the season
STANDING_NOW_COLUMNS = (
    *PLAYER_NAME_COLUMNS,
    *PRESENCE_COLUMNS,
    *LAST_MATCH_COLUMNS,
    "form",
    "points",
    "experience",
    "memory",
    "as_of",
    *Counts._fields,
    "written",
)


def build_decay_steps(system: RatingSystem, since: Rating | None, before: Rating) -> tuple[Step, ...]:
    """Return the steps by which time alone changed a rating between two matches: `since` is that after the first."""
    if isinstance(system, TableSystem):
        return system.explain_days(since, before) if since and since.points != before.points else ()
    count = count_periods(system, since, before) if since else 0
    return system.explain_advance(since, count) if since and count else ()


def load_previous_ratings(board: Board, place: OrderPlace, players: Collection[Key]) -> dict[Key, Rating]:
    """Return the players' ratings after their last match before this place in the order of play, by player.

    Who had no match has their starting rating; one without a day advances from the board's first match on.
    """
    table = {player: past.rating for player, past in load_table_before(board, place, players).items()}
    if board.rating_system.period is None or all(rating.as_of for rating in table.values()):
        return table
    day = find_first_day(board)
    return {player: rating._replace(as_of=rating.as_of or day) for player, rating in table.items()}


def find_first_day(board: Board) -> date | None:
    """Return the day of the board's first match, from which starting ratings without a day advance."""
    dated = {"board": board, "before_as_of__isnull": False, f"{MATCH_PATH}season": board.season_id}
    in_order = f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence"  # as their index has them
    rows = RatingChange.objects.filter(**dated).order_by(*in_order)
    first = rows.values_list(f"{MATCH_PATH}played_at", flat=True).first()
    return timezone.localdate(first) if first else None


class PlayerStanding(NamedTuple):
    """A player's state on a board, with the last match, the rating change that it made, and what ranks need.

    `counts` are of all matches, by which ties are broken. `brought` is the state from before the season's first match;
    its counts and experience are a part of these.
    """

    player: int
    name: str
    match: int | None
    played_at: datetime | None
    change: float | None
    rating: Rating
    counts: Counts
    form: str = ""
    brought: PastState = NO_OPENING
    retired_on: date | None = None
    sits_out_until: date | None = None
    erased_at: datetime | None = None
    joined_at: datetime | None = None
    written: Rating | None = None  # the rating after the last match, where the calendar has moved it since

    @property
    def here(self) -> Counts:
        """The counts of this season alone."""
        return Counts(*map(sub, self.counts, self.brought.counts))

    @property
    def gained(self) -> int:
        """The experience of this season alone."""
        return self.rating.experience - self.brought.rating.experience


def load_current_standings(board: Board) -> list[PlayerStanding]:
    """Return the standing of every player as stored, in no order; two queries."""
    opening = load_opening_table(board)
    rows = Standing.objects.filter(board=board).order_by().values_list(*STANDING_NOW_COLUMNS)
    return [build_player_standing(row, opening.get(row[0], NO_OPENING)) for row in rows]


def load_standings_by_board(boards: Iterable[Board]) -> dict[int, list[PlayerStanding]]:
    """Return the standings of every player as stored, by the key of the board and in no order; one query.

    What players brought from before the season is not looked up.
    """
    found: dict[int, list[PlayerStanding]] = defaultdict(list)
    for board, *row in Standing.objects.filter(board__in=boards).order_by().values_list("board", *STANDING_NOW_COLUMNS):
        found[board].append(build_player_standing(row, NO_OPENING))
    return found


def build_player_standing(row: Sequence[Any], brought: PastState) -> PlayerStanding:
    """Return the standing of a row with the columns of `NOW`."""
    player, name, retired, out, erased, joined, match, played_at, change, form, *rest, written = row
    about = retired, out, erased, joined, Rating(*written) if written else None
    rating, counts = Rating(*rest[:4]), Counts(*rest[4:])
    return PlayerStanding(player, name, match, played_at, change, rating, counts, form, brought, *about)


def load_past_standings(board: Board, day: date) -> list[PlayerStanding]:
    """Return the standings at the end of a past day, in no order, of all who had played or had a rating by then."""
    opening = load_opening_table(board)
    written = load_everybody_before(board, place_after_day(day), opening)
    table = advance_states(board, written, day + timedelta(1), load_board_breaks(board))
    people = Player.objects.filter(standings__board=board).values_list("pk", "name", *PRESENCE_FIELDS)
    since = find_first_day(board) if board.rating_system.period else None
    found = []
    for player, name, *about in people:
        if state := table.get(player):
            last = state.match, state.played_at, state.change
            rating, brought = date_starting_rating(state.current, since), opening.get(player, NO_OPENING)
            about.append(state.rating if state.moved_on else None)
            found.append(PlayerStanding(player, name, *last, rating, state.counts, state.form, brought, *about))
    return found


def date_starting_rating(rating: Rating, since: date | None) -> Rating:
    """Return the rating as of this day, if it has none; the replay does the same with starting ratings."""
    return rating if rating.as_of or since is None else rating._replace(as_of=since)


def advance_standings(system: RatingSystem, rows: Iterable[PlayerStanding], day: date) -> list[PlayerStanding]:
    """Return the standings with their ratings as of a day: changed by what time alone did since their last match."""
    if system.period is None:
        return list(rows)
    return [row._replace(rating=advance_rating(system, row.rating, day)) for row in rows]
