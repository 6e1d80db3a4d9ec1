"""How often each player took part, where a few matches among many change."""

from collections.abc import Iterable

from ladder.ratings import Counts, Key, count_result
from ladder.selectors.past import StateTable
from ladder.services.ledger.entries import MatchEntry

NO_COUNTS = Counts()


def build_counts_after(now: StateTable, gone: Iterable[MatchEntry], added: Iterable[MatchEntry]) -> dict[Key, Counts]:
    """Return everybody's counts, where the standings `now` count the matches that go and not the ones that come."""
    less, more = tally_entries(gone), tally_entries(added)
    changed = {
        player: adjust_counts(now, player, less.get(player, NO_COUNTS), more.get(player, NO_COUNTS))
        for player in less | more
    }
    return {player: state.counts for player, state in now.items()} | changed


def tally_entries(entries: Iterable[MatchEntry]) -> dict[Key, list[int]]:
    """Return the counts of these matches alone."""
    found: dict[Key, list[int]] = {}
    for entry in entries:
        count_result(found, entry.result)
    return found


def adjust_counts(now: StateTable, player: Key, less: Iterable[int], more: Iterable[int]) -> Counts:
    """Return one player's counts, less some and plus some."""
    old = now[player].counts if player in now else NO_COUNTS
    return Counts(*(was - gone + added for was, gone, added in zip(old, less, more, strict=True)))
