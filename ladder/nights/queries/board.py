"""The board of a night: what is played on each court, who is next there and why, and who waits how long."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from ladder.challenges.queries.running import find_fixture_report
from ladder.formats import format_count
from ladder.matches.queries.rights import find_fix_deadline
from ladder.models import POINT_WAYS, Court, Fixture, Ladder, Match
from ladder.nights.history import find_waits, list_free_courts, list_queue
from ladder.nights.night_table import NightRow, list_night_table
from ladder.nights.peg_board import find_peg_choice
from ladder.nights.queries.fairness import Fairness, describe_fairness
from ladder.nights.queries.likely_players import list_likely_players
from ladder.nights.queries.open_matches import OpenMatch, ReachedPlayer, list_open_matches, list_reached_players
from ladder.nights.queries.proposals import (
    Asked,
    GameSide,
    ShownProposal,
    explain_lack,
    number_sides,
    propose_night_games,
)
from ladder.nights.queries.result_rules import asks_more_than_winner, takes_draws
from ladder.nights.queries.shared_night import find_shared_history, find_shared_proposals
from ladder.nights.queries.stored_night import ROUND_WAYS, StoredNight, is_played
from ladder.nights.rights import runs_night
from ladder.scene import Scene
from players.models import Player
from players.privacy.redaction import redact_text

BOARD_HEADLINE = "{people} here, {courts}"
SEAT_NAMES = {2: ("First", "against"), 4: ("Together", "with", "against", "and")}
CALL_MINUTES = 3  # for which a game that has begun is called
LATE_MINUTES = 10  # who waits longer is marked
MORE_WAIT = "The queue goes on with {people}."
MORE_ROWS = "The table goes on with {people}."
MOST_RESULTS_SHOWN = 12


class WallRoom(NamedTuple):
    """How many who wait, results and rows of the table have room on the screen at the venue."""

    waiting: int
    results: int
    rows: int


WALL_ROOMS = {2: WallRoom(10, 4, 6), 4: WallRoom(8, 3, 5), 8: WallRoom(8, 3, 4)}  # by how many courts there are at most
LEAST_WALL_ROOM = WallRoom(4, 2, 2)  # below more courts
COURTS_LIKE_PEGS = 2  # that take as much room as whoever chooses at the peg board


class ShownGame(NamedTuple):
    """A game that is played: since when, by whom, and what a reader may do."""

    pk: int
    court: Court
    since: datetime
    sides: Sequence[GameSide]
    why: str
    may_enter: bool  # who won
    may_draw: bool
    report: str  # the address of its report, with a score
    is_mine: bool
    names: str

    @property
    def form_key(self) -> str:
        """A key with which a form that is sent twice makes one match."""
        return str(uuid4())


class ShownCourt(NamedTuple):
    """A court: what is played there, or else who could play next, with the addresses of other proposals."""

    court: Court
    game: ShownGame | None
    proposal: ShownProposal | None
    may_begin: bool
    asked: Asked | None
    lacks: str  # why nobody is proposed

    @property
    def by_hand(self) -> str:
        """The address at which its players are chosen by hand."""
        night = self.court.night
        return reverse("ladder:night_by_hand", args=[night.season.ladder.slug, self.court.pk])

    @property
    def another(self) -> str:
        """The address at which others are proposed for this court."""
        asked = self.asked or Asked(self.court.pk)
        return build_asked_query(asked._replace(fixed=(), refused=(*asked.refused, frozenset(self.keys))))

    @property
    def offers_others(self) -> bool:
        """Whether the board proposes others when asked."""
        return self.court.night.way == self.court.night.Way.BOARD

    @property
    def without(self) -> list[tuple[str, str]]:
        """Each player who is proposed, with the address at which the rest stay and another one comes in."""
        asked = self.asked or Asked(self.court.pk)
        players = [player for side in (self.proposal.sides if self.proposal else ()) for player in side.players]
        refused = (*asked.refused, frozenset(self.keys))
        return [
            (one.name, build_asked_query(Asked(self.court.pk, tuple(k for k in self.keys if k != one.pk), refused)))
            for one in players
        ]

    @property
    def keys(self) -> list[int]:
        """The keys of those who are proposed."""
        return [player.pk for side in (self.proposal.sides if self.proposal else ()) for player in side.players]


def build_asked_query(asked: Asked) -> str:
    """Return the query of an address that asks for another proposal."""
    refused = [".".join(map(str, sorted(four))) for four in asked.refused]
    return "?" + urlencode({"court": asked.court, "fixed": ".".join(map(str, asked.fixed)), "refused": refused}, True)


class WaitingPlayer(NamedTuple):
    """Somebody who waits, with the minutes."""

    player: Player
    minutes: int

    @property
    def is_late(self) -> bool:
        return self.minutes >= LATE_MINUTES


class ShownPegChoice(NamedTuple):
    """Who chooses whom for which court at the peg board, and how many."""

    court: Court
    chooser: Player
    offered: list[Player]
    may_choose: bool

    @property
    def others(self) -> str:
        """How many are chosen, such as "3 players"."""
        return format_count(self.court.places - 1, "player")


class EnteredResult(NamedTuple):
    """A result of tonight, in words; `may_undo` says that the reader may take it back."""

    text: str
    url: str
    match: int
    revision: int
    may_undo: bool


class NightBoard:
    """All that the page of a night shows of it to a reader."""

    def __init__(
        self, stored: StoredNight, scene: Scene, asked: Asked | None = None, *, is_on_wall: bool = False
    ) -> None:
        self.is_on_wall = is_on_wall  # on the screen at the venue, where all has to fit
        self.stored, self.scene, self.now = stored, scene, timezone.now()
        self.me, self.runs = scene.player, runs_night(scene)
        self.history = find_shared_history(stored)
        self.proposals = propose_night_games(stored, self.history, asked) if asked else find_shared_proposals(stored)
        self.asked = asked

    @property
    def headline(self) -> str:
        """Such as "19 here, 4 courts"."""
        courts = format_count(sum(court.is_open for court in self.stored.courts), "court")
        return BOARD_HEADLINE.format(people=len(self.stored.here), courts=courts)

    @property
    def courts(self) -> list[ShownCourt]:
        """The courts, those that are free first."""
        shown = [self.build_court(one) for one in self.shown_courts]
        return sorted(shown, key=lambda one: (one.game is not None, one.court.position))

    @property
    def shown_courts(self) -> list[Court]:
        """The courts that are open or played on."""
        return [one for one in self.stored.courts if one.is_open or one.pk in self.stored.running]

    def build_court(self, court: Court) -> ShownCourt:
        """Return a court with what is played there, or who is proposed."""
        running, proposal = self.stored.running.get(court.pk), self.proposals.get(court.pk)
        is_mine = self.me is not None and proposal is not None and proposal.has_player(self.me)
        asked = self.asked if self.asked and self.asked.court == court.pk else None
        game = self.build_game(running) if running else None
        proposed = sum(len(side.players) for one in self.proposals.values() for side in one.sides)
        waiting = [one.player for one in self.waiting]
        lacks = "" if game or proposal else explain_lack(self.stored, court, waiting, len(waiting) - proposed)
        return ShownCourt(court, game, proposal, self.runs or is_mine, asked, lacks)

    @property
    def unfinished(self) -> list[ShownGame]:
        """The games whose result was taken back, on whose court others play."""
        return [self.build_game(one) for one in self.stored.unfinished]

    def build_game(self, game: Fixture) -> ShownGame:
        """Return a game as its court shows it."""
        assert game.court  # noqa: S101
        is_mine = self.me is not None and bool(game.find_side(self.me.pk))
        may_enter = self.runs or is_mine
        asks_more, draws = self.stored.work_out(game.kind, lambda: self.find_result_rules(game.kind))
        takes_more = asks_more or self.scene.ladder.scores != Ladder.Scores.NONE
        has_report = may_enter and self.scene.user.is_authenticated and takes_more
        report, sides = find_fixture_report(game) if has_report else "", number_sides(game.sides)
        return ShownGame(
            pk=game.pk,
            court=game.court,
            since=game.made_at,
            sides=sides,
            why=redact_text(game.note),
            may_enter=may_enter and not asks_more,
            may_draw=draws and not self.counts_points,
            report=report,
            is_mine=is_mine,
            names=game.both_names,
        )

    def find_result_rules(self, kind: str) -> tuple[bool, bool]:
        """Return whether a tap on the winner is not enough for this kind of match, and whether it may be drawn."""
        season = self.stored.night.season
        return asks_more_than_winner(season, kind, has_points=self.counts_points), takes_draws(season, kind)

    @property
    def waiting(self) -> list[WaitingPlayer]:
        """Who waits, longest first."""
        return self.stored.work_out("waiting", self.list_waiting)

    def list_waiting(self) -> list[WaitingPlayer]:
        since = find_waits(self.history)
        return [
            WaitingPlayer(self.stored.players[key], round(self.history.now - since[key]))
            for key in list_queue(self.history)
        ]

    @property
    def wall_room(self) -> WallRoom:
        """How much is listed below the courts on the screen at the venue."""
        courts = len(self.shown_courts) + COURTS_LIKE_PEGS * self.has_pegs
        rooms = (room for most, room in WALL_ROOMS.items() if courts <= most)
        return next(rooms, LEAST_WALL_ROOM)

    @property
    def first_waiting(self) -> list[WaitingPlayer]:
        """Who waits next: on the screen at the venue as many as have room there."""
        return self.waiting[: self.wall_room.waiting] if self.is_on_wall else self.waiting

    @property
    def later_waiting(self) -> list[WaitingPlayer]:
        """Who waits behind them."""
        return self.waiting[len(self.first_waiting) :]

    @property
    def more_wait(self) -> str:
        """How many wait behind them, in a sentence."""
        return MORE_WAIT.format(people=format_count(len(self.later_waiting), "more player"))

    @cached_property
    def open_matches(self) -> list[OpenMatch]:
        """What could be played now besides: all of it for whoever runs the night, else the reader's own."""
        if self.is_in_rounds or not (self.runs or self.is_here):
            return []
        return list_open_matches(self.stored, self.history, None if self.runs else self.me)

    @cached_property
    def reached(self) -> list[ReachedPlayer]:
        """Those who are here whom the reader, who is here, too, may challenge."""
        return list(list_reached_players(self.stored, self.me)) if self.me and self.is_here else []

    def list_seats(self, court: Court) -> list[tuple[str, int]]:
        """Return what stands above each name that is chosen by hand, and who is proposed there, or waits longest."""
        shown = self.build_court(court)
        chosen = shown.keys or [one.player.pk for one in self.waiting]
        return list(zip(SEAT_NAMES[court.places], chosen, strict=False))

    @property
    def resting(self) -> list[Player]:
        """Who is there and rests."""
        return [visit.player.itself for visit in self.stored.here.values() if visit.is_resting]

    @property
    def shown_resting(self) -> list[Player]:
        """Those of them who are listed: on the screen at the venue only where somebody may call them back."""
        return self.resting if self.runs or not self.is_on_wall else []

    @property
    def is_here(self) -> bool:
        """Whether the reader is ticked in."""
        return self.me is not None and self.me.pk in self.stored.here

    @property
    def is_resting(self) -> bool:
        """Whether the reader rests."""
        return self.me is not None and self.me in self.resting

    @property
    def is_in_rounds(self) -> bool:
        """Whether all courts begin together."""
        return self.stored.night.way in ROUND_WAYS

    @property
    def counts_points(self) -> bool:
        """Whether the points of a game make the table of the night."""
        return self.stored.night.way in POINT_WAYS

    @property
    def table(self) -> list[tuple[NightRow, Player]]:
        """The table of the night, where points are counted."""
        if not self.counts_points:
            return []
        rows = list_night_table(self.history.games, self.stored.here)
        return [(row, self.stored.players[row.key]) for row in rows]

    @property
    def first_rows(self) -> list[tuple[NightRow, Player]]:
        """The first of the table: on the screen at the venue as many as have room there."""
        return self.table[: self.wall_room.rows] if self.is_on_wall else self.table

    @property
    def more_rows(self) -> str:
        """How many stand below them, in a sentence; an empty text for nobody."""
        more = len(self.table) - len(self.first_rows)
        return MORE_ROWS.format(people=format_count(more, "more player")) if more else ""

    @property
    def peg_choice(self) -> ShownPegChoice | None:
        """Who chooses the next game, from whom and for which court; None by all other ways, and where too few wait."""
        choice = find_peg_choice(self.history) if self.stored.night.way == self.stored.night.Way.PEGS else None
        fits = [one for one in list_free_courts(self.history) if choice and one.players <= 1 + len(choice.offered)]
        if choice is None or not fits:
            return None
        chooser, *offered = (self.stored.players[key] for key in (choice.chooser, *choice.offered))
        (court,) = (one for one in self.stored.courts if one.pk == fits[0].key)
        return ShownPegChoice(court, chooser, offered, self.runs or chooser == self.me)

    @property
    def has_pegs(self) -> bool:
        """Whether players choose one another at the peg board."""
        return self.stored.night.way == self.stored.night.Way.PEGS

    @property
    def pairs(self) -> list[tuple[Player, Player, bool]]:
        """Who stay together tonight, and whether the desk put them together."""
        known, here = self.stored.players, self.stored.here
        return [(known[one], known[other], here[one].partner_id is not None) for one, other in self.stored.pairs]

    @property
    def unpaired(self) -> list[Player]:
        """Who is here and has no partner, where pairs stay together, by name."""
        paired = {key for pair in self.stored.pairs for key in pair}
        found = (self.stored.players[key] for key in self.stored.here.keys() - paired)
        return sorted(found, key=lambda one: one.folded)

    @cached_property
    def calls(self) -> list[ShownGame]:
        """The games that have just begun: one's own, or all of them for whoever runs the night and for the screen."""
        all_called = self.runs or self.is_on_wall or self.me is None
        running = [self.build_game(one) for one in self.stored.running.values()]
        since = self.now - timedelta(minutes=CALL_MINUTES)
        return [one for one in running if one.since > since and (one.is_mine or all_called)]

    @property
    def round_ends_at(self) -> datetime | None:
        """When the round that is played ends by the clock; None without a round or its minutes."""
        minutes, began = self.stored.night.round_minutes, [one.made_at for one in self.stored.running.values()]
        return max(began) + timedelta(minutes=minutes) if self.is_in_rounds and minutes and began else None

    @property
    def round_seconds_left(self) -> int:
        """How many seconds the round still takes, for the buzzer."""
        return max(int((self.round_ends_at - self.now).total_seconds()), 0) if self.round_ends_at else 0

    @cached_property
    def results(self) -> list[EnteredResult]:
        """The results of tonight, the latest first."""
        played = [game.match for game in self.stored.games if game.match and is_played(game)]
        own = {one.pk for one in played if self.has_entered(one) and self.now < find_fix_deadline(one)}
        told = self.stored.work_out("results", lambda: list(self.list_results()))
        return [one._replace(may_undo=one.match in own) for one in told]

    @property
    def first_results(self) -> list[EnteredResult]:
        """The latest results that are shown at once, fewer on the screen at the venue."""
        return self.results[: self.wall_room.results if self.is_on_wall else MOST_RESULTS_SHOWN]

    @property
    def later_results(self) -> list[EnteredResult]:
        """The results before them."""
        return self.results[len(self.first_results) :]

    def has_entered(self, match: Match) -> bool:
        """Return whether the reader entered a match, or the screen at the venue did, which runs the night."""
        if self.scene.is_at_venue and self.runs:
            return match.at_venue
        return self.scene.user.is_authenticated and match.reported_by_id == self.scene.user.pk

    def list_results(self) -> Iterator[EnteredResult]:
        """Yield the results in words, the latest first."""
        games = [(game.match, game) for game in self.stored.games if game.match and is_played(game)]
        for match, game in sorted(games, key=lambda one: one[0].pk, reverse=True):
            played = self.stored.played[game.pk]
            first = played.winner or 1
            words = "{winners} beat {losers}" if played.winner else "{winners} drew with {losers}"
            text = words.format(winners=played.name_side(first), losers=played.name_side(3 - first))
            address = reverse("ladder:match", args=[match.pk])
            yield EnteredResult(text, address, match.pk, match.revision, may_undo=False)

    @property
    def likely(self) -> list[Player]:
        """Who is likely to come and is not there yet, by name."""
        return self.stored.work_out("likely", lambda: list_likely_players(self.stored))

    @cached_property
    def fairness(self) -> Fairness | None:
        """How fair the night was up to now."""
        return self.stored.work_out("fairness", lambda: describe_fairness(self.stored, self.history))
