"""A player's career on one board: every counting match up to a day, and every change of the rating between them."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Case, Q, QuerySet, When
from django.utils import timezone

from ladder.formats import (
    WALKOVER,
    ParticipantResult,
    describe_score,
    describe_title,
    format_ordinal,
    join_names,
    parse_games,
)
from ladder.ledger.player_standings import date_starting_rating, find_first_day
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.match_record import load_counted_participants, read_participant
from ladder.ledger.storage.tables import (
    MATCH_PATH,
    filter_before_place,
    has_shifts,
    load_opening_table,
    place_after_day,
)
from ladder.matches.queries.results import build_changed_condition
from ladder.models import Board, Opening, Participant, RatingChange, RatingShift
from ladder.pages.figures import find_direction
from ladder.ratings import Counts, Rating, RatingSystem, advance_rating, find_reading_day
from players.models import Player
from players.people.queries import resolve_player, resolve_player_name, select_with_merged

CAREER_ORDER = (f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence")
CAREER_MATCH_COLUMNS = tuple(f"{MATCH_PATH}{name}" for name in ("id", "played_at", "kind", "facts", "games", "ending"))
CAREER_SIDE_COLUMNS = (
    "participant__score",
    "participant__place",
    "participant__exit",
    "participant__side",
    "participant__seat",
)
RATING_BEFORE = tuple(f"before_{name}" for name in Rating._fields)
OPPONENT_COLUMNS = (
    resolve_player("participant__player"),
    resolve_player_name("participant__player"),
    "participant__score",
    "participant__place",
    "before_points",
    "participant__side",
)
RATING_AFTER = tuple(f"after_{name}" for name in Rating._fields)
ENDING_VERBS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}
BY_WALKOVER = " by walkover"


class OtherParticipant(NamedTuple):
    """Somebody else who took part in a match, with their rating before it."""

    player: int
    name: str
    score: float | None
    place: int | None
    before: float
    side: int = 0  # who played together; 0 where everyone played alone


class CareerMatch(NamedTuple):
    """A match of the career. `is_changed` says that somebody corrected, voided or restored it."""

    key: int
    at: datetime
    kind: str
    facts: Mapping[str, float]
    is_changed: bool
    score: float | None
    place: int | None
    exit: str
    before: Rating
    after: Rating
    others: list[OtherParticipant]  # without those who played on the same side
    partners: Sequence[OtherParticipant] = ()
    told: str = ""  # the score, with the player's own points first

    def list_other_keys(self) -> list[set[int]]:
        """Return the keys of the partners, and of the opponents."""
        return [{one.player for one in side} for side in (self.partners, self.others)]

    @property
    def change(self) -> float:
        """How many points the match was worth, not rounded."""
        return self.after.points - self.before.points

    @property
    def day(self) -> date:
        """The club's day on which it was played."""
        return timezone.localdate(self.at)


class CareerShift(NamedTuple):
    """What a match of others did to the rating, with its title; `slot` is how many own matches come before it."""

    key: int
    at: datetime
    title: str
    before: Rating
    after: Rating
    slot: int

    @property
    def change(self) -> float:
        """By how many points the match moved the player, not rounded."""
        return self.after.points - self.before.points

    @property
    def day(self) -> date:
        """The club's day on which it was played."""
        return timezone.localdate(self.at)


class CareerStart(NamedTuple):
    """The rating and the counts before the first match; `source` is empty where the system sets the rating."""

    rating: Rating
    counts: Counts = Counts()
    source: str = ""


class Career(NamedTuple):
    """A player's matches on a board in order of play, up to a day; `day` is the one as of which the rating is read."""

    board: Board
    start: CareerStart
    matches: list[CareerMatch]
    day: date
    shifts: Sequence[CareerShift] = ()

    @property
    def steps(self) -> list[CareerMatch | CareerShift]:
        """The matches in order, with the shifts between them."""
        found: list[CareerMatch | CareerShift] = list(self.matches)
        for shift in reversed(self.shifts):
            found.insert(shift.slot, shift)
        return found

    @property
    def rating(self) -> Rating:
        """The rating on that day, with what time alone has done since the last match."""
        steps = self.steps
        written = steps[-1].after if steps else self.start.rating
        return advance_rating(self.board.rating_system, written, self.day)


def filter_until(asked: date | None, prefix: str) -> Q:
    """Return the filter for matches up to the end of a day; None is no limit."""
    return filter_before_place(place_after_day(asked), prefix) if asked else Q()


def load_career(board: Board, player: Player, asked: date | None = None) -> Career:
    """Return a career up to the end of the day asked for; three queries, one more if time alone changes ratings.

    Three more where matches of others move the player.
    """
    rows = select_own_changes(board, player, asked)
    matches = load_career_matches(board, player, rows)
    shifts = load_career_shifts(board, player, asked, rows) if has_shifts(board) else ()
    day = find_reading_day(board.rating_system, asked) if asked else find_standings_day(board.season)
    return Career(board, load_career_start(board, player, matches), matches, day, shifts)


def load_encounters(
    board: Board, player: Player, others: Sequence[Player], asked: date | None = None
) -> list[CareerMatch]:
    """Return the matches of a career in which all these others took part, up to a day; two queries."""
    rows = select_own_changes(board, player, asked)
    for one in others:
        rows = rows.filter(participant__match__participants__player__in=select_with_merged([one.pk]))
    return load_career_matches(board, player, rows)


def select_own_changes(board: Board, player: Player, asked: date | None) -> QuerySet[RatingChange]:
    """Return the changes by the player's own matches up to the end of a day."""
    return RatingChange.objects.filter(
        filter_until(asked, MATCH_PATH), board=board, participant__player__in=select_with_merged([player.pk])
    )


def load_career_matches(board: Board, player: Player, rows: QuerySet[RatingChange]) -> list[CareerMatch]:
    """Return the matches of these changes in order of play; two queries."""
    mine = list(
        rows.order_by(*CAREER_ORDER).values_list(
            *CAREER_MATCH_COLUMNS,
            build_changed_condition(MATCH_PATH),
            *CAREER_SIDE_COLUMNS,
            *RATING_BEFORE,
            *RATING_AFTER,
        )
    )
    others = load_other_participants(board, player, [match for match, *_ in mine])
    return [build_career_match(row, others) for row in mine]


def build_career_match(row: Iterable[Any], others: Mapping[int, list[OtherParticipant]]) -> CareerMatch:
    """Return the match that a row of the ledger holds."""
    key, at, kind, facts, games, ending, is_changed, score, place, exit, side, seat, *states = row
    told = describe_score(parse_games(games), ending, turned=side == 2 or (not side and seat == 1))
    before, after, everybody = Rating(*states[:4]), Rating(*states[4:]), others.get(key, [])
    partners = [one for one in everybody if side and one.side == side]
    against = [one for one in everybody if one not in partners]
    return CareerMatch(key, at, kind, facts, is_changed, score, place, exit, before, after, against, partners, told)


def load_career_shifts(
    board: Board, player: Player, asked: date | None, mine: QuerySet[RatingChange]
) -> list[CareerShift]:
    """Return what matches of others did to the rating, in order of play; `mine` are the changes by own matches."""
    found = RatingShift.objects.filter(filter_until(asked, "match__"), board=board, player=player)
    places, titles = list(mine.order_by(*CAREER_ORDER).values_list(*CAREER_ORDER)), load_shift_titles(found)
    in_order = "match__played_at", "match__sequence"
    rows = found.order_by(*in_order).values_list("match", *in_order, *RATING_BEFORE, *RATING_AFTER)
    system: Any = board.rating_system  # a table
    moves = ((*row, Rating(*states[:4]), Rating(*states[4:])) for *row, states in ((*r[:3], r[3:]) for r in rows))
    return [
        CareerShift(match, at, system.explain_shift(old, new) or titles[match], old, new, bisect(places, (at, number)))
        for match, at, number, old, new in moves
    ]


def load_shift_titles(shifts: QuerySet[RatingShift]) -> dict[int, str]:
    """Return the titles of the matches of these shifts: "Dee beat Ana"."""
    found: dict[int, list[ParticipantResult]] = defaultdict(list)
    participants = Participant.objects.filter(match__in=shifts.order_by().values("match")).order_by("match_id", "seat")
    for side in load_counted_participants(participants):
        found[side.match_id].append(read_participant(side, side.player.name))
    return {match: describe_title(participants) for match, participants in found.items()}


def load_other_participants(
    board: Board, player: Player, matches: Collection[int]
) -> dict[int, list[OtherParticipant]]:
    """Return who else took part in these matches of the player, by match and in the order of the seats."""
    found: dict[int, list[OtherParticipant]] = defaultdict(list)
    rows = RatingChange.objects.filter(board=board, participant__match__in=matches)
    rows = rows.exclude(participant__player__in=select_with_merged([player.pk])).order_by(
        *CAREER_ORDER, "participant__seat"
    )
    for match, *other in rows.values_list("participant__match", *OPPONENT_COLUMNS):
        found[match].append(OtherParticipant(*other))
    return found


def load_career_start(board: Board, player: Player, matches: Sequence[CareerMatch]) -> CareerStart:
    """Return what the player brought into the season; where nothing is stored, the system's start, or where a
    newcomer came in on the table."""
    rows = Opening.objects.filter(board=board, player__in=select_with_merged([player.pk]))
    row = rows.order_by(Case(When(player=player, then=0), default=1), "player").first()
    if row is None:
        return CareerStart(matches[0].before if matches and has_shifts(board) else board.rating_system.initial())
    since = find_first_day(board) if board.rating_system.period else None
    rating = load_opening_table(board)[player.pk].rating if has_shifts(board) else row.rating
    return CareerStart(date_starting_rating(rating, since), row.counts, row.source)


class RatingEntry(NamedTuple):
    """A change of the rating, not rounded; the first entry has the starting rating, and no rating before it.

    It comes from a match, the player's or of others, or from time alone: then `advanced` is the whole rating that time
    went on from.
    """

    day: date | None
    before: float | None
    after: float
    match: CareerMatch | CareerShift | None = None
    advanced: Rating | None = None


def list_rating_entries(career: Career) -> Iterator[RatingEntry]:
    """Yield the starting rating, then every change in order: by matches, the player's own and those of others, and by
    time alone up to the career's day.

    Each entry begins where the one before it ended.
    """
    rating, now = career.start.rating, career.rating
    steps = career.steps
    yield RatingEntry(rating.as_of or (steps[0].day if steps else None), None, rating.points)
    for step in steps:
        if rating.points != step.before.points:
            day = find_entry_day(career.board.rating_system, rating, step.before.as_of or step.day)
            yield RatingEntry(day, rating.points, step.before.points, advanced=rating)
        if step.change or isinstance(step, CareerMatch):
            yield RatingEntry(step.day, step.before.points, step.after.points, step)
        rating = step.after
    if rating.points != now.points:
        day = find_entry_day(career.board.rating_system, rating, now.as_of or career.day)
        yield RatingEntry(day, rating.points, now.points, advanced=rating)


def find_entry_day(system: RatingSystem, rating: Rating, until: date) -> date:
    """Return the day of what time alone did to a rating up to a day: that day, or the one after the matches' period."""
    if system.period is None or not system.is_deferred or rating.as_of is None:
        return until
    return system.period.find_next_start(rating.as_of)


def describe_career_step(step: CareerMatch | CareerShift) -> str:
    """Return how a match went in words, or which match of others moved the player: "moved down: Dee beat Ana"."""
    if isinstance(step, CareerMatch):
        return describe_career_match(step)
    return f"moved {find_direction(step.change)}: {step.title}"


def describe_career_match(match: CareerMatch) -> str:
    """Return how a match went in words: "beat Bea", "came 2nd of 8" or "nobody won, with Bo and Cleo"."""
    names = join_names([other.name for other in match.others])
    if match.place:
        return f"came {format_ordinal(match.place)} of {match.facts.get('field', len(match.others) + 1):g}"
    if match.score == 0 and not any(other.score == 1 for other in match.others):
        return f"nobody won, with {names}"
    partners = f" with {join_names([one.name for one in match.partners])}" if match.partners else ""
    score = BY_WALKOVER if match.kind == WALKOVER.key else f", {match.told}" if match.told else ""
    return f"{ENDING_VERBS.get(match.score or 0.0, 'played')} {names}{partners}{score}"


def describe_opponents(match: CareerMatch) -> str:
    """Return the opponents in words: "v Bea"; the place instead in a tournament."""
    return describe_career_match(match) if match.place else f"v {join_names([other.name for other in match.others])}"
