"""How everybody stood on a board at a place in the order, with their form."""

from collections import Counter, defaultdict
from operator import add

from ladder.models import Board, RatingChange
from ladder.ratings import Counts, Rating
from ladder.selectors.columns import has_form
from ladder.selectors.form import FORM_LENGTH, RESULT_LETTERS
from ladder.selectors.order import OrderPlace, filter_before_place
from ladder.selectors.past import MATCH_PATH, PastState, StateTable, load_opening_table
from players.identity import resolve_player

PLAYER_PATH = resolve_player("participant__player")
ENDING_COLUMNS = (PLAYER_PATH, "participant__score", "participant__exit", "pk")
PLACED_LETTER = "-"  # neither won, drawn nor lost
LATEST_COLUMNS = (PLAYER_PATH, "participant__match", f"{MATCH_PATH}played_at")
LATEST_STATE_COLUMNS = ("before_points", "after_points", "after_experience", "after_memory", "after_as_of")


def load_everybody_before(board: Board, place: OrderPlace, opening: StateTable | None = None) -> StateTable:
    """Return the table as the ledger holds it before this place, in three queries; in two from an `opening` table.

    The ledger is read once and in order: to let the database find the last changes of everybody takes twice as long.
    """
    table, keeps_form = dict(load_opening_table(board) if opening is None else opening), has_form(board)
    rows = RatingChange.objects.filter(filter_before_place(place, MATCH_PATH), board=board)
    ended: dict[int, str] = defaultdict(str)
    died: Counter[int] = Counter()
    last = {}
    for player, score, exit, change in rows.order_by(f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence").values_list(
        *ENDING_COLUMNS
    ):
        ended[player] += RESULT_LETTERS.get(score, PLACED_LETTER)
        if exit == "dead":
            died[player] += 1
        last[player] = change
    changes = RatingChange.objects.filter(pk__in=last.values()).order_by()
    for player, match, at, before, *state in changes.values_list(*LATEST_COLUMNS, *LATEST_STATE_COLUMNS):
        counts = add_brought_counts(table.get(player), ended[player], died[player])
        form = ended[player].replace(PLACED_LETTER, "")[-FORM_LENGTH:] if keeps_form else ""
        table[player] = PastState(Rating(*state), counts, match, state[0] - before, form, at)
    return table


def add_brought_counts(opened: PastState | None, ended: str, died: int) -> Counts:
    """Return what a player brought with how their matches ended, a letter each."""
    counts = Counts(len(ended), ended.count("W"), ended.count("D"), ended.count("L"), died)
    return Counts(*map(add, opened.counts, counts)) if opened else counts
