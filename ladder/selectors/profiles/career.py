"""A player's career on one board: every counting match up to a day, as the ledger holds it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Case, Q, When
from django.utils import timezone

from ladder.models import Board, Opening, RatingChange
from ladder.ratings import Counts, Rating, advance_rating
from ladder.selectors.days import after
from ladder.selectors.decays import first_day
from ladder.selectors.marks import is_changed
from ladder.selectors.order import before_place
from ladder.selectors.past import AT
from ladder.selectors.ranking import as_of
from ladder.selectors.stood import dated
from players.identity import called, selves, who
from players.models import Player

ORDER = (f"{AT}played_at", f"{AT}sequence")
MATCH = tuple(f"{AT}{name}" for name in ("id", "played_at", "kind", "facts"))
SIDE = ("participant__score", "participant__place", "participant__exit")
BEFORE = tuple(f"before_{name}" for name in Rating._fields)
OTHER = (
    who("participant__player"),
    called("participant__player"),
    "participant__score",
    "participant__place",
    "before_points",
)
AFTER = tuple(f"after_{name}" for name in Rating._fields)


class Other(NamedTuple):
    """Who else took part, with the rating just before."""

    player: int
    name: str
    score: float | None
    place: int | None
    before: float


class Game(NamedTuple):
    """One match of the career; `is_changed` says that it was corrected or voided after it was entered."""

    match: int
    at: datetime
    kind: str
    facts: Mapping[str, float]
    is_changed: bool
    score: float | None
    place: int | None
    exit: str
    before: Rating
    after: Rating
    others: list[Other]

    @property
    def change(self) -> float:
        """What the match was worth, unrounded."""
        return self.after.points - self.before.points

    @property
    def day(self) -> date:
        """The club's day."""
        return timezone.localdate(self.at)


class Opened(NamedTuple):
    """What a player began with, and where it came from: empty for the system's start."""

    rating: Rating
    counts: Counts = Counts()
    source: str = ""


class Career(NamedTuple):
    """The matches in order of play, what the player began with, and the day as of which it is read."""

    board: Board
    opening: Opened
    games: list[Game]
    day: date

    @property
    def rating(self) -> Rating:
        """The rating on that day, decay included."""
        return advance_rating(
            self.board.rating_system, self.games[-1].after if self.games else self.opening.rating, self.day
        )


def until(asked: date | None, prefix: str) -> Q:
    """Return the filter for matches up to the end of that day; None is no limit."""
    return before_place(after(asked), prefix) if asked else Q()


def career(board: Board, player: Player, asked: date | None = None) -> Career:
    """Return a career up to the end of the day asked for, in three queries; a fourth dates an undated opening."""
    rows = RatingChange.objects.filter(until(asked, AT), board=board, participant__player__in=selves([player.pk]))
    mine = list(rows.order_by(*ORDER).values_list(*MATCH, is_changed(AT), *SIDE, *BEFORE, *AFTER))
    others = others_of(board, player, [match for match, *_ in mine])
    games = [game(row, others) for row in mine]
    return Career(board, opened(board, player), games, asked or as_of(board.season))


def game(row: Iterable[Any], others: Mapping[int, list[Other]]) -> Game:
    """Return a row of the ledger as a match of the career."""
    match, at, kind, facts, changed, score, place, exit, *states = row
    before, after = Rating(*states[:4]), Rating(*states[4:])
    return Game(match, at, kind, facts, changed, score, place, exit, before, after, others.get(match, []))


def others_of(board: Board, player: Player, matches: Collection[int]) -> dict[int, list[Other]]:
    """Return who else took part in these matches of the player, by match."""
    found: dict[int, list[Other]] = defaultdict(list)
    rows = RatingChange.objects.filter(board=board, participant__match__in=matches)
    rows = rows.exclude(participant__player__in=selves([player.pk])).order_by(*ORDER, "participant__seat")
    for match, *other in rows.values_list("participant__match", *OTHER):
        found[match].append(Other(*other))
    return found


def opened(board: Board, player: Player) -> Opened:
    """Return what the player brought into the season; without an opening, the system's start."""
    rows = Opening.objects.filter(board=board, player__in=selves([player.pk]))
    row = rows.order_by(Case(When(player=player, then=0), default=1), "player").first()
    if row is None:
        return Opened(board.rating_system.initial())
    since = first_day(board) if board.rating_system.period else None
    return Opened(dated(row.rating, since), row.counts, row.source)
