"""How often each player took part, where a few matches among many change."""

from collections.abc import Iterable

from ladder.ratings import Counts, Key, count_result
from ladder.selectors.past import Table

from .entries import Entry

NONE = Counts()


def counts_after(now: Table, gone: Iterable[Entry], added: Iterable[Entry]) -> dict[Key, Counts]:
    """Return everybody's counts, where the standings `now` count the matches that go and not the ones that come."""
    less, more = tallied(gone), tallied(added)
    changed = {player: counted(now, player, less.get(player, NONE), more.get(player, NONE)) for player in less | more}
    return {player: state.counts for player, state in now.items()} | changed


def tallied(entries: Iterable[Entry]) -> dict[Key, list[int]]:
    """Return the counts of these matches alone."""
    found: dict[Key, list[int]] = {}
    for entry in entries:
        count_result(found, entry.result)
    return found


def counted(now: Table, player: Key, less: Iterable[int], more: Iterable[int]) -> Counts:
    """Return one player's counts, less some and plus some."""
    old = now[player].counts if player in now else NONE
    return Counts(*(was - gone + added for was, gone, added in zip(old, less, more, strict=True)))
