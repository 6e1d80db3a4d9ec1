"""The page with the honours of a ladder: records, lists, badges and champions, in the reader's names."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from ladder.boxes.queries.ended_boxes import EndedBox
from ladder.models import Ladder, Season
from ladder.pages.figures import format_change, format_day
from ladder.ratings import RatingSystem
from ladder.story.honours.badges import ALL_BADGES, Badge
from ladder.story.honours.ledger import Earned
from ladder.story.honours.lists import (
    ALL_TIME,
    HONOURS_LISTS,
    HonoursList,
    Span,
    count_promotions,
    list_best,
    pick_best,
)
from ladder.story.honours.records import ALL_RECORDS
from ladder.story.queries.ladder_story import NamedWord, StoryTeller, load_story, name_players
from players.people.queries import load_player_names

MOST_IN_A_LIST = 5
MOST_HOLDERS = 5  # of a badge that are named, the latest first
SPAN_LABELS = {"week": "Week", "month": "Month", "year": "Year", "all": "All time"}


class ShownRecord(NamedTuple):
    """A record with whose it is and the match that set it."""

    label: str
    text: str
    whose: tuple[NamedWord, ...]
    by: Earned


class ShownLine(NamedTuple):
    """A player in a list."""

    player: NamedWord
    number: str


class ShownList(NamedTuple):
    """A list of a span of time."""

    label: str
    lines: list[ShownLine]


class Holder(NamedTuple):
    """Who has a badge, and the match that earned it."""

    player: NamedWord
    by: Earned


class ShownBadge(NamedTuple):
    """A badge with how many have it, and who earned it last."""

    badge: Badge
    held: int
    holders: list[Holder]


class Champion(NamedTuple):
    """Who has won a season, or the first box of one, which is named then."""

    player: NamedWord
    season: Season
    box: str


class SpanLink(NamedTuple):
    """A span of time that can be chosen."""

    label: str
    query: str
    is_chosen: bool


class HonoursPage(NamedTuple):
    """All that the page shows."""

    records: list[ShownRecord]
    title: str
    spans: list[SpanLink]
    before: SpanLink | None
    after: SpanLink | None
    lists: list[ShownList]
    badges: list[ShownBadge]
    champions: list[Champion]
    promoted: list[ShownLine]


def load_honours(ladder: Ladder, kind: str, first: date | None) -> HonoursPage:
    """Return the honours of a ladder with the lists of a span of time; of one without a match, those of all time.

    Two queries, beside what the story takes if it changed.
    """
    story = load_story(ladder)
    span = pick_honours_span(story, kind, first)
    tallies = story.honours.tallies.spans.get(span, {})
    ranked = {one: list_best(tallies, one, MOST_IN_A_LIST) for one in HONOURS_LISTS}
    system = story.system
    records = [
        (record.label, held)
        for record in ALL_RECORDS
        if system and (held := story.honours.records.get((record.key, system.key)))
    ]
    holders = {badge: list_holders(story.honours.badges[badge.key]) for badge in ALL_BADGES}
    won = list_champions(ladder, story.honours.boxes)
    promoted = pick_best(count_promotions(story.honours.boxes), MOST_IN_A_LIST)
    keys = {player for player, *_ in (*won, *promoted)}
    keys |= {player for _, held in records for player in held.mark.whose.list_players()}
    keys |= {player for lines in ranked.values() for player, _ in lines}
    keys |= {player for found in holders.values() for player, _ in found}
    names = load_player_names(keys)
    return HonoursPage(
        [ShownRecord(label, held.mark.text, name_players(held.mark.whose, names), held.by) for label, held in records],
        describe_span(span),
        list_span_links(story, span),
        *list_neighbours(story, span),
        [build_list(one, lines, names, system) for one, lines in ranked.items() if lines],
        [
            ShownBadge(
                badge,
                len(story.honours.badges[badge.key]),
                [Holder(NamedWord(names.get(player, ""), player), by) for player, by in found],
            )
            for badge, found in holders.items()
        ],
        [Champion(NamedWord(names.get(player, ""), player), season, box) for player, season, box in won],
        [ShownLine(NamedWord(names.get(player, ""), player), f"{count:,}") for player, count in promoted],
    )


def list_champions(ladder: Ladder, boxes: Iterable[EndedBox]) -> list[tuple[int, Season, str]]:
    """Return who won each season, the newest first, and its first box with the name of that; one query."""
    found = [(season.winner_id, season, "") for season in ladder.seasons.exclude(winner=None)]
    found += [(box.champion, box.season, box.box.name) for box in boxes]
    kept = [(player, season, box) for player, season, box in found if player]
    return sorted(kept, key=lambda one: (-one[1].pk, one[2]))


def pick_honours_span(story: StoryTeller, kind: str, first: date | None) -> Span:
    """Return the span that is asked for; without one the month of the last match, and all time where it has none."""
    spans = story.honours.tallies.known_spans
    asked = (kind, first)
    if asked in spans or kind == "all":
        return asked if asked in spans else ALL_TIME
    newest = [span for span in spans if span[0] == (kind if kind in SPAN_LABELS else "month")]
    return max(newest, key=lambda span: span[1] or date.min, default=ALL_TIME)


def list_span_links(story: StoryTeller, chosen: Span) -> list[SpanLink]:
    """Return the links to the newest span of each kind."""
    spans = story.honours.tallies.known_spans
    found = []
    for kind, label in SPAN_LABELS.items():
        newest = max((first for one, first in spans if one == kind and first), default=None)
        if newest or (kind == "all" and spans):
            found.append(SpanLink(label, build_span_query((kind, newest)), kind == chosen[0]))
    return found


def list_neighbours(story: StoryTeller, chosen: Span) -> tuple[SpanLink | None, SpanLink | None]:
    """Return the spans of the same kind before and after the chosen one in which somebody played."""
    kind, first = chosen
    days = sorted(day for one, day in story.honours.tallies.known_spans if one == kind and day)
    before = max((day for day in days if first and day < first), default=None)
    after = min((day for day in days if first and day > first), default=None)
    return link_span(kind, before), link_span(kind, after)


def link_span(kind: str, first: date | None) -> SpanLink | None:
    """Return the link to a span; None where there is none."""
    return SpanLink(describe_span((kind, first)), build_span_query((kind, first)), is_chosen=False) if first else None


def build_span_query(span: Span) -> str:
    """Return the query of the address with the lists of this span."""
    kind, first = span
    return f"?span={kind}&from={first:%Y-%m-%d}" if first else f"?span={kind}"


def describe_span(span: Span) -> str:
    """Return a span in words: "Week from 23 November", "November 2026", "2026", "All time"."""
    kind, first = span
    if first is None:
        return "All time"
    return {"week": f"Week from {format_day(first)}", "month": f"{first:%B %Y}", "year": f"{first.year}"}[kind]


def list_holders(earned: Mapping[int, Earned]) -> list[tuple[int, Earned]]:
    """Return who has earned a badge last."""
    return sorted(earned.items(), key=lambda one: (one[1].day, one[1].match), reverse=True)[:MOST_HOLDERS]


def build_list(
    one: HonoursList, lines: Iterable[tuple[int, float]], names: Mapping[int, str], system: RatingSystem | None
) -> ShownList:
    """Return a list with names; what was gained is printed as the board prints changes."""
    shown = [
        ShownLine(
            NamedWord(names.get(player, ""), player),
            format_change(system, number) if system and one.key == "gained" else f"{number:,g}",
        )
        for player, number in lines
    ]
    return ShownList(one.label, shown)
