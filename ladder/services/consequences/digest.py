"""Whether a change would still do what was shown of it: a digest of what a page says."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from ladder.services.consequences.boards import BoardConsequences
from ladder.services.consequences.tables import TablePair


def digest_preview(shown: Any) -> str:
    """Return what two previews that say the same have in common.

    They do where the same matches are rated anew with the same outcome, and the same ratings move as far. Ranks, and
    who leads by them, may have changed: a report of others moves ranks, too.
    """
    text = json.dumps(list_digested_values(shown), default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def list_digested_values(shown: Any) -> Any:
    """Return what counts of something shown, as lists, texts and numbers."""
    if isinstance(shown, BoardConsequences):
        return list_digested_board(shown)
    if isinstance(shown, dict):
        return {str(name): list_digested_values(one) for name, one in shown.items()}
    if isinstance(shown, list | tuple):
        if shown and isinstance(shown[0], TablePair):
            return list_digested_table(shown)
        return [list_digested_values(one) for one in shown]
    return shown


def list_digested_board(shown: BoardConsequences) -> list[Any]:
    """Return a board without ranks: the ratings that move, by name."""
    moves = sorted([one.name, one.before, one.after, one.change] for one in shown.moves if one.is_seen)
    won = shown.winner if shown.is_won else ""
    return [moves, *map(list_digested_values, shown._replace(moves=[], places=0, more=0, biggest=None, winner=won))]


def list_digested_table(shown: Sequence[TablePair]) -> list[Any]:
    """Return whose ratings differ in a table now and after, by name, with both."""
    now = {one.now: one.rating for one in shown if one.now}
    then = {one.then: one.new_rating for one in shown if one.then}
    return [
        [name, now.get(name), then.get(name)] for name in sorted({**now, **then}) if now.get(name) != then.get(name)
    ]
