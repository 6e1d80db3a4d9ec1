"""The sparse plan: follow only the players whose state differs from the stored one.

A player is dirty while his whole new state differs from the stored one. Matches among clean players
are passed over, so a correction costs what it moves and not what stands after it. A change that moves
many players is folded in bulk instead, which is quicker then and gives the very same plan.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from operator import attrgetter

from ladder.models import Board, Participant
from ladder.ratings import Counts, Key, Rating, Result, tally
from ladder.selectors.order import Place
from ladder.selectors.past import Past, standing_table, table_before
from players.identity import identities

from ..concern import concerned
from .board import BoardPlan, Note, Row
from .entries import Draft, Entry, drafted, selves
from .followed import followed
from .forms import forms_after
from .stored import AFTER, BEFORE, VALUES, Rows, Values, plain

MOST = 64  # players followed
AT_ONCE = 6  # of them before any match is rated; then one more for every three
NONE = Counts()


class TooMany(Exception):
    """The change moves more players than it pays to follow."""


def suits(board: Board) -> bool:
    """Say whether a player's state before a match is his state after the one before: no clock, no look back."""
    system = board.rating_system
    return system.period is None and not system.looks_back


def sparse(board: Board, drafts: Sequence[Draft], begin: Place) -> BoardPlan:
    """Plan one board for these drafts. Raises: TooMany."""
    walk = Walk(board, drafts, begin)
    walk.run()
    walk.close()
    return walk.plan


class Walk:
    """The matches of the players who are followed, taken in order of play."""

    def __init__(self, board: Board, drafts: Sequence[Draft], begin: Place) -> None:
        self.board, self.system, self.begin = board, board.rating_system, begin
        self.identities = identities()
        self.plan = BoardPlan(board)
        self.dirty: dict[Key, Rating] = {}  # the states that differ, as they would be
        self.was: dict[int, Entry] = {}  # the stored matches of those who are followed
        self.will: dict[int, Entry | None] = {}  # the drafts; None counts for nothing
        self.rows: Rows = {}
        self.points: dict[tuple[int, Key], tuple[float, float]] = {}  # before and after, of what was rated again
        self.queue: list[tuple[Place, int]] = []
        self.followed: set[Key] = set()
        self.seated: set[Key] = set()  # in the drafts: only their form changes
        self.again = 0  # matches rated again
        for draft in drafts:
            self.start(draft)

    def start(self, draft: Draft) -> None:
        """Follow those who play in a draft or have played in what it changes."""
        seats = dict(Participant.objects.filter(match=draft.match).order_by("seat").values_list("pk", "player"))
        planned = drafted(draft, draft.result, tuple(seats), self.identities) if draft.result else None
        played = {self.identities.get(player, player) for player in seats.values()}
        seated = {*played, *(planned.result.players if planned else ())}
        self.seated |= seated
        for player in seated:
            self.follow(player, self.begin)
        self.will[draft.match] = None
        if planned and concerned(self.system, planned.result):
            new = self.will[draft.match] = planned
            heappush(self.queue, (new.place, new.match))

    def follow(self, player: Key, begin: Place) -> None:
        """Put a player's matches from this place on into the queue."""
        if player in self.followed:
            return
        if len(self.followed) >= min(MOST, AT_ONCE + self.again // 3):
            raise TooMany
        self.followed.add(player)
        matches, rows = followed(self.board, begin, selves(player, self.identities), self.identities)
        self.rows |= rows
        for one in matches:
            if one.match not in self.was:
                self.was[one.match] = one
                heappush(self.queue, (one.place, one.match))

    def run(self) -> None:
        """Take the queue to its end."""
        last = None
        while self.queue:
            event = heappop(self.queue)
            if event != last:
                self.step(*event)
            last = event

    def step(self, place: Place, match: int) -> None:
        """Rate a match again if it is a draft, or if somebody in it is dirty."""
        was = self.was.get(match)
        was = was if was and was.place == place else None
        will = self.will.get(match, was)
        will = will if will and will.place == place else None
        if match in self.will or (was and not self.dirty.keys().isdisjoint(was.result.players)):
            self.change(place, was, will)

    def change(self, place: Place, was: Entry | None, will: Entry | None) -> None:
        """Compare what a match leaves its players with to what is stored."""
        stored = self.stored_states(place, was, will)
        before = {player: self.dirty.get(player, states[0]) for player, states in stored.items()}
        after = before | (self.rated(will, before) if will else {})
        if was:
            new = self.will.get(was.match, was)  # perhaps at another place
            kept = new.participants if new else ()
            self.plan.gone += [self.rows[seat][1] for seat in was.participants if seat not in kept]
        for player, (_, then) in stored.items():
            if after[player] == then:
                self.dirty.pop(player, None)
            else:
                self.dirty[player] = after[player]
                self.follow(player, place)

    def stored_states(self, place: Place, was: Entry | None, will: Entry | None) -> dict[Key, tuple[Rating, Rating]]:
        """Return everybody's stored state before and after this place."""
        found: dict[Key, tuple[Rating, Rating]] = {}
        if was:
            for player, seat in zip(was.result.players, was.participants, strict=True):
                row = self.rows[seat]
                found[player] = Rating(*row[BEFORE]), Rating(*row[AFTER])
        others = {player for player in will.result.players if player not in found} if will else set()
        earlier = table_before(self.board, place, others) if others else {}
        for player in others:
            state = earlier[player].rating if player in earlier else plain(self.system.initial())
            found[player] = state, state
        return found

    def rated(self, will: Entry, before: dict[Key, Rating]) -> dict[Key, Rating]:
        """Return the states after a match, and put its rows into the plan where they differ."""
        result, players = will.result, will.result.players
        self.again += 1
        ratings = [before[player] for player in players]
        after = [plain(rating) for rating in self.system.ratings_after(result, ratings)]
        for seat in range(len(players)):
            self.write(will, seat, (*ratings[seat], *after[seat], None))
        if will.match in self.will:
            self.note(will.match, result, ratings)
        return dict(zip(players, after, strict=True))

    def write(self, will: Entry, seat: int, values: Values) -> None:
        participant, player = will.participants[seat], will.result.players[seat]
        old = self.rows.get(participant)
        if old is None or old[VALUES] != values:
            self.plan.rows.append(Row(old[1] if old else None, (will.match, seat), participant, player, values))
        self.points[will.match, player] = values[0], values[4]

    def note(self, match: int, result: Result, before: Sequence[Rating]) -> None:
        message = self.system.eligible(result, before)
        if message:
            self.plan.notes.append(Note(match, message))

    def close(self) -> None:
        """Put into the plan the standings that differ."""
        self.plan.was = standing_table(self.board, self.followed)
        last, counts = self.last(), self.counts()
        forms = forms_after(self.board, self.entries(), self.seated, self.begin, self.was.values(), self.plan.was)
        gone = self.followed - last.keys()
        earlier = table_before(self.board, self.begin, gone) if gone else {}
        for player in self.followed:
            old = self.plan.was.get(player)
            if player in last:
                kept = old.rating if old else plain(self.system.initial())  # a walkover moves nobody from the start
                new = Past(self.dirty.get(player, kept), counts[player], *last[player])
            elif player in earlier:
                new = earlier[player]
            else:
                self.plan.left += [player] if old else []
                continue
            new = new._replace(form=forms.get(player, old.form if old else ""))
            if new != old:
                self.plan.table[player] = new

    def entries(self) -> list[Entry]:
        """Return the matches of those who are followed as they would be, in order of play."""
        kept = [entry for entry in self.was.values() if entry.match not in self.will]
        return sorted(kept + [entry for entry in self.will.values() if entry], key=attrgetter("place"))

    def last(self) -> dict[Key, tuple[int, float]]:
        """Return everybody's last match, and by how much it moves the rating."""
        found = {}
        for entry in self.entries():
            for player, seat in zip(entry.result.players, entry.participants, strict=True):
                if player in self.followed:
                    found[player] = entry.match, seat
        return {player: (match, self.moved(match, player, seat)) for player, (match, seat) in found.items()}

    def moved(self, match: int, player: Key, seat: int | None) -> float:
        before, after = self.points.get((match, player)) or (self.rows[seat][2], self.rows[seat][6])
        return after - before

    def counts(self) -> dict[Key, Counts]:
        """Return everybody's counts, with the drafts for what they change."""
        gone: dict[Key, list[int]] = {}
        added: dict[Key, list[int]] = {}
        for match, will in self.will.items():
            if match in self.was:
                tally(gone, self.was[match].result)
            if will:
                tally(added, will.result)
        found = {}
        for player in self.followed:
            old = self.plan.was[player].counts if player in self.plan.was else Counts()
            both = zip(old, gone.get(player, NONE), added.get(player, NONE), strict=True)
            found[player] = Counts(*(now - less + more for now, less, more in both))
        return found
