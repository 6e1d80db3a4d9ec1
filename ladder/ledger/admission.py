"""Whether a season takes a match, and which of its boards count it."""

from datetime import date
from functools import cache

from django.core.exceptions import ValidationError
from django.utils import formats, timezone

from ladder.models import Ladder, Season
from ladder.ratings import UNRATED, WALKOVER, BoardRules, Fact, RatingError, RatingSystem, Result, check_result


def is_counted(system: RatingSystem, result: Result) -> bool:
    """Return whether a board with this system counts a match: its kind is rated, and no required fact is missing."""
    if result.kind == WALKOVER:
        return BoardRules(system).counts(result)
    return system.concerns(result) and list_required_facts(system.facts) <= result.facts.keys()


@cache
def list_required_facts(facts: tuple[Fact, ...]) -> frozenset[str]:
    """Return the names of the facts without which a match can't be rated."""
    return frozenset(fact.name for fact in facts if fact.required)


class Admission:
    """Whether a season takes a match: its days, its boards and the ladder's sides, read once for many matches."""

    def __init__(self, season: Season) -> None:
        self.season, self.ladder, self.today = season, season.ladder, timezone.localdate()
        self.systems = [board.rating_system for board in season.boards.all()]
        self.uncounted = {kind for system in self.systems for kind in system.uncounted}

    def check(self, result: Result) -> None:
        """Refuse a match that the season can't take.

        Raises: RatingError or ValidationError with a sentence, where the match is dated in the future or outside the
        season, a board that counts it refuses it, or no board counts it.
        """
        check_match_day(self.season, result.ended.date(), self.today)
        check_side_sizes(self.ladder, result)
        counting = [system for system in self.systems if is_counted(system, result)]
        asking = [system for system in self.systems if result.kind in system.kinds]
        for system in counting or asking or self.systems:
            check_result(system, result)
        if not counting and result.kind not in self.uncounted:
            raise ValidationError("No board of this season rates such a match. Choose “unrated” to keep it anyway.")

    def check_void(self, result: Result) -> None:
        """Refuse a void match that can't have happened. It counts nowhere, so facts may be missing.

        Raises: RatingError with a sentence.
        """
        for system in self.systems:
            check_result(system, result._replace(kind=UNRATED))


def check_admission(season: Season, result: Result) -> None:
    """Refuse a match that the season can't take. Raises: RatingError or ValidationError with a sentence."""
    Admission(season).check(result)


def check_side_sizes(ladder: Ladder, result: Result) -> None:
    """Refuse sides that are larger or smaller than the ladder's. Raises: RatingError."""
    for side in set(result.sides):
        if not ladder.fewest_a_side <= result.sides.count(side) <= ladder.most_a_side:
            raise RatingError(f"On this ladder a side has {ladder.describe_side_size()}.", "players")


def check_match_day(season: Season, day: date, today: date | None = None) -> None:
    """Refuse a day in the future or outside the season (formats.md, the club's day).

    Raises: ValidationError, such as "A match can't be in the future."
    """
    if day > (today or timezone.localdate()):
        raise ValidationError("A match can't be in the future.")
    if season.starts_on and day < season.starts_on:
        raise ValidationError(
            f"{season.name} begins on {format_season_day(season.starts_on)}. This match was played before."
        )
    if season.ends_on and day > season.ends_on:
        raise ValidationError(
            f"{season.name} ended on {format_season_day(season.ends_on)}. This match was played after that."
        )


def format_season_day(day: date) -> str:
    """Return "1 December 2026"."""
    return formats.date_format(day, "j F Y")


def is_within_season(season: Season, day: date) -> bool:
    """Return whether the day lies within the season."""
    return (season.starts_on is None or season.starts_on <= day) and (season.ends_on is None or day <= season.ends_on)


def check_season_open(season: Season) -> None:
    """Refuse to change a closed season. Raises: ValidationError, "Autumn is closed. Reopen it first."."""
    if season.closed_at:
        raise ValidationError(f"{season.name} is closed. Reopen it first.")


class PlayersOutOfRange(ValidationError):
    """The ratings of these players don't allow this match (W-9); `messages` say why."""
