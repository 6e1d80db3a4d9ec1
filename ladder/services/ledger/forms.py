"""The form that each standing keeps: how the last matches of a board ended, as letters."""

from collections import defaultdict, deque
from collections.abc import Iterable, Set

from ladder.models import Board
from ladder.ratings import Key
from ladder.selectors.columns import has_form
from ladder.selectors.form import FORM_LENGTH, RESULT_LETTERS, load_forms_before
from ladder.selectors.order import OrderPlace
from ladder.selectors.past import StateTable
from ladder.services.ledger.entries import MatchEntry

FormsByPlayer = dict[Key, str]
"""How everybody's last five matches ended, as letters, newest last."""


def build_forms_after(
    board: Board,
    entries: Iterable[MatchEntry],
    players: Set[Key],
    begin: OrderPlace | None,
    was: Iterable[MatchEntry],
    table: StateTable,
) -> FormsByPlayer:
    """Return the form of these players after the board's entries, which are all of theirs from `begin` on.

    Who has fewer than five among them keeps letters from before that place; None is the start. The table is as stored,
    and `was` are the matches from `begin` on that it knows.
    """
    if not has_form(board):
        return dict.fromkeys(players, "")
    now = collect_endings(entries, players)
    here = {player: "".join(now[player]) for player in players}
    before = find_earlier_forms(board, here, begin, collect_endings(was, players), table) if begin else {}
    return {player: (before.get(player, "") + letters)[-FORM_LENGTH:] for player, letters in here.items()}


def collect_endings(entries: Iterable[MatchEntry], players: Set[Key]) -> dict[Key, deque[str]]:
    """Return how the last five of these ended for these players, as letters; also for whom they played."""
    last: dict[Key, deque[str]] = defaultdict(lambda: deque(maxlen=FORM_LENGTH))
    for entry in entries:
        if players.isdisjoint(entry.result.players):
            continue
        for player, score in zip(entry.result.players, entry.result.scores, strict=True):
            if score in RESULT_LETTERS:
                last[player].append(RESULT_LETTERS[score])
    return last


def find_earlier_forms(
    board: Board, here: FormsByPlayer, begin: OrderPlace, was: dict[Key, deque[str]], table: StateTable
) -> FormsByPlayer:
    """Return everybody's letters from before a place: what is stored, less those of the matches since.

    Only who has fewer matches since than are stored may need more than that; they are looked up.
    """
    stored = {player: table[player].form for player in here if player in table}
    found = {player: form[: len(form) - len(was[player])] for player, form in stored.items()}
    fewer = [
        player for player, form in stored.items() if len(form) == FORM_LENGTH and len(here[player]) < len(was[player])
    ]
    return found | (load_forms_before(board, begin, fewer) if fewer else {})
