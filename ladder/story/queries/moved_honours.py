"""Which honours a change to the past would give to somebody else: in sentences for its preview, badges for notices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ladder.ledger import Plan
from ladder.ledger.drafts import Draft
from ladder.models import Match, Season
from ladder.story.honours.badges import ALL_BADGES
from ladder.story.honours.ledger import Honours, RecordHeld
from ladder.story.honours.lists import HONOURS_LISTS, HonoursList, Span, list_best
from ladder.story.honours.records import ALL_RECORDS
from ladder.story.moments import Words
from ladder.story.moments.base import join_names
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
    moved: list[Words] = []
    for ladder, here in groupby(plans, key=lambda plan: plan.season.ladder):
        if Match.objects.filter(season__ladder=ladder).count() <= MOST_MATCHES:
            some = list(here)
            pair = count_both_honours(some, drafts, merges)
            found = list(list_moved_badges(some[0].season.pk, pair))
            badges += found
            moved += [*map(describe_badge_move, found), *list_moved_records(pair), *list_moved_firsts(pair)]
    named = dict(new or {})
    keys = {word for words in moved for word in words if isinstance(word, int)}
    names = load_player_names(keys - named.keys()) | named
    sentences = ["".join(names.get(word, "?") if isinstance(word, int) else word for word in words) for words in moved]
    more = len(sentences) - MOST_MOVED
    return MovedHonours([*sentences[:MOST_MOVED], *([f"And {more} more."] if more > 0 else [])], badges)


def count_both_honours(plans: Sequence[Plan], drafts: Sequence[Draft], merges: Identities | None) -> HonoursPair:
    """Return the honours of the ladder of these plans before and after them."""
    ladder = plans[0].season.ladder
    story, after = load_story(ladder), count_honours(load_planned_matches(plans, drafts, merges))
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


def describe_badge_move(move: BadgeMove) -> Words:
    """Return such as "Ana loses the badge “Unstoppable”."."""
    return move.player, f" {'earns' if move.is_earned else 'loses'} the badge “{move.badge}”."


def list_moved_records(pair: HonoursPair) -> Iterator[Words]:
    """Yield the records that somebody else would hold, or that would be other ones."""
    labels = {record.key: record.label for record in ALL_RECORDS}
    for key in {**pair.before.records, **pair.after.records}:
        old, new = (name_holder(one.records.get(key), pair) for one in (pair.before, pair.after))
        if old != new:
            yield f"{labels[key[0]]}: ", *new, "; until now ", *old, "."


def name_holder(held: RecordHeld | None, pair: HonoursPair) -> Words:
    """Return whose a record is and how much, without the match, which may be another with the same."""
    if held is None:
        return ("nobody",)
    whose = (pair.resolve_player(word) if isinstance(word, int) else word for word in held.mark.whose)
    return (*whose, f", {held.mark.text}")


def list_moved_firsts(pair: HonoursPair) -> Iterator[Words]:
    """Yield the lists of months that somebody else would lead."""
    both = pair.before, pair.after
    spans = sorted({span for one in both for span in one.tallies.known_spans if span[0] == "month"}, key=str)
    for span in spans:
        for one in HONOURS_LISTS:
            old, new = (sorted({*map(pair.resolve_player, find_firsts(honours, span, one))}) for honours in both)
            if old != new and old and new and span[1]:
                yield f"{one.label} in {span[1]:%B %Y}: ", *join_names(new), ", until now ", *join_names(old), "."


def find_firsts(honours: Honours, span: Span, one: HonoursList) -> list[int]:
    """Return who leads a list, by key."""
    return [player for player, _ in list_best(honours.tallies.spans.get(span, {}), one, 1)]
