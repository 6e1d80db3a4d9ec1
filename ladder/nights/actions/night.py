"""Begin a night, change it, and end it."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from ladder.challenges.queries.running import NOT_PLAYED_YET
from ladder.ledger.ladder_lock import lock_open_season, lock_season
from ladder.models import Court, Fixture, Ladder, Night, Season, State
from ladder.nights.queries.stored_night import select_games
from ladder.nights.rights import check_runs_night
from ladder.scene import Scene, list_season_formats

logger = logging.getLogger(__name__)
NIGHT_RUNS_ALREADY = "A night runs already. End it first."
NIGHT_IS_OVER = "This night is over."
NOT_PLAYED_HERE = "The boards of this season don’t take such matches: look at the courts for singles and doubles."
NO_GAMES_HERE = "Singles and doubles are played on a club night, and no board of this season takes either."
NO_NIGHTS_HERE = "This ladder has no club nights. An organiser can change that in its settings."
NIGHT_ENDS_LATE = timedelta(hours=3)  # after its time a night that nobody ended is closed
LONGEST_NIGHT = timedelta(hours=16)
MOST_COURTS = 40


class NewCourt(NamedTuple):
    """A court to be made: its name, whether two or four play on it, and for which games it is kept, if any."""

    name: str
    places: int
    category: str = ""


def begin_night(
    *, scene: Scene, ends_at: datetime, courts: Sequence[NewCourt], way: str = Night.Way.BOARD, **values: int | str
) -> Night:
    """Store a night that begins now, and return it.

    Raises: NotAllowed; ValidationError, such as "A night runs already. End it first."
    """
    check_runs_night(scene)
    with transaction.atomic():
        season = lock_open_season(scene.season)
        if season.ladder.nights == Ladder.Nights.NONE:
            raise ValidationError(NO_NIGHTS_HERE)
        if Night.objects.filter(season__ladder=season.ladder, closed_at=None).exists():
            raise ValidationError(NIGHT_RUNS_ALREADY)
        night = Night(season=season, starts_at=timezone.now(), ends_at=ends_at, way=way, **values)
        night.full_clean()
        night.save()
        store_courts(night, courts)
    return night


def list_court_places(season: Season) -> set[int]:
    """Return for how many players a court of this season can be: 4 where a board takes doubles, 2 for singles."""
    formats = list_season_formats(season)
    places = {4} if season.ladder.plays_doubles and any(one.has_sides for one in formats) else set[int]()
    return places | ({2} if any(not one.has_sides and one.most == 2 for one in formats) else set())


def refuse_nights(season: Season) -> str:
    """Return why a season can have no nights, whoever asks; an empty text where it can."""
    return "" if list_court_places(season) else NO_GAMES_HERE


def store_courts(night: Night, courts: Sequence[NewCourt]) -> None:
    """Let a night have these courts: those of the same name stay, others are new, and the rest is closed."""
    if any(new.places not in list_court_places(night.season) for new in courts):
        raise ValidationError(NOT_PLAYED_HERE)
    known = {one.name: one for one in night.courts.all()}
    for position, new in enumerate(courts):
        court = known.pop(new.name, None) or Court(night=night, name=new.name)
        court.position, court.places, court.category, court.is_open = position, new.places, new.category, True
        court.full_clean()
        court.save()
    night.courts.filter(pk__in=[one.pk for one in known.values()]).update(is_open=False)


@contextmanager
def change_night(night: Night) -> Iterator[Night]:
    """Lock the ladder of a night that runs, give it as it is now, and raise its version once it is changed.

    Raises: ValidationError, "This night is over."
    """
    with transaction.atomic():
        season = lock_season(night.season)
        night = Night.objects.get(pk=night.pk)
        night.season = season
        if night.closed_at:
            raise ValidationError(NIGHT_IS_OVER)
        yield night
        raise_night_version(night)


def store_night_settings(*, night: Night, scene: Scene, courts: Sequence[NewCourt], **values: Any) -> None:
    """Store when a night ends, its courts and what its proposals look at. Raises: NotAllowed; ValidationError."""
    check_runs_night(scene)
    with change_night(night) as night:
        for name, value in values.items():
            setattr(night, name, value)
        night.full_clean()
        night.save(update_fields=[*values])
        store_courts(night, courts)


def raise_night_version(night: Night) -> None:
    """Let the boards that are open be loaded again."""
    Night.objects.filter(pk=night.pk).update(version=F("version") + 1)


def end_games(fixtures: Iterable[Fixture]) -> None:
    """Store that these games are not played any more."""
    keys = [one.pk for one in fixtures]
    off = {"status": State.CALLED_OFF, "accepted_at": None, "play_by": None, "match": None}
    Fixture.objects.filter(pk__in=keys).update(**off)


def close_night(*, night: Night, scene: Scene | None = None) -> None:
    """End a night: who is there has gone, and games without a result are called off. Without a scene the clock does it.

    Raises: NotAllowed; ValidationError, "This night is over."
    """
    if scene is not None:
        check_runs_night(scene)
    with change_night(night) as night:
        store_night_end(night)


def store_night_end(night: Night) -> None:
    """Store that a night is over, whose ladder is locked."""
    now = timezone.now()
    end_games(select_games(night).filter(NOT_PLAYED_YET))
    night.visits.filter(left_at=None).update(left_at=now)
    Night.objects.filter(pk=night.pk).update(closed_at=now)


def end_nights_of_season(season: Season) -> None:
    """End the night that runs in a season which is closed."""
    for night in Night.objects.filter(season=season, closed_at=None):
        store_night_end(night)


def close_due_nights() -> int:
    """End the nights that nobody ended, some hours after their time; return how many."""
    due = Night.objects.filter(closed_at=None, ends_at__lt=timezone.now() - NIGHT_ENDS_LATE)
    closed = 0
    for night in due.select_related("season__ladder"):
        try:
            close_night(night=night)
            closed += 1
        except ValidationError as error:  # it is tried again a minute later
            logger.info("A night is not closed yet: %s", error)
    return closed
