"""How everybody stood on a board at a place in the order, with their form."""

from collections import Counter, defaultdict
from operator import add

from ladder.models import Board, RatingChange
from ladder.ratings import Counts, Rating
from players.identity import who

from .columns import has_form
from .form import FORM, LETTERS
from .order import Place, before_place
from .past import AT, Past, Table, opening_table

PLAYER = who("participant__player")
ENDED = (PLAYER, "participant__score", "participant__exit", "pk")
PLACED = "-"  # neither won, drawn nor lost
LATEST = (PLAYER, "participant__match", f"{AT}played_at")
STATE = ("before_points", "after_points", "after_experience", "after_memory", "after_as_of")


def everybody_before(board: Board, place: Place, opening: Table | None = None) -> Table:
    """Return the table as the ledger holds it before this place, in three queries; in two from an `opening` table.

    The ledger is read once and in order: to let the database find the last changes of everybody takes twice as long.
    """
    table, keeps_form = dict(opening_table(board) if opening is None else opening), has_form(board)
    rows = RatingChange.objects.filter(before_place(place, AT), board=board)
    ended: dict[int, str] = defaultdict(str)
    died: Counter[int] = Counter()
    last = {}
    for player, score, exit, change in rows.order_by(f"{AT}played_at", f"{AT}sequence").values_list(*ENDED):
        ended[player] += LETTERS.get(score, PLACED)
        if exit == "dead":
            died[player] += 1
        last[player] = change
    changes = RatingChange.objects.filter(pk__in=last.values()).order_by()
    for player, match, at, before, *state in changes.values_list(*LATEST, *STATE):
        counts = counted(table.get(player), ended[player], died[player])
        form = ended[player].replace(PLACED, "")[-FORM:] if keeps_form else ""
        table[player] = Past(Rating(*state), counts, match, state[0] - before, form, at)
    return table


def counted(opened: Past | None, ended: str, died: int) -> Counts:
    """Return what a player brought with how their matches ended, a letter each."""
    counts = Counts(len(ended), ended.count("W"), ended.count("D"), ended.count("L"), died)
    return Counts(*map(add, opened.counts, counts)) if opened else counts
