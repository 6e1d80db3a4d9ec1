"""Which match is that of which fixture of a box: the first of the two in the season, however it came in.

It follows from the matches alone, as ratings do, so a correction, a voiding or a merge moves it with them.
"""

from collections.abc import Collection

from ladder.models import Fixture, Match, Origin, Participant, Party, Season
from ladder.ratings import RATED, WALKOVER
from players.people.queries import Identities, load_identities

Pair = frozenset[int]
"""The keys of two players."""

FixtureMatches = dict[int, int | None]
"""The key of the match of each fixture, by the fixture's key."""


def link_box_fixtures(season: Season, players: Collection[int] = ()) -> int:
    """Store which matches are those of the boxes' fixtures, of these players or else of all; return how many differ.

    No query on a ladder without boxes, else three, and two more where some differ.
    """
    if season.ladder.box_size is None:
        return 0
    stored, wanted = find_box_matches(season, load_identities(), players)
    changed = [Fixture(pk=pk, match_id=match) for pk, match in wanted.items() if stored[pk] != match]
    Fixture.objects.filter(pk__in=[one.pk for one in changed]).update(match=None)  # two may change places
    Fixture.objects.bulk_update([one for one in changed if one.match_id], ["match"])
    return len(changed)


def find_box_matches(
    season: Season, merges: Identities, players: Collection[int] = ()
) -> tuple[FixtureMatches, FixtureMatches]:
    """Return the match of each box's fixture, of these players or else of all: as it is stored, and as it follows.

    `merges` says who counts as whom; two queries.
    """
    pairs, stored = load_box_pairs(season, merges, players)
    first = load_first_matches(season, merges, {one for pair in pairs.values() for one in pair}) if pairs else {}
    return stored, {pk: first.pop(pair, None) for pk, pair in sorted(pairs.items())}  # after a merge two may ask it


def load_box_pairs(
    season: Season, merges: Identities, players: Collection[int] = ()
) -> tuple[dict[int, Pair], FixtureMatches]:
    """Return the two players and the match of each box's fixture, of these players or else of all, by its key."""
    parties = Party.objects.filter(fixture__season=season, fixture__origin=Origin.BOX).order_by()
    if players:
        own = Party.objects.filter(player__in=list_merged_keys(players, merges), fixture__season=season)
        parties = parties.filter(fixture__in=own.values("fixture"))
    pairs, stored = dict[int, Pair](), FixtureMatches()
    for pk, match, player in parties.values_list("fixture", "fixture__match", "player"):
        pairs[pk] = pairs.get(pk, frozenset()) | {merges.get(player, player)}
        stored[pk] = match
    return pairs, stored


def load_first_matches(season: Season, merges: Identities, players: Collection[int]) -> dict[Pair, int]:
    """Return the first match of each two of these players in the season that is not void; walkovers are matches."""
    rows: dict[int, list[int]] = {}
    mine = Participant.objects.filter(match__season=season, player__in=list_merged_keys(players, merges), side=0)
    mine = mine.filter(match__kind__in=(RATED.key, WALKOVER.key)).exclude(match__status=Match.Status.VOID)
    for match, player in mine.order_by("match__played_at", "match__sequence").values_list("match", "player"):
        rows.setdefault(match, []).append(merges.get(player, player))
    first: dict[Pair, int] = {}
    for match, pair in rows.items():
        if len(set(pair)) == 2:
            first.setdefault(frozenset(pair), match)
    return first


def list_merged_keys(players: Collection[int], merges: Identities) -> list[int]:
    """Return the keys of these players and of those who count as one of them."""
    return [*players, *(player for player, into in merges.items() if into in players)]
