"""How everybody stood on a board at a place in the order, with their form."""

from collections import Counter, defaultdict

from ladder.models import Board, RatingChange
from ladder.ratings import Counts, Rating
from players.identity import who

from .columns import has_form
from .counting import more, tallied
from .form import FORM, LETTERS
from .order import Place, before_place
from .past import AT, Past, Table, opening_table

PLAYER = who("participant__player")
ENDED = (PLAYER, "participant__score", "participant__exit", "pk")
LATEST = (PLAYER, "participant__match", f"{AT}played_at")
STATE = ("before_points", "after_points", "after_experience", "after_memory", "after_as_of")


def everybody_before(board: Board, place: Place) -> Table:
    """Return the table as the ledger holds it before this place, in three queries.

    The ledger is read once and in order: to let the database find the last changes of everybody takes twice as long.
    """
    table, letters = opening_table(board), LETTERS if has_form(board) else {}
    rows = RatingChange.objects.filter(before_place(place, AT), board=board)
    ended = rows.order_by(f"{AT}played_at", f"{AT}sequence").values_list(*ENDED)
    forms: dict[int, str] = defaultdict(str)
    for player, score, _, _ in ended:
        forms[player] += letters.get(score, "")
    counts = counted(table, Counter(row[:3] for row in ended))
    last = {player: change for player, _, _, change in ended}
    changes = RatingChange.objects.filter(pk__in=last.values()).order_by()
    for player, match, at, before, *state in changes.values_list(*LATEST, *STATE):
        table[player] = Past(Rating(*state), counts[player], match, state[0] - before, forms[player][-FORM:], at)
    return table


def counted(table: Table, ended: Counter[tuple[int, float | None, str]]) -> dict[int, Counts]:
    """Return the counts of whoever played: those of the table, and how often what ended how."""
    tallies: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for (player, score, exit), times in ended.items():
        for name in tallied(score, exit):
            tallies[player][name] += times
    brought = {player: table[player].counts for player in tallies if player in table}
    return {player: more(brought.get(player, Counts()), tally) for player, tally in tallies.items()}
