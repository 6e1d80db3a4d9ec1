"""What a sparse walk has come to: the rows that go, and the standings that differ."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from ladder.ratings import Key
from ladder.selectors.past import PastState, StateTable, load_standing_table, load_table_before
from ladder.services.ledger.counts import build_counts_after
from ladder.services.ledger.entries import MatchEntry
from ladder.services.ledger.forms import build_forms_after
from ladder.services.ledger.stored import normalise_rating, read_states

if TYPE_CHECKING:
    from ladder.services.ledger.board import BoardPlan
    from ladder.services.ledger.sparse import SparseWalk


def complete_plan(walk: SparseWalk) -> BoardPlan:
    """Complete the walk's plan and return it."""
    plan, known = walk.plan, walk.followed.entries
    for match, will in walk.will.items():
        kept = will.participants if will else ()
        seats = known[match].participants if match in known else ()
        plan.gone += [walk.followed.rows[seat][1] for seat in seats if seat not in kept]
    plan.was = load_standing_table(walk.board, walk.followed.players)
    table = {
        player: build_moved_standing(walk, player, old) for player, old in plan.was.items() if player not in walk.seated
    }
    table |= build_seated_table(walk)
    plan.table = {player: state for player, state in table.items() if state != plan.was.get(player)}
    plan.left = [player for player in plan.was if player not in table]
    return plan


def build_moved_standing(walk: SparseWalk, player: Key, old: PastState) -> PastState:
    """Return the new standing of somebody who is in no draft: counts, last match and form stay."""
    match, change = walk.moves.get(player, (None, None))
    return old._replace(rating=walk.dirty.get(player, old.rating), change=change if match == old.match else old.change)


def build_seated_table(walk: SparseWalk) -> StateTable:
    """Return the new standings of those in the drafts."""
    entries, was, known = list_seated_entries(walk), walk.plan.was, walk.followed.entries
    gone = [known[match] for match in walk.will if match in known]
    counts = build_counts_after(was, gone, filter(None, walk.will.values()))
    last = {
        player: (entry.match, participant)
        for entry in entries
        for player, participant in zip(entry.result.players, entry.participants, strict=True)
        if player in walk.seated
    }
    absent = walk.seated - last.keys()
    table = load_table_before(walk.board, walk.begin, absent) if absent else {}
    for player, (match, participant) in last.items():
        again, change = walk.moves.get(player, (None, 0.0))
        if again != match:
            before, after = read_states(walk.followed.rows[participant])
            change = after.points - before.points
        kept = (
            was[player].rating if player in was else normalise_rating(walk.system.initial())
        )  # a walkover moves nobody from it
        table[player] = PastState(walk.dirty.get(player, kept), counts[player], match, change)
    forms = build_forms_after(walk.board, entries, walk.seated, walk.begin, known.values(), was)
    return {player: state._replace(counts=counts[player], form=forms[player]) for player, state in table.items()}


def list_seated_entries(walk: SparseWalk) -> list[MatchEntry]:
    """Return the matches of those in the drafts as they would be, in order of play."""
    read = walk.followed.entries.values()
    kept = [one for one in read if one.match not in walk.will and not walk.seated.isdisjoint(one.result.players)]
    return sorted(kept + [entry for entry in walk.will.values() if entry], key=attrgetter("place"))
