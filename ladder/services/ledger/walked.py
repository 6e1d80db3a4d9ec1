"""What a sparse walk has come to: the rows that go, and the standings that differ."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from ladder.ratings import Counts, Key, tally
from ladder.selectors.form import FORM
from ladder.selectors.past import Past, Table, standing_table, table_before

from .entries import Entry
from .forms import forms_after
from .stored import plain

if TYPE_CHECKING:
    from .board import BoardPlan
    from .sparse import Walk

NONE = Counts()


def close(walk: Walk) -> BoardPlan:
    """Complete the walk's plan and return it."""
    plan, known = walk.plan, walk.followed.entries
    for match, will in walk.will.items():
        kept = will.participants if will else ()
        seats = known[match].participants if match in known else ()
        plan.gone += [walk.followed.rows[seat][1] for seat in seats if seat not in kept]
    plan.was = standing_table(walk.board, walk.followed.events.keys())
    table = {player: moved(walk, player, old) for player, old in plan.was.items() if player not in walk.seated}
    table |= seated_table(walk)
    plan.table = {player: state for player, state in table.items() if state != plan.was.get(player)}
    plan.left = [player for player in plan.was if player not in table]
    return plan


def moved(walk: Walk, player: Key, old: Past) -> Past:
    """Return the new standing of somebody who is in no draft: counts, last match and form stay."""
    match, change = walk.moves.get(player, (None, None))
    return old._replace(rating=walk.dirty.get(player, old.rating), change=change if match == old.match else old.change)


def seated_table(walk: Walk) -> Table:
    """Return the new standings of those in the drafts."""
    read_last(walk)
    entries, counts, was = entries_of(walk), counts_of(walk), walk.plan.was
    last = {
        player: (entry.match, participant)
        for entry in entries
        for player, participant in zip(entry.result.players, entry.participants, strict=True)
        if player in walk.seated
    }
    gone = walk.seated - last.keys()
    table = table_before(walk.board, walk.begin, gone) if gone else {}
    for player, (match, participant) in last.items():
        again, change = walk.moves.get(player, (None, 0.0))
        if again != match:
            row = walk.followed.rows[participant]
            change = row[6] - row[2]
        kept = was[player].rating if player in was else plain(walk.system.initial())  # a walkover moves nobody from it
        table[player] = Past(walk.dirty.get(player, kept), counts[player], match, change)
    forms = forms_after(walk.board, entries, walk.seated, walk.begin, walk.followed.entries.values(), was)
    return {player: state._replace(form=forms[player]) for player, state in table.items()}


def read_last(walk: Walk) -> None:
    """Read the last matches of those in the drafts, as many as a form is long beside the drafts."""
    events, most = walk.followed.events, FORM + len(walk.will)
    last = {match for player in walk.seated for _, match in sorted(events[player])[-most:]}
    walk.followed.read(last - walk.followed.entries.keys())


def entries_of(walk: Walk) -> list[Entry]:
    """Return the matches that have been read as they would be, in order of play."""
    kept = [entry for entry in walk.followed.entries.values() if entry.match not in walk.will]
    return sorted(kept + [entry for entry in walk.will.values() if entry], key=attrgetter("place"))


def counts_of(walk: Walk) -> dict[Key, Counts]:
    """Return the counts of those in the drafts, with the drafts for what they change."""
    gone: dict[Key, list[int]] = {}
    added: dict[Key, list[int]] = {}
    for match, will in walk.will.items():
        if match in walk.followed.entries:
            tally(gone, walk.followed.entries[match].result)
        if will:
            tally(added, will.result)
    found = {}
    for player in walk.seated:
        old = walk.plan.was[player].counts if player in walk.plan.was else NONE
        both = zip(old, gone.get(player, NONE), added.get(player, NONE), strict=True)
        found[player] = Counts(*(now - less + more for now, less, more in both))
    return found
