"""The sparse plan: follow only the players whose state differs from the stored one.

A player is dirty while his whole new state differs from the stored one. Matches among clean players
are passed over, so a correction costs what it moves and not what stands after it. A change that moves
many players is folded in bulk instead, which is quicker then and gives the very same plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ladder.models import Board, Participant
from ladder.ratings import Key, Rating, Result
from ladder.selectors.order import OrderPlace
from ladder.selectors.past import load_table_before
from ladder.services.concern import is_counted
from ladder.services.ledger import bulk
from ladder.services.ledger.board import BoardPlan, EligibilityNote, LedgerRow
from ladder.services.ledger.drafts import Draft, build_draft_entry
from ladder.services.ledger.entries import MatchEntry
from ladder.services.ledger.followed import FollowedMatches
from ladder.services.ledger.later import LaterMatches
from ladder.services.ledger.span import SpanExtent
from ladder.services.ledger.spreading import is_quicker_to_follow
from ladder.services.ledger.stored import ROW_VALUES, build_row_values, has_plain_rows, normalise_rating, read_states
from ladder.services.ledger.walked import complete_plan
from players.identity import load_identities


class TooManyPlayers(Exception):
    """The change moves more players than it pays to follow."""


def plan_board_sparsely(
    board: Board, drafts: Sequence[Draft], begin: OrderPlace, later: SpanExtent
) -> BoardPlan | None:
    """Plan one board for these drafts, after which these matches stand; None if it would move too many players."""
    walk = walk_matches(board, drafts, begin, later)
    return complete_plan(walk) if walk else None


def walk_matches(board: Board, drafts: Sequence[Draft], begin: OrderPlace, later: SpanExtent) -> SparseWalk | None:
    """Return the walk at its end, or None when it gave up."""
    with bulk.one_plan(), suppress(TooManyPlayers):
        walk = SparseWalk(board, drafts, begin, later)
        walk.run()
        return walk
    return None


class SparseWalk:
    """The matches of the players who are followed, taken in order of play."""

    def __init__(self, board: Board, drafts: Sequence[Draft], begin: OrderPlace, later: SpanExtent) -> None:
        self.board, self.system, self.begin, self.later = board, board.rating_system, begin, later.matches
        self.identities = load_identities()
        self.plan = BoardPlan(board, plain=has_plain_rows(board, begin))
        self.dirty: dict[Key, Rating] = {}  # the states that differ, as they would be
        self.will: dict[int, MatchEntry | None] = {}  # the drafts; None counts for nothing
        self.moves: dict[Key, tuple[int, float]] = {}  # everybody's last match that was rated again, and its change
        self.followed = FollowedMatches(self.identities, LaterMatches(board, self.plan.plain, later))
        self.seated: set[Key] = set()  # in the drafts: only their counts, last match and form change
        for draft in drafts:
            self.start(draft)

    def start(self, draft: Draft) -> None:
        """Follow those who play in a draft or have played in what it changes."""
        seats = dict(Participant.objects.filter(match=draft.match).order_by("seat").values_list("pk", "player"))
        planned = build_draft_entry(draft, draft.result, tuple(seats), self.identities) if draft.result else None
        played = {self.identities.get(player, player) for player in seats.values()}
        seated = {*played, *(planned.result.players if planned else ())}
        self.seated |= seated
        for player in seated:
            self.follow(player, self.begin)
        self.will[draft.match] = None
        if planned and is_counted(self.system, planned.result):
            self.will[draft.match] = planned
            self.followed.push(planned.place, planned.match)

    def follow(self, player: Key, since: OrderPlace) -> None:
        """Follow a player from this place on. Raises: TooMany."""
        if player not in self.followed.players:
            if not is_quicker_to_follow(len(self.followed.players), self.later, len(self.followed.entries)):
                raise TooManyPlayers
            self.followed.follow(player, since)

    def run(self) -> None:
        """Take every match that is a draft or has somebody dirty in it."""
        dirty = self.dirty.keys()
        for place, match in self.followed:
            if match in self.will:
                self.change(place, match)
            elif not dirty.isdisjoint((one := self.followed.entries[match]).result.players):
                self.rate_again(one)

    def rate_again(self, one: MatchEntry) -> None:
        """Rate a match that stays what it is, with those who are dirty as they would be."""
        stood = [read_states(self.followed.rows[participant]) for participant in one.participants]
        players = one.result.players
        after = self.rated(one, [self.dirty.get(player, old) for player, (old, _) in zip(players, stood, strict=True)])
        for player, (_, stored), state in zip(players, stood, after, strict=True):
            self.compare(player, stored, state, one.place)

    def change(self, place: OrderPlace, match: int) -> None:
        """Take a draft out of where it stood, or put it to where it would stand."""
        was, will = self.followed.entries.get(match), self.will[match]
        was = was if was and was.place == place else None
        will = will if will and will.place == place else None
        stored = self.stored_states(place, was, will)
        states = {player: self.dirty.get(player, before) for player, (before, _) in stored.items()}
        if will:
            before = [states[player] for player in will.result.players]
            states |= zip(will.result.players, self.rated(will, before), strict=True)
            self.note(match, will.result, before)
        for player, (_, after) in stored.items():
            self.compare(player, after, states[player], place)

    def compare(self, player: Key, stored: Rating, state: Rating, place: OrderPlace) -> None:
        """Call a player dirty or clean after a match."""
        if state == stored:
            self.dirty.pop(player, None)
        else:
            self.dirty[player] = state
            self.follow(player, place)

    def stored_states(
        self, place: OrderPlace, was: MatchEntry | None, will: MatchEntry | None
    ) -> dict[Key, tuple[Rating, Rating]]:
        """Return everybody's stored state before and after this place."""
        found: dict[Key, tuple[Rating, Rating]] = {}
        if was:
            for player, seat in zip(was.result.players, was.participants, strict=True):
                found[player] = read_states(self.followed.rows[seat])
        others = {player for player in will.result.players if player not in found} if will else set()
        earlier = load_table_before(self.board, place, others) if others else {}
        for player in others:
            state = earlier[player].rating if player in earlier else normalise_rating(self.system.initial())
            found[player] = state, state
        return found

    def rated(self, will: MatchEntry, before: Sequence[Rating]) -> list[Rating]:
        """Return the states after a match, and put its rows into the plan where they differ."""
        after = [normalise_rating(rating) for rating in self.system.ratings_after(will.result, before)]
        seats = enumerate(zip(will.participants, will.result.players, before, after, strict=True))
        for seat, (participant, player, had, has) in seats:
            values = build_row_values(had, has, self.plan.plain)
            old = self.followed.rows.get(participant)
            if old is None or old[ROW_VALUES] != values:
                self.plan.rows.append(
                    LedgerRow(old[1] if old else None, (will.match, seat), participant, player, values)
                )
            self.moves[player] = will.match, has.points - had.points
        return after

    def note(self, match: int, result: Result, before: Sequence[Rating]) -> None:
        message = self.system.eligible(result, before)
        if message:
            self.plan.notes.append(EligibilityNote(match, message))
