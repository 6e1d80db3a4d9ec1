"""The latest of the story of some ladders, for a home page."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ladder.models import Ladder
from ladder.story.queries.ladder_story import NamedTale, StoryDay, load_story, name_days

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
    named = name_days([StoryDay(day, (tale,)) for day, _, _, tale in newest])
    return [LatestTale(one.tales[0], ladder, day) for one, (day, _, ladder, _) in zip(named, newest, strict=True)]
