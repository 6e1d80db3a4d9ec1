"""Which honours a change to the past would give to somebody else: in sentences for its preview, badges for notices."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from ladder.formats import join_side
from ladder.ledger import Plan
from ladder.ledger.drafts import Draft
from ladder.models import Match, Season
from ladder.story.honours.badges import ALL_BADGES
from ladder.story.honours.ledger import Honours, RecordHeld
from ladder.story.honours.lists import HONOURS_LISTS, HonoursList, Span, list_best
from ladder.story.honours.records import ALL_RECORDS, Mark
from ladder.story.queries.history import load_chapter, load_planned_matches
from ladder.story.queries.ladder_story import load_story
from ladder.story.walk import LadderWalk, RatedMatch
from players.people.queries import Identities, load_player_names

MOST_MATCHES = 5_000  # of a ladder, beyond which a preview would take too long for it
MOST_MOVED = 12  # sentences


class BadgeMove(NamedTuple):
    """A badge, by its name, that a player would lose or earn; `season` is the first that changes of its ladder."""

    season: int
    player: int
    badge: str
    is_earned: bool

    def list_players(self) -> list[int]:
        """Return who is named."""
        return [self.player]

    def describe(self, name: Callable[[int], str]) -> str:
        """Return such as "Ana loses the badge “Unstoppable”."."""
        moved = "{player} earns the badge “{badge}”." if self.is_earned else "{player} loses the badge “{badge}”."
        return moved.format(player=name(self.player), badge=self.badge)


class RecordMove(NamedTuple):
    """A record that would be held by others, or be another one; None where nobody holds it."""

    record: str
    old: Mark | None
    new: Mark | None

    def list_players(self) -> list[int]:
        """Return who is named."""
        return [player for mark in (self.old, self.new) if mark for player in mark.whose.list_players()]

    def describe(self, name: Callable[[int], str]) -> str:
        """Return such as "Longest run: Ana, 7 wins (now Ben, 8 wins)."."""
        texts = [f"{mark.whose.fill(name)}, {mark.text}" if mark else "nobody" for mark in (self.old, self.new)]
        return f"{self.record}: {texts[1]} (now {texts[0]})."


class FirstMove(NamedTuple):
    """A list of a month that others would lead."""

    label: str
    month: date
    old: list[int]
    new: list[int]

    def list_players(self) -> list[int]:
        """Return who is named."""
        return self.old + self.new

    def describe(self, name: Callable[[int], str]) -> str:
        """Return such as "Most wins in May 2026: Ana (now Ben)."."""
        old, new = (join_side([name(player) for player in one]) for one in (self.old, self.new))
        return "{label} in {month}: {new} (now {old}).".format(
            label=self.label, month=f"{self.month:%B %Y}", old=old, new=new
        )


class MovedHonours(NamedTuple):
    """What a change would do to the honours of its ladders, by the names that its preview has for it.

    `honours` are sentences, and `foretold` is each badge that moves.
    """

    honours: list[str]
    foretold: list[BadgeMove]


class HonoursPair(NamedTuple):
    """The honours of a ladder as they are and as a change would leave them, both by who the players count as then."""

    before: Honours
    after: Honours
    merges: Identities

    def resolve_player(self, player: int) -> int:
        """Return as whom a player counts after the change."""
        return self.merges.get(player, player)


def work_out_moved_honours(
    plans: Sequence[Plan],
    drafts: Sequence[Draft] = (),
    new: Mapping[int, str] | None = None,
    merges: Identities | None = None,
) -> MovedHonours:
    """Return who would get and lose badges, records and first places of months by these plans.

    `drafts` are of the season of a ladder's only plan; `new` are the names of players who are not stored yet, by key,
    and `merges` who counts as whom, where that changes. On a ladder of very many matches nothing is said.
    """
    badges: list[BadgeMove] = []
    moved: list[BadgeMove | RecordMove | FirstMove] = []
    for ladder, here in groupby(plans, key=lambda plan: plan.season.ladder):
        if Match.objects.filter(season__ladder=ladder).count() <= MOST_MATCHES:
            some = list(here)
            pair = count_both_honours(some, drafts, merges)
            found = list(list_moved_badges(some[0].season.pk, pair))
            badges += found
            moved += [*found, *list_moved_records(pair), *list_moved_firsts(pair)]
    named = dict(new or {})
    names = load_player_names({player for one in moved for player in one.list_players()} - named.keys()) | named
    sentences = [one.describe(lambda player: names.get(player, "?")) for one in moved]
    more = len(sentences) - MOST_MOVED
    return MovedHonours([*sentences[:MOST_MOVED], *([f"And {more} more."] if more > 0 else [])], badges)


def count_both_honours(plans: Sequence[Plan], drafts: Sequence[Draft], merges: Identities | None) -> HonoursPair:
    """Return the honours of the ladder of these plans before and after them."""
    ladder = plans[0].season.ladder
    story, after = load_story(ladder, wait=True), count_honours(load_planned_matches(plans, drafts, merges))
    is_known = story.version == plans[0].version  # else others work it out just now, or something came in between
    before = story.honours if is_known else count_honours(load_chapter(ladder).matches)
    return HonoursPair(before, after, merges or {})


def count_honours(matches: Iterable[RatedMatch]) -> Honours:
    """Return the honours after all these matches, which are in the order of play."""
    walk, honours = LadderWalk(), Honours()
    for match in matches:
        told = walk.build_story_match(match)
        walk.remember(told)
        honours.note(told)
    return honours


def list_moved_badges(season: int, pair: HonoursPair) -> Iterator[BadgeMove]:
    """Yield who loses and who earns a badge."""
    for badge in ALL_BADGES:
        old, new = ({*map(pair.resolve_player, one.badges[badge.key])} for one in (pair.before, pair.after))
        yield from (BadgeMove(season, player, badge.name, is_earned=False) for player in sorted(old - new))
        yield from (BadgeMove(season, player, badge.name, is_earned=True) for player in sorted(new - old))


def read_badge_moves(foretold: Iterable[Sequence[Any]], season: Season) -> list[BadgeMove]:
    """Return the badges that are told with the plan of this season, from what a preview that was shown sends back."""
    return [move for move in (BadgeMove(*values) for values in foretold) if move.season == season.pk]


def list_moved_records(pair: HonoursPair) -> Iterator[RecordMove]:
    """Yield the records that somebody else would hold, or that would be other ones."""
    labels = {record.key: record.label for record in ALL_RECORDS}
    for key in {**pair.before.records, **pair.after.records}:
        old, new = (find_mark(one.records.get(key), pair) for one in (pair.before, pair.after))
        if (old and (old.whose, old.text)) != (new and (new.whose, new.text)):
            yield RecordMove(labels[key[0]], old, new)


def find_mark(held: RecordHeld | None, pair: HonoursPair) -> Mark | None:
    """Return how much a record is and whose, without the match, which may be another with the same."""
    if held is None:
        return None
    whose = held.mark.whose
    resolved = {word: tuple(map(pair.resolve_player, keys)) for word, keys in whose.players.items()}
    return held.mark._replace(whose=whose._replace(players=resolved))


def list_moved_firsts(pair: HonoursPair) -> Iterator[FirstMove]:
    """Yield the lists of months that somebody else would lead."""
    both = pair.before, pair.after
    spans = sorted({span for one in both for span in one.tallies.known_spans if span[0] == "month"}, key=str)
    for span in spans:
        for one in HONOURS_LISTS:
            old, new = (sorted({*map(pair.resolve_player, find_firsts(honours, span, one))}) for honours in both)
            if old != new and old and new and span[1]:
                yield FirstMove(one.label, span[1], old, new)


def find_firsts(honours: Honours, span: Span, one: HonoursList) -> list[int]:
    """Return who leads a list, by key."""
    return [player for player, _ in list_best(honours.tallies.spans.get(span, {}), one, 1)]
