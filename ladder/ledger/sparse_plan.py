"""The sparse plan of one board: follow only the players whose ratings a change moves.

A player is dirty while their whole new state differs from the stored one. Matches among clean players are passed over,
so the time that a correction takes depends on how many players it moves, not on how many matches come after it. For a
change that moves many players the full plan is quicker, and gives the very same plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import exp
from operator import attrgetter

from ladder.ledger.admission import is_counted
from ladder.ledger.drafts import Draft, SpanExtent, build_draft_entry
from ladder.ledger.form_and_counts import build_counts_after, build_forms_after
from ladder.ledger.full_plan import BoardPlan, EligibilityNote, LedgerRow
from ladder.ledger.storage.bulk import one_plan
from ladder.ledger.storage.rating_rows import (
    ROW_VALUES,
    LaterMatches,
    RowsByParticipant,
    build_row_values,
    has_plain_rows,
    normalise_rating,
    read_states,
)
from ladder.ledger.storage.season_matches import MatchEntry, list_merged_keys, merge_entries
from ladder.ledger.storage.tables import (
    OrderPlace,
    PastState,
    StateTable,
    has_shifts,
    load_standing_table,
    load_table_before,
)
from ladder.ledger.timings import measure_step
from ladder.models import Board, Participant
from ladder.ratings import Key, Rating, Result
from players.people.queries import Identities, load_identities

FOLLOWING_COST = 100  # matches that the full plan replays in the time that it takes to follow one player

PlacedMatch = tuple[OrderPlace, int]
"""A place in the order of play, and the key of the match there."""


def can_follow_players(board: Board) -> bool:
    """Return whether a player's state before a match is always their state after their last match."""
    system = board.rating_system
    return system.period is None and not system.looks_back and not has_shifts(board)


def is_likely_quicker(board: Board, drafts: Sequence[Draft], later: int) -> bool:
    """Return whether following players is likely to be quicker than replaying this many later matches."""
    first = 2 * len(drafts)
    return is_quicker_to_follow(first, later) and is_quicker_to_follow(
        estimate_players_reached(board, first, later), later
    )


def is_quicker_to_follow(players: float, later: int, read: int = 0) -> bool:
    """Return whether following this many players is quicker than replaying the later matches.

    `read` is how many of their matches were read so far.
    """
    return players * FOLLOWING_COST + read < later


def estimate_players_reached(board: Board, first: int, later: int) -> float:
    """Return how many players a change to the `first` ones is likely to reach in this many later matches.

    A change that does not die out spreads as an infection does, from everybody who has it to everybody they play.
    """
    if not board.rating_system.spreads:
        return first
    return first * exp(min(2 * later / max(board.standings.count(), 1), 20))  # beyond it, everybody


class FollowedMatches:
    """The stored matches of the followed players on a board, and the queue of those that are still to be looked at."""

    def __init__(self, identities: Identities, later: LaterMatches) -> None:
        self.identities, self.later = identities, later
        self.players: set[Key] = set()
        self.entries: dict[int, MatchEntry] = {}  # all their matches from where they began to be followed
        self.rows: RowsByParticipant = {}  # everybody's in them
        self.queue: list[PlacedMatch] = []

    def follow(self, player: Key, since: OrderPlace) -> None:
        """Put a player's matches from this place on into the queue."""
        self.players.add(player)
        for one in list_merged_keys(player, self.identities):
            found, rows = self.later.of(one, since, self.entries)
            self.rows |= rows
            for entry in merge_entries(found, self.identities):
                self.entries[entry.match] = entry
                self.push(entry.place, entry.match)

    def push(self, place: OrderPlace, match: int) -> None:
        heappush(self.queue, (place, match))

    def __iter__(self) -> Iterator[PlacedMatch]:
        """Yield each queued match once, in order of play, also those that are queued while one is looked at."""
        last = None
        while self.queue:
            event = heappop(self.queue)
            if event != last:
                yield event
            last = event


class TooManyPlayers(Exception):
    """The change moves so many players that the full plan is quicker."""


@measure_step("sparse_replay")
def plan_board_sparsely(
    board: Board, drafts: Sequence[Draft], begin: OrderPlace, later: SpanExtent
) -> BoardPlan | None:
    """Return the plan of one board for these drafts, the first of them at `begin`; None if it moves too many players.

    `later` says how many matches come from there on.
    """
    with one_plan():
        try:
            walk = SparseWalk(board, drafts, begin, later)
            walk.run()
        except TooManyPlayers:
            return None
    return complete_plan(walk)


class SparseWalk:
    """A walk through the matches of the followed players in order of play, which fills a plan."""

    def __init__(self, board: Board, drafts: Sequence[Draft], begin: OrderPlace, later: SpanExtent) -> None:
        self.board, self.system, self.begin, self.later = board, board.rating_system, begin, later.matches
        self.identities = load_identities()
        self.plan = BoardPlan(board, plain=has_plain_rows(board, begin))
        self.dirty: dict[Key, Rating] = {}  # the states that differ, as they would be
        self.drafted: dict[int, MatchEntry | None] = {}  # the drafts by match; None for one that no longer counts
        self.moves: dict[Key, tuple[int, float]] = {}  # everybody's last match that was rated again, and its change
        self.followed = FollowedMatches(self.identities, LaterMatches(board, self.plan.plain, later))
        self.seated: set[Key] = set()  # in the drafts: only their counts, last match and form change
        for draft in drafts:
            self.start(draft)

    def start(self, draft: Draft) -> None:
        """Follow the players of a draft, and those of the stored match that it changes."""
        seats = dict(Participant.objects.filter(match=draft.match).order_by("seat").values_list("pk", "player"))
        planned = build_draft_entry(draft, draft.result, tuple(seats), self.identities) if draft.result else None
        played = {self.identities.get(player, player) for player in seats.values()}
        seated = {*played, *(planned.result.players if planned else ())}
        self.seated |= seated
        for player in seated:
            self.follow(player, self.begin)
        self.drafted[draft.match] = None
        if planned and is_counted(self.system, planned.result):
            self.drafted[draft.match] = planned
            self.followed.push(planned.place, planned.match)

    def follow(self, player: Key, since: OrderPlace) -> None:
        """Follow a player from this place on. Raises: TooManyPlayers."""
        if player not in self.followed.players:
            if not is_quicker_to_follow(len(self.followed.players), self.later, len(self.followed.entries)):
                raise TooManyPlayers
            self.followed.follow(player, since)

    def run(self) -> None:
        """Rate again every match that is a draft or has a dirty player in it."""
        dirty = self.dirty.keys()
        for place, match in self.followed:
            if match in self.drafted:
                self.change(place, match)
            elif not dirty.isdisjoint((one := self.followed.entries[match]).result.players):
                self.rate_again(one)

    def rate_again(self, one: MatchEntry) -> None:
        """Rate a match that itself stays the same, with the new states of its dirty players."""
        stood = [read_states(self.followed.rows[participant]) for participant in one.participants]
        players = one.result.players
        after = self.rate(one, [self.dirty.get(player, old) for player, (old, _) in zip(players, stood, strict=True)])
        for player, (_, stored), state in zip(players, stood, after, strict=True):
            self.compare(player, stored, state, one.place)

    def change(self, place: OrderPlace, match: int) -> None:
        """Take a drafted match away from its old place, or rate it at its new place."""
        old, new = self.followed.entries.get(match), self.drafted[match]
        old = old if old and old.place == place else None
        new = new if new and new.place == place else None
        stored = self.find_stored_states(place, old, new)
        states = {player: self.dirty.get(player, before) for player, (before, _) in stored.items()}
        if new:
            before = [states[player] for player in new.result.players]
            states |= zip(new.result.players, self.rate(new, before), strict=True)
            self.note_eligibility(match, new.result, before)
        for player, (_, after) in stored.items():
            self.compare(player, after, states[player], place)

    def compare(self, player: Key, stored: Rating, state: Rating, place: OrderPlace) -> None:
        """Note whether a player is dirty after a match; follow one who is."""
        if state == stored:
            self.dirty.pop(player, None)
        else:
            self.dirty[player] = state
            self.follow(player, place)

    def find_stored_states(
        self, place: OrderPlace, old: MatchEntry | None, new: MatchEntry | None
    ) -> dict[Key, tuple[Rating, Rating]]:
        """Return the stored states of these matches' players before and after this place."""
        found: dict[Key, tuple[Rating, Rating]] = {}
        if old:
            for player, seat in zip(old.result.players, old.participants, strict=True):
                found[player] = read_states(self.followed.rows[seat])
        others = {player for player in new.result.players if player not in found} if new else set()
        earlier = load_table_before(self.board, place, others) if others else {}
        for player in others:
            state = earlier[player].rating if player in earlier else normalise_rating(self.system.initial())
            found[player] = state, state
        return found

    def rate(self, entry: MatchEntry, before: Sequence[Rating]) -> list[Rating]:
        """Return the players' states after a match, and put its rows into the plan where they differ."""
        after = [normalise_rating(rating) for rating in self.system.ratings_after(entry.result, before)]
        seats = enumerate(zip(entry.participants, entry.result.players, before, after, strict=True))
        for seat, (participant, player, had, has) in seats:
            values = build_row_values(had, has, self.plan.plain)
            old = self.followed.rows.get(participant)
            if old is None or old[ROW_VALUES] != values:
                self.plan.rows.append(
                    LedgerRow(old[1] if old else None, (entry.match, seat), participant, player, values)
                )
            self.moves[player] = entry.match, has.points - had.points
        return after

    def note_eligibility(self, match: int, result: Result, before: Sequence[Rating]) -> None:
        message = self.system.eligible(result, before)
        if message:
            self.plan.notes.append(EligibilityNote(match, message))


def complete_plan(walk: SparseWalk) -> BoardPlan:
    """Return the plan of a finished walk, with the rows that go and the standings that differ."""
    plan, known = walk.plan, walk.followed.entries
    for match, new in walk.drafted.items():
        kept = new.participants if new else ()
        seats = known[match].participants if match in known else ()
        plan.gone += [walk.followed.rows[seat][1] for seat in seats if seat not in kept]
    plan.stored_table = load_standing_table(walk.board, walk.followed.players)
    table = {
        player: build_moved_standing(walk, player, old)
        for player, old in plan.stored_table.items()
        if player not in walk.seated
    }
    table |= build_seated_table(walk)
    plan.table = {player: state for player, state in table.items() if state != plan.stored_table.get(player)}
    plan.left = [player for player in plan.stored_table if player not in table]
    return plan


def build_moved_standing(walk: SparseWalk, player: Key, old: PastState) -> PastState:
    """Return the new standing of a player who is in no draft: counts, last match and form stay."""
    match, change = walk.moves.get(player, (None, None))
    return old._replace(rating=walk.dirty.get(player, old.rating), change=change if match == old.match else old.change)


def build_seated_table(walk: SparseWalk) -> StateTable:
    """Return the new standings of the players in the drafts."""
    entries, stored, known = list_seated_entries(walk), walk.plan.stored_table, walk.followed.entries
    gone = [known[match] for match in walk.drafted if match in known]
    counts = build_counts_after(stored, gone, filter(None, walk.drafted.values()))
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
            stored[player].rating if player in stored else normalise_rating(walk.system.initial())
        )  # a walkover moves nobody from it
        table[player] = PastState(walk.dirty.get(player, kept), counts[player], match, change)
    forms = build_forms_after(walk.board, entries, walk.seated, walk.begin, known.values(), stored)
    return {player: state._replace(counts=counts[player], form=forms[player]) for player, state in table.items()}


def list_seated_entries(walk: SparseWalk) -> list[MatchEntry]:
    """Return all matches of the players in the drafts as they would be, in order of play."""
    read = walk.followed.entries.values()
    kept = [one for one in read if one.match not in walk.drafted and not walk.seated.isdisjoint(one.result.players)]
    return sorted(kept + [entry for entry in walk.drafted.values() if entry], key=attrgetter("place"))
