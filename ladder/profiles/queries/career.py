"""A player's career on one board: every counting match up to a day, and every change of the rating between them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from ladder.formats import (
    WALKOVER,
    format_ordinal,
    join_names,
)
from ladder.ledger.storage.tables import (
    filter_before_place,
    place_after_day,
)
from ladder.models import Board
from ladder.pages.figures import find_direction
from ladder.ratings import Counts, Rating, RatingSystem, TableSystem, advance_rating

ENDING_VERBS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}
BY_WALKOVER = " by walkover"
STOPPED_VERB = "stopped against"


class OtherParticipant(NamedTuple):
    """Somebody else who took part in a match, with their rating before it."""

    player: int
    name: str
    score: float | None
    place: int | None
    before: float
    side: int = 0  # who played together; 0 where everyone played alone


class CareerMatch(NamedTuple):
    """A match of the career. `is_changed` says that somebody corrected, voided or restored it.

    Facts, score and `is_changed` are known of a match that is read whole; the others, of a career with records.
    """

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
    side: int = 0  # on which the player was; 0 where everyone played alone
    is_stopped: bool = False  # known of a match that is read whole

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
    moved_on: Rating | None = None  # what the calendar of a table has made of the rating since the last of them

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
        return self.moved_on or advance_rating(self.board.rating_system, written, self.day)


def filter_until(asked: date | None, prefix: str) -> Q:
    """Return the filter for matches up to the end of a day; None is no limit."""
    return filter_before_place(place_after_day(asked), prefix) if asked else Q()


class RatingEntry(NamedTuple):
    """A change of the rating, not rounded; the first entry has the starting rating, and no rating before it.

    It comes from a match, the player's or of others, or from time alone: then `advanced` is the whole rating that time
    went on from, and `why` says on a table what the calendar found.
    """

    day: date | None
    before: float | None
    after: float
    match: CareerMatch | CareerShift | None = None
    advanced: Rating | None = None
    why: str = ""


def list_rating_entries(career: Career) -> Iterator[RatingEntry]:
    """Yield the starting rating, then every change in order: by matches, the player's own and those of others, and by
    time alone up to the career's day.

    Each entry begins where the one before it ended.
    """
    rating, now, system = career.start.rating, career.rating, career.board.rating_system
    steps = career.steps
    yield RatingEntry(rating.as_of or (steps[0].day if steps else None), None, rating.points)
    for step in steps:
        if rating.points != step.before.points:
            yield build_time_entry(system, rating, step.before, step.day)
        if step.change or isinstance(step, CareerMatch):
            yield RatingEntry(step.day, step.before.points, step.after.points, step)
        rating = step.after
    if rating.points != now.points:
        yield build_time_entry(system, rating, now, career.day)


def build_time_entry(system: RatingSystem, old: Rating, new: Rating, day: date) -> RatingEntry:
    """Return what time alone did to a rating up to a day."""
    day, why = find_entry_day(system, old, new.as_of or day), ""
    if isinstance(system, TableSystem):
        why = f"moved {find_direction(new.points - old.points)}: {system.explain_shift(old, new)}"
    return RatingEntry(day, old.points, new.points, advanced=old, why=why)


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
    verb = STOPPED_VERB if match.is_stopped else ENDING_VERBS.get(match.score or 0.0, "played")
    return f"{verb} {names}{partners}{score}"


def describe_opponents(match: CareerMatch) -> str:
    """Return the opponents in words: "v Bea"; the place instead in a tournament."""
    return describe_career_match(match) if match.place else f"v {join_names([other.name for other in match.others])}"
