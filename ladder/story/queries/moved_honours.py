"""Which honours a change to a match would give to somebody else, in sentences for its preview."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ladder.ledger import Plan
from ladder.ledger.drafts import Draft
from ladder.models import Match
from ladder.story.honours.badges import ALL_BADGES
from ladder.story.honours.ledger import Honours, RecordHeld
from ladder.story.honours.lists import HONOURS_LISTS, HonoursList, Span, list_best
from ladder.story.honours.records import ALL_RECORDS
from ladder.story.moments import Words
from ladder.story.moments.base import join_names
from ladder.story.queries.history import load_chapter, load_planned_matches
from ladder.story.queries.ladder_story import load_story
from ladder.story.walk import LadderWalk, RatedMatch
from players.people.queries import load_player_names

MOST_MATCHES = 5_000  # of a ladder, beyond which a preview would take too long for it
MOST_MOVED = 12  # sentences


def describe_moved_honours(planned: Plan, drafts: Sequence[Draft], new: Mapping[int, str]) -> list[str]:
    """Return who would get and lose badges, records and first places of months by a plan with these drafts.

    `new` are the names of players who are not stored yet, by key. On a ladder of very many matches nothing is said.
    """
    ladder = planned.season.ladder
    if Match.objects.filter(season__ladder=ladder).count() > MOST_MATCHES:
        return []
    story, after = load_story(ladder), count_honours(load_planned_matches(planned, drafts))
    is_known = story.version == planned.version  # else others work it out just now, or something came in between
    before = story.honours if is_known else count_honours(load_chapter(ladder).matches)
    moved = [*list_moved_badges(before, after), *list_moved_records(before, after), *list_moved_firsts(before, after)]
    keys = {word for words in moved for word in words if isinstance(word, int)}
    names = load_player_names(keys - new.keys()) | dict(new)
    sentences = ["".join(names.get(word, "?") if isinstance(word, int) else word for word in words) for words in moved]
    more = len(sentences) - MOST_MOVED
    return [*sentences[:MOST_MOVED], *([f"And {more} more."] if more > 0 else [])]


def count_honours(matches: Iterable[RatedMatch]) -> Honours:
    """Return the honours after all these matches, which are in the order of play."""
    walk, honours = LadderWalk(), Honours()
    for match in matches:
        told = walk.build_story_match(match)
        walk.remember(told)
        honours.note(told)
    return honours


def list_moved_badges(before: Honours, after: Honours) -> Iterator[Words]:
    """Yield who loses and who earns a badge."""
    for badge in ALL_BADGES:
        old, new = before.badges[badge.key].keys(), after.badges[badge.key].keys()
        yield from ((player, f" loses the badge “{badge.name}”.") for player in sorted(old - new))
        yield from ((player, f" earns the badge “{badge.name}”.") for player in sorted(new - old))


def list_moved_records(before: Honours, after: Honours) -> Iterator[Words]:
    """Yield the records that somebody else would hold, or that would be other ones."""
    labels = {record.key: record.label for record in ALL_RECORDS}
    for key in {**before.records, **after.records}:
        old, new = (name_holder(one.records.get(key)) for one in (before, after))
        if old != new:
            yield f"{labels[key[0]]}: ", *new, "; until now ", *old, "."


def name_holder(held: RecordHeld | None) -> Words:
    """Return whose a record is and how much, without the match, which may be another with the same."""
    return (*held.mark.whose, f", {held.mark.text}") if held else ("nobody",)


def list_moved_firsts(before: Honours, after: Honours) -> Iterator[Words]:
    """Yield the lists of months that somebody else would lead."""
    spans = sorted({span for one in (before, after) for span in one.tallies.known_spans if span[0] == "month"}, key=str)
    for span in spans:
        for one in HONOURS_LISTS:
            old, new = (find_firsts(honours, span, one) for honours in (before, after))
            if old != new and old and new and span[1]:
                yield f"{one.label} in {span[1]:%B %Y}: ", *join_names(new), ", until now ", *join_names(old), "."


def find_firsts(honours: Honours, span: Span, one: HonoursList) -> list[int]:
    """Return who leads a list, by key."""
    return sorted(player for player, _ in list_best(honours.tallies.spans.get(span, {}), one, 1))
