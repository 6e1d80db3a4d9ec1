"""A player's career on one board: every counting match up to a day, and every change of the rating between them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Case, Q, When
from django.utils import timezone

from ladder.ledger.player_standings import date_starting_rating, find_first_day
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.tables import MATCH_PATH, filter_before_place, place_after_day
from ladder.matches.queries.results import build_changed_condition, join_names
from ladder.models import Board, Opening, RatingChange
from ladder.pages.figures import format_ordinal
from ladder.ratings import Counts, Rating, advance_rating
from players.models import Player
from players.people.queries import resolve_player, resolve_player_name, select_with_merged

ORDER = (f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence")
MATCH = tuple(f"{MATCH_PATH}{name}" for name in ("id", "played_at", "kind", "facts"))
SIDE = ("participant__score", "participant__place", "participant__exit")
BEFORE = tuple(f"before_{name}" for name in Rating._fields)
OTHER = (
    resolve_player("participant__player"),
    resolve_player_name("participant__player"),
    "participant__score",
    "participant__place",
    "before_points",
)
AFTER = tuple(f"after_{name}" for name in Rating._fields)

WORDS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}


class OtherParticipant(NamedTuple):
    """Who else took part, with the rating just before."""

    player: int
    name: str
    score: float | None
    place: int | None
    before: float


class CareerMatch(NamedTuple):
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
    others: list[OtherParticipant]

    @property
    def change(self) -> float:
        """What the match was worth, unrounded."""
        return self.after.points - self.before.points

    @property
    def day(self) -> date:
        """The club's day."""
        return timezone.localdate(self.at)


class CareerStart(NamedTuple):
    """What a player began with, and where it came from: empty for the system's start."""

    rating: Rating
    counts: Counts = Counts()
    source: str = ""


class Career(NamedTuple):
    """The matches in order of play, what the player began with, and the day as of which it is read."""

    board: Board
    opening: CareerStart
    games: list[CareerMatch]
    day: date

    @property
    def rating(self) -> Rating:
        """The rating on that day, decay included."""
        return advance_rating(
            self.board.rating_system, self.games[-1].after if self.games else self.opening.rating, self.day
        )


def filter_until(asked: date | None, prefix: str) -> Q:
    """Return the filter for matches up to the end of that day; None is no limit."""
    return filter_before_place(place_after_day(asked), prefix) if asked else Q()


def load_career(board: Board, player: Player, asked: date | None = None) -> Career:
    """Return a career up to the end of the day asked for, in three queries; a fourth dates an undated opening."""
    rows = RatingChange.objects.filter(
        filter_until(asked, MATCH_PATH), board=board, participant__player__in=select_with_merged([player.pk])
    )
    mine = list(rows.order_by(*ORDER).values_list(*MATCH, build_changed_condition(MATCH_PATH), *SIDE, *BEFORE, *AFTER))
    others = load_other_participants(board, player, [match for match, *_ in mine])
    games = [build_career_match(row, others) for row in mine]
    return Career(board, load_career_start(board, player), games, asked or find_standings_day(board.season))


def build_career_match(row: Iterable[Any], others: Mapping[int, list[OtherParticipant]]) -> CareerMatch:
    """Return a row of the ledger as a match of the career."""
    match, at, kind, facts, changed, score, place, exit, *states = row
    before, after = Rating(*states[:4]), Rating(*states[4:])
    return CareerMatch(match, at, kind, facts, changed, score, place, exit, before, after, others.get(match, []))


def load_other_participants(
    board: Board, player: Player, matches: Collection[int]
) -> dict[int, list[OtherParticipant]]:
    """Return who else took part in these matches of the player, by match."""
    found: dict[int, list[OtherParticipant]] = defaultdict(list)
    rows = RatingChange.objects.filter(board=board, participant__match__in=matches)
    rows = rows.exclude(participant__player__in=select_with_merged([player.pk])).order_by(*ORDER, "participant__seat")
    for match, *other in rows.values_list("participant__match", *OTHER):
        found[match].append(OtherParticipant(*other))
    return found


def load_career_start(board: Board, player: Player) -> CareerStart:
    """Return what the player brought into the season; without an opening, the system's start."""
    rows = Opening.objects.filter(board=board, player__in=select_with_merged([player.pk]))
    row = rows.order_by(Case(When(player=player, then=0), default=1), "player").first()
    if row is None:
        return CareerStart(board.rating_system.initial())
    since = find_first_day(board) if board.rating_system.period else None
    return CareerStart(date_starting_rating(row.rating, since), row.counts, row.source)


class RatingEntry(NamedTuple):
    """One change, unrounded: by a match, or by the clock from a rating on; the opening has no before."""

    day: date | None
    before: float | None
    after: float
    game: CareerMatch | None = None
    held: Rating | None = None


def list_rating_entries(career: Career) -> Iterator[RatingEntry]:
    """Give the opening, then every change, the decay between matches and up to the career's day included."""
    system, held = career.board.rating_system, career.opening.rating
    yield RatingEntry(held.as_of or (career.games[0].day if career.games else None), None, held.points)
    for game in career.games:
        yield from list_decay_entries(held, game.before, game.day)
        yield RatingEntry(game.day, game.before.points, game.after.points, game)
        held = game.after
    yield from list_decay_entries(held, advance_rating(system, held, career.day), career.day)


def list_decay_entries(held: Rating, now: Rating, day: date) -> Iterator[RatingEntry]:
    """Give the decay between two states of a rating, if there was any."""
    if held.points != now.points:
        yield RatingEntry(now.as_of or day, held.points, now.points, held=held)


def describe_career_match(game: CareerMatch) -> str:
    """Return "beat Bea", "came 2nd of 8" or "nobody won, with Bo and Cleo"."""
    names = join_names([other.name for other in game.others])
    if game.place:
        return f"came {format_ordinal(game.place)} of {game.facts.get('field', len(game.others) + 1):g}"
    if game.score == 0 and not any(other.score == 1 for other in game.others):
        return f"nobody won, with {names}"
    return f"{WORDS.get(game.score or 0.0, 'played')} {names}"


def describe_opponents(game: CareerMatch) -> str:
    """Return "v Bea", or the place in a tournament."""
    return describe_career_match(game) if game.place else f"v {join_names([other.name for other in game.others])}"
