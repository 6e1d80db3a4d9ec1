"""The latest of the story of some ladders, for a home page."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from ladder.models import Ladder
from ladder.story.queries.ladder_story import NamedTale, StoryDay, Tale, load_story, name_days

MOST_LATEST = 5
LATEST_DAYS = 5  # club days of each ladder that are looked at


class LatestTale(NamedTuple):
    """What is told of a match, with its ladder and club day."""

    tale: NamedTale
    ladder: Ladder
    day: date


def list_latest_tales(ladders: Iterable[Ladder], most: int = MOST_LATEST) -> list[LatestTale]:
    """Return what happened last on these ladders, the newest day first, and the greatest of a day.

    One query for the names, and what the story of each ladder takes that changed since it was told.
    """
    told = [
        (day.day, tale.moments[0].weight, ladder, tale)
        for ladder in ladders
        for day in load_story(ladder).days[:LATEST_DAYS]
        for tale in day.tales
    ]
    newest = sorted(told, key=lambda one: one[:2], reverse=True)[:most]
    return name_tales([(ladder, day, tale) for day, _, ladder, tale in newest])


def list_tales_between(ladders: Iterable[Ladder], first: date, last: date) -> list[LatestTale] | None:
    """Return what happened on these ladders on these days, the greatest first; one query for the names.

    None while the story of one of them is worked out by somebody else.
    """
    stories = [(ladder, load_story(ladder)) for ladder in ladders]
    if any(story.version < 0 for _, story in stories):
        return None
    told = [
        (ladder, day.day, tale)
        for ladder, story in stories
        for day in story.days
        if first <= day.day <= last
        for tale in day.tales
    ]
    return name_tales(sorted(told, key=lambda one: -one[2].moments[0].weight))


def name_tales(told: Sequence[tuple[Ladder, date, Tale]]) -> list[LatestTale]:
    """Return these with the names as the reader sees them; one query."""
    named = name_days([StoryDay(day, (tale,)) for _, day, tale in told])
    return [LatestTale(one.tales[0], ladder, day) for one, (ladder, day, _) in zip(named, told, strict=True)]
