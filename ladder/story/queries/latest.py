"""The latest of the story of some ladders, for a home page."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from ladder.models import Ladder
from ladder.story.queries.ladder_story import NamedTale, StoryDay, Tale, load_story, name_days, pick_days
from ladder.story.queries.reactions import ShownReaction, load_reactions
from players.following.queries import list_followed_keys
from players.models import Player

MOST_LATEST = 5
ALL, FOLLOWED, MINE = "", "followed", "mine"
STORY_CHOICES = {ALL: "All", FOLLOWED: "People I follow", MINE: "My ladders"}
LATEST_DAYS = 5  # club days of each ladder that are looked at


class LatestTale(NamedTuple):
    """What is told of a match, with its ladder and club day."""

    tale: NamedTale
    ladder: Ladder
    day: date


def list_latest_tales(
    ladders: Iterable[Ladder], most: int = MOST_LATEST, players: Collection[int] | None = None
) -> list[LatestTale]:
    """Return what happened last on these ladders, to some players or anybody: the newest day and its greatest first.

    One query for the names, and what the story of each ladder takes that changed since it was told.
    """
    told = []
    for ladder in ladders:
        days = load_story(ladder).days
        kept = days if players is None else pick_days(days, players)
        told += [(day, tale.moments[0].weight, ladder, tale) for day, tales in kept[:LATEST_DAYS] for tale in tales]
    newest = sorted(told, key=lambda one: one[:2], reverse=True)[:most]
    return name_tales([(ladder, day, tale) for day, _, ladder, tale in newest])


class StoryChoice(NamedTuple):
    """A link that picks of what a member's home tells the story."""

    query: str
    label: str
    is_chosen: bool


class MemberStory(NamedTuple):
    """The story on a member's home, with the links that pick another."""

    tales: list[LatestTale]
    choices: list[StoryChoice]
    reactions: Mapping[int, list[ShownReaction]]


def load_member_story(user: Any, player: Player, asked: str) -> MemberStory:
    """Return the latest of all ladders, of those the member follows, or of the ladders that they play on, as asked.

    Three queries, or four, beside what the stories take that changed. A club of one ladder has nothing to pick there.
    """
    ladders = list(Ladder.objects.all())
    labels = STORY_CHOICES if len(ladders) > 1 else {key: STORY_CHOICES[key] for key in (ALL, FOLLOWED)}
    chosen = asked if asked in labels else ALL
    if chosen == MINE:
        mine = list_own_ladders(player)
        ladders = [ladder for ladder in ladders if ladder.pk in mine]
    tales = list_latest_tales(ladders, players=list_followed_keys(user) if chosen == FOLLOWED else None)
    choices = [StoryChoice(key, label, key == chosen) for key, label in labels.items()]
    return MemberStory(tales, choices, load_reactions(user, [one.tale.match for one in tales]))


def list_own_ladders(player: Player) -> set[int]:
    """Return the keys of the ladders that a player stands on; one query."""
    return set(player.standings.order_by().values_list("board__season__ladder", flat=True))


def list_tales_between(ladders: Iterable[Ladder], first: date, last: date) -> list[LatestTale] | None:
    """Return what happened on these ladders on these days, the greatest first; one query for the names.

    None while the story of one of them is being worked out.
    """
    stories = [(ladder, load_story(ladder)) for ladder in ladders]
    if any(story.is_pending for _, story in stories):
        return None
    told = [
        (ladder, day.day, tale)
        for ladder, story in stories
        for day in story.days
        if first <= day.day <= last
        for tale in day.tales
    ]
    return name_tales(sorted(told, key=lambda one: -one[2].moments[0].weight))


def list_match_tales(ladder: Ladder, matches: Mapping[int, date], most: int, *, wait: bool = False) -> list[NamedTale]:
    """Return what happened in these matches, by key with the club day of each: the greatest of each kind, then others.

    What is as great as another is told before it if it came later. One query for the names, and what the story takes;
    without `wait` nothing while it is being worked out.
    """
    tales = load_story(ladder, wait=wait).tales
    told = [tale for day in sorted({*matches.values()}) for tale in tales.get(day, ()) if tale.match in matches]
    told.reverse()
    told.sort(key=lambda one: -one.moments[0].weight)
    of_kind = {one.moments[0].label: one for one in reversed(told)}
    varied = sorted(told, key=lambda one: of_kind[one.moments[0].label] is not one)[:most]
    return [tale for day in name_days([StoryDay(date.min, tuple(varied))]) for tale in day.tales]


def name_tales(told: Sequence[tuple[Ladder, date, Tale]]) -> list[LatestTale]:
    """Return these with the names as the reader sees them; one query."""
    named = name_days([StoryDay(day, (tale,)) for _, day, tale in told])
    return [LatestTale(one.tales[0], ladder, day) for one, (ladder, day, _) in zip(named, told, strict=True)]
