"""How often everybody took part and how their last matches ended: read at a place, or carried on after a change."""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Sequence, Set
from operator import add
from typing import NamedTuple

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from ladder.ledger.storage.season_matches import MatchEntry
from ladder.ledger.storage.tables import (
    MATCH_PATH,
    STATE_AFTER_COLUMNS,
    OrderPlace,
    PastState,
    StateTable,
    add_later_shifts,
    filter_before_place,
    filter_players,
    keep_players,
    load_opening_table,
)
from ladder.models import Board, RatingChange
from ladder.ratings import Counts, Key, Rating, RatingSystem, count_result
from players.people.queries import resolve_player

FORM_LENGTH = 5
RESULT_LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}

PLAYER_PATH = resolve_player("participant__player")
ENDING_COLUMNS = (PLAYER_PATH, "participant__score", "participant__exit", "pk")
PLACED_LETTER = "-"  # neither won, drawn nor lost
LATEST_COLUMNS = (PLAYER_PATH, "participant__match", f"{MATCH_PATH}played_at")
LATEST_STATE_COLUMNS = ("before_points", *STATE_AFTER_COLUMNS)

FormsByPlayer = dict[Key, str]
"""How everybody's last five matches ended, as letters, newest last."""

NO_MATCHES_COUNTED = Counts()


class RecentForm(NamedTuple):
    """The last results as letters, newest last: W, D or L."""

    letters: str = ""

    @property
    def words(self) -> str:
        return " ".join(self.letters)


def load_forms_before(board: Board, place: OrderPlace, players: Collection[int] | None = None) -> dict[int, str]:
    """Return the form of everybody, or of these players, before that place in the order of play; one query.

    All their matches are read: how things now stand, the standings know.
    """
    rated = RatingChange.objects.filter(
        filter_before_place(place, MATCH_PATH), board=board, participant__score__isnull=False
    )
    changes = filter_players(rated, "participant__player", players)
    newest_first = [F(f"{MATCH_PATH}played_at").desc(), F(f"{MATCH_PATH}sequence").desc()]
    number = Window(RowNumber(), partition_by=[resolve_player("participant__player")], order_by=newest_first)
    rows = changes.annotate(number=number).filter(number__lte=FORM_LENGTH).order_by("-number")
    found: dict[int, str] = defaultdict(str)
    for player, score in rows.values_list(resolve_player("participant__player"), "participant__score"):
        found[player] += RESULT_LETTERS[score or 0.0]
    return keep_players(found, players)


def format_ends(system: RatingSystem, letters: Sequence[str]) -> str:
    """Return how often matches were won, drawn where there are draws, and lost: "3–1"."""
    return "–".join(str(letters.count(letter)) for letter in ("WDL" if system.draws else "WL"))


def has_form(board: Board) -> bool:
    """Whether matches are won and lost here; tournaments have places instead."""
    return any(kind.format.has_losers for kind in board.rating_system.kinds)


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
    return add_later_shifts(board, place, table)


def add_brought_counts(opened: PastState | None, ended: str, died: int) -> Counts:
    """Return what a player brought with how their matches ended, a letter each."""
    counts = Counts(len(ended), ended.count("W"), ended.count("D"), ended.count("L"), died)
    return Counts(*map(add, opened.counts, counts)) if opened else counts


def build_forms_after(
    board: Board,
    entries: Iterable[MatchEntry],
    players: Set[Key],
    begin: OrderPlace | None,
    stored: Iterable[MatchEntry],
    table: StateTable,
) -> FormsByPlayer:
    """Return the form of these players after the board's entries, which are all of theirs from `begin` on.

    Who has fewer than five among them keeps letters from before that place; None is the start. The table is as stored,
    and `stored` are the matches from `begin` on that it knows.
    """
    if not has_form(board):
        return dict.fromkeys(players, "")
    now = collect_endings(entries, players)
    before: FormsByPlayer = {}
    if begin:
        since = collect_endings(stored, players)
        forms = {player: table[player].form for player in players if player in table}
        before = {player: form[: len(form) - len(since[player])] for player, form in forms.items()}
        full = [player for player, form in forms.items() if len(form) == FORM_LENGTH]
        if fewer := [player for player in full if len(now[player]) < len(since[player])]:
            before |= load_forms_before(board, begin, fewer)  # they need letters that are not stored any more
    return {player: (before.get(player, "") + "".join(now[player]))[-FORM_LENGTH:] for player in players}


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


def build_counts_after(now: StateTable, gone: Iterable[MatchEntry], added: Iterable[MatchEntry]) -> dict[Key, Counts]:
    """Return everybody's counts, where the standings `now` count the matches that go and not the ones that come."""
    less, more = tally_entries(gone), tally_entries(added)
    counts = {player: state.counts for player, state in now.items()}
    for player in less | more:
        each = zip(
            counts.get(player, NO_MATCHES_COUNTED),
            less.get(player, NO_MATCHES_COUNTED),
            more.get(player, NO_MATCHES_COUNTED),
            strict=True,
        )
        counts[player] = Counts(*(old - fewer + further for old, fewer, further in each))
    return counts


def tally_entries(entries: Iterable[MatchEntry]) -> dict[Key, list[int]]:
    """Return the counts of these matches alone."""
    found: dict[Key, list[int]] = {}
    for entry in entries:
        count_result(found, entry.result)
    return found
