"""The form that each standing keeps: how the last matches of a board ended, as letters."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable

from ladder.models import Board
from ladder.ratings import Key
from ladder.selectors.columns import has_form
from ladder.selectors.form import FORM, LETTERS, forms_before
from ladder.selectors.order import Place

from .entries import Entry


def forms_after(
    board: Board, entries: Iterable[Entry], players: Collection[Key], begin: Place | None
) -> dict[Key, str]:
    """Return the form of these players after the board's entries, which are all of theirs from `begin` on.

    Who has fewer than five among them is looked up before that place; None is the start.
    """
    if not has_form(board):
        return {}
    last: dict[Key, deque[float]] = defaultdict(lambda: deque(maxlen=FORM))
    for entry in entries:
        for player, score in zip(entry.result.players, entry.result.scores, strict=True):
            last[player].append(score)
    here = {player: "".join(LETTERS.get(score, "") for score in last[player]) for player in players}
    short = [player for player, letters in here.items() if len(letters) < FORM]
    before = forms_before(board, begin, short) if begin and short else {}
    return {player: (before.get(player, "") + letters)[-FORM:] for player, letters in here.items()}
