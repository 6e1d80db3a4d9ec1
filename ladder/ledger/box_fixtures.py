"""Which match is that of which fixture of a box: the first of the two in the season, however it came in.

It follows from the matches alone, as ratings do, so a correction, a voiding or a merge moves it with them.
"""

from collections.abc import Collection
from typing import Any

from ladder.models import Fixture, Match, Origin, Participant, Party, Season
from ladder.ratings import RATED, WALKOVER
from players.people.queries import list_with_merged, resolve_player

Pair = frozenset[int]
"""The keys of two players."""


def link_box_fixtures(season: Season, players: Collection[int] = ()) -> int:
    """Store which matches are those of the boxes' fixtures, of these players or else of all; return how many differ.

    No query on a ladder without boxes, else two, and two more where some differ.
    """
    if season.ladder.box_size is None:
        return 0
    fixtures = load_box_pairs(season, players)
    if not fixtures:
        return 0
    first = load_first_matches(season, {one for pair, _ in fixtures.values() for one in pair})
    wanted = {pk: first.pop(pair, None) for pk, (pair, _) in sorted(fixtures.items())}  # after a merge two may ask it
    changed = [Fixture(pk=pk, match_id=wanted[pk]) for pk, (_, match) in fixtures.items() if wanted[pk] != match]
    Fixture.objects.filter(pk__in=[one.pk for one in changed]).update(match=None)  # two may change places
    Fixture.objects.bulk_update([one for one in changed if one.match_id], ["match"])
    return len(changed)


def load_box_pairs(season: Season, players: Collection[int]) -> dict[int, tuple[Pair, int | None]]:
    """Return the two players and the match of each box's fixture, of these players or else of all, by its key."""
    parties = Party.objects.filter(fixture__season=season, fixture__origin=Origin.BOX).order_by()
    if players:
        own = Party.objects.filter(player__in=list_with_merged(players), fixture__season=season)
        parties = parties.filter(fixture__in=own.values("fixture"))
    found: dict[int, tuple[Pair, int | None]] = {}
    for pk, match, player in parties.values_list("fixture", "fixture__match", resolve_player("player")):
        found[pk] = (found.get(pk, (frozenset(), None))[0] | {player}, match)
    return found


def load_first_matches(season: Season, players: Collection[int]) -> dict[Pair, int]:
    """Return the first match of each two of these players in the season that is not void; walkovers are matches."""
    rows: dict[int, list[Any]] = {}
    mine = Participant.objects.filter(match__season=season, player__in=list_with_merged(players), side=0)
    mine = mine.filter(match__kind__in=(RATED.key, WALKOVER.key)).exclude(match__status=Match.Status.VOID)
    for match, player in mine.order_by("match__played_at", "match__sequence").values_list(
        "match", resolve_player("player")
    ):
        rows.setdefault(match, []).append(player)
    first: dict[Pair, int] = {}
    for match, pair in rows.items():
        if len(set(pair)) == 2:
            first.setdefault(frozenset(pair), match)
    return first
