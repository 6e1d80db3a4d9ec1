"""A page of a ladder's story: its days, the newest first, each with what is worth telling, in the reader's names."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from django.core.cache import caches
from django.utils import timezone

from ladder.models import Ladder
from ladder.pages.figures import find_direction, format_match_worth
from ladder.ratings import find_match_worth
from ladder.story.moments import Moment, Words, tell_moments
from ladder.story.queries.history import load_rated_matches
from ladder.story.walk import LadderWalk, RatedMatch, StoryMatch
from players.people.queries import load_player_names

STORY_SECONDS = 60 * 60
MOST_DAYS_KEPT = 200  # club days with something to tell, which is years for most clubs
DAYS_ON_A_PAGE = 8
MOST_A_DAY = 6  # matches that are told of one day
MOST_OF_A_MATCH = 3  # sentences


class Tale(NamedTuple):
    """What is told of one match, the greatest first, and what it was worth to the player who is named first."""

    match: int
    moments: tuple[Moment, ...]
    player: int
    worth: str
    direction: str


class StoryDay(NamedTuple):
    """A club day with the matches that are worth telling, the greatest first."""

    day: date
    tales: tuple[Tale, ...]


def load_story_days(ladder: Ladder) -> Sequence[StoryDay]:
    """Return the last days of a ladder's story, the newest first; worked out once for each version of the ladder.

    The version was read with the ladder, before its matches are: what comes in between is newer than the key says.
    """
    key = f"story-{ladder.pk}-{ladder.version}-{ladder.inactive_after}-{timezone.get_current_timezone_name()}"
    found: list[StoryDay] | None = caches["rows"].get(key)
    if found is None:
        found = tell_days(load_rated_matches(ladder))
        caches["rows"].set(key, found, STORY_SECONDS)
    return found


def tell_days(matches: Iterable[RatedMatch]) -> list[StoryDay]:
    """Return the days of these matches on which there is something to tell, the newest first."""
    days = []
    for day, played in groupby(LadderWalk().follow(matches), key=lambda told: told.match.day):
        tales = [tale for tale in map(build_tale, played) if tale]
        greatest = sorted(tales, key=lambda tale: -tale.moments[0].weight)[:MOST_A_DAY]
        if greatest:
            days.append(StoryDay(day, tuple(greatest)))
    return days[: -MOST_DAYS_KEPT - 1 : -1]


def build_tale(told: StoryMatch) -> Tale | None:
    """Return what is told of a match; None where it is a match as any other."""
    moments = tell_moments(told)[:MOST_OF_A_MATCH]
    if not moments:
        return None
    player = next(word for word in moments[0].words if isinstance(word, int))
    seat = next((one for one in told.seats if one.player == player), told.seats[0])
    worth = find_direction(find_match_worth(told.system, seat.before, seat.after))
    text = format_match_worth(told.system, seat.before, seat.after)
    return Tale(told.match.key, tuple(moments), player, text, worth)


class NamedWord(NamedTuple):
    """A piece of a sentence: a text, or the name of a player with the key that their page is found by."""

    text: str
    player: int | None = None


class Sentence(NamedTuple):
    """What is told, in the reader's names, with what stands before it."""

    label: str
    words: tuple[NamedWord, ...]


class NamedTale(NamedTuple):
    """What is told of one match in the reader's names; `name` is whose it is first of all."""

    match: int
    name: str
    sentences: tuple[Sentence, ...]
    worth: str
    direction: str


class NamedDay(NamedTuple):
    """A club day of the story in the reader's names."""

    day: date
    tales: list[NamedTale]


def name_days(days: Sequence[StoryDay]) -> list[NamedDay]:
    """Return these days with the names as the reader sees them; one query."""
    words = (word for day in days for tale in day.tales for moment in tale.moments for word in moment.words)
    names = load_player_names({word for word in words if isinstance(word, int)})
    return [NamedDay(one.day, [name_tale(tale, names) for tale in one.tales]) for one in days]


def name_tale(tale: Tale, names: Mapping[int, str]) -> NamedTale:
    """Return what is told of a match in these names."""
    sentences = tuple(Sentence(moment.label, name_words(moment.words, names)) for moment in tale.moments)
    return NamedTale(tale.match, names.get(tale.player, ""), sentences, tale.worth, tale.direction)


def name_words(words: Words, names: Mapping[int, str]) -> tuple[NamedWord, ...]:
    """Return the pieces of a sentence with names for keys."""
    return tuple(NamedWord(word) if isinstance(word, str) else NamedWord(names.get(word, ""), word) for word in words)
