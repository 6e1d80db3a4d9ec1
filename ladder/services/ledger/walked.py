"""What a sparse walk has come to: the rows that go, and the standings that differ."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from ladder.ratings import Key
from ladder.selectors.past import Past, Table, standing_table, table_before

from .counts import counts_after
from .entries import Entry
from .forms import forms_after
from .stored import plain, states

if TYPE_CHECKING:
    from .board import BoardPlan
    from .sparse import Walk


def close(walk: Walk) -> BoardPlan:
    """Complete the walk's plan and return it."""
    plan, known = walk.plan, walk.followed.entries
    for match, will in walk.will.items():
        kept = will.participants if will else ()
        seats = known[match].participants if match in known else ()
        plan.gone += [walk.followed.rows[seat][1] for seat in seats if seat not in kept]
    plan.was = standing_table(walk.board, walk.followed.players)
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
    entries, was, known = entries_of(walk), walk.plan.was, walk.followed.entries
    gone = [known[match] for match in walk.will if match in known]
    counts = counts_after(was, gone, filter(None, walk.will.values()))
    last = {
        player: (entry.match, participant)
        for entry in entries
        for player, participant in zip(entry.result.players, entry.participants, strict=True)
        if player in walk.seated
    }
    absent = walk.seated - last.keys()
    table = table_before(walk.board, walk.begin, absent) if absent else {}
    for player, (match, participant) in last.items():
        again, change = walk.moves.get(player, (None, 0.0))
        if again != match:
            before, after = states(walk.followed.rows[participant])
            change = after.points - before.points
        kept = was[player].rating if player in was else plain(walk.system.initial())  # a walkover moves nobody from it
        table[player] = Past(walk.dirty.get(player, kept), counts[player], match, change)
    forms = forms_after(walk.board, entries, walk.seated, walk.begin, known.values(), was)
    return {player: state._replace(counts=counts[player], form=forms[player]) for player, state in table.items()}


def entries_of(walk: Walk) -> list[Entry]:
    """Return the matches of those in the drafts as they would be, in order of play."""
    read = walk.followed.entries.values()
    kept = [one for one in read if one.match not in walk.will and not walk.seated.isdisjoint(one.result.players)]
    return sorted(kept + [entry for entry in walk.will.values() if entry], key=attrgetter("place"))
