"""What a player of a box needs, in words and for a small picture: the chances of going up, staying and each place.

A figure is rounded to whole per cent. "Sure" and "out of reach" are said only of what no result can change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from ladder.boxes.queries.box_chances import BoxPlays, find_possible_places, has_box_chances
from ladder.boxes.queries.box_proposal import DOWN, STAYS, UP
from ladder.boxes.queries.box_states import find_place_zones, load_box_rules, load_box_states, play_box_of_day
from ladder.boxes.queries.shown_boxes import ShownBox
from ladder.formats import format_ordinal
from ladder.models import Season
from players.models import Player

SURE, NEVER = "100%", "0%"
UNDER_ONE, OVER_99 = "under 1%", "over 99%"
BAR_WIDTH = 100  # per cent
SMALL_SHARE, SMALLEST_SHARE = 0.01, 1e-9


class ShownChance(NamedTuple):
    """A chance, and whether nothing can change it any more."""

    share: float
    is_sure: bool = False
    is_never: bool = False

    @property
    def text(self) -> str:
        """Such as "71%", "under 1%", or "100%" where it is sure."""
        if self.is_sure:
            return SURE
        if self.is_never:
            return NEVER
        if self.share < SMALL_SHARE:
            return UNDER_ONE
        return OVER_99 if self.share > 1 - SMALL_SHARE else f"{round(self.share * 100)}%"

    @property
    def width(self) -> str:
        """The width of its bar."""
        return f"{self.share * BAR_WIDTH:.1f}%"


class GoalWords(NamedTuple):
    """What is said of a goal, a sentence for each case."""

    caption: str
    sure: str = ""
    never: str = ""
    chance: str = ""
    win_is_sure: str = ""
    win_decides: str = ""
    needs_win: str = ""
    both: str = ""


GO_UP = GoalWords(
    "Your chance of going up after a match",
    "You go up: no result can change that.",
    "Going up is out of reach.",
    "Your chance of going up is {chance}.",
    "Your chance of going up is {chance}. A win over {opponent} makes it sure; with a loss it is {lost}.",
    "You go up if you beat {opponent}, and not if you lose.",
    "Your chance of going up is {chance}. It takes a win over {opponent}: with one it is {won}.",
    "Your chance of going up is {chance}. With a win over {opponent} it is {won}, with a loss {lost}.",
)
STAY_UP = GoalWords(
    "Your chance of not going down after a match",
    "You don’t go down: no result can change that.",
    "You go down: no result can change that.",
    "Your chance of not going down is {chance}.",
    "Your chance of not going down is {chance}. A win over {opponent} makes it sure; with a loss it is {lost}.",
    "You don’t go down if you beat {opponent}, and you do if you lose.",
    "Your chance of not going down is {chance}. It takes a win over {opponent}: with one it is {won}.",
    "Your chance of not going down is {chance}. With a win over {opponent} it is {won}, with a loss {lost}.",
)
COME_FIRST = GoalWords(
    "Your chance of the first place after a match",
    "You come first: no result can change that.",
    "The first place is out of reach.",
    "Your chance of the first place is {chance}.",
    "Your chance of the first place is {chance}. A win over {opponent} makes it sure; with a loss it is {lost}.",
    "You come first if you beat {opponent}, and not if you lose.",
    "Your chance of the first place is {chance}. It takes a win over {opponent}: with one it is {won}.",
    "Your chance of the first place is {chance}. With a win over {opponent} it is {won}, with a loss {lost}.",
)
AS_IT_STANDS = {
    UP: "Going up as it stands.",
    DOWN: "Going down as it stands.",
    STAYS: "Staying as it stands.",
}
ZONE_LABELS = (("Going up", UP), ("Staying", STAYS), ("Going down", DOWN))


class PlaceChance(NamedTuple):
    """The chance of a place, and what becomes of it: up, down or stays."""

    place: str
    zone: str
    chance: ShownChance


class NextMatch(NamedTuple):
    """What a win and a loss in an open match make of the chance of the goal."""

    opponent: str
    chance: ShownChance  # of winning it
    won: ShownChance
    lost: ShownChance


class BoxChanceLine(NamedTuple):
    """A player's line of the table of chances: of going up, staying and going down as far as can be, then of places."""

    player: Player
    is_me: bool
    chances: list[ShownChance]


@dataclass
class BoxNeed:
    """A box with its rest played many times, and what that says of its players."""

    shown: ShownBox
    plays: BoxPlays
    zones: list[str]  # of each place

    @cached_property
    def possible(self) -> dict[int, set[int]]:
        """Which places, from 0, each player can come to."""
        return find_possible_places(self.plays.state)

    @property
    def has_zones(self) -> bool:
        """Whether anybody goes up or down from here."""
        return UP in self.zones or DOWN in self.zones

    @property
    def zone_names(self) -> list[tuple[str, str]]:
        """What may become of a player, in words, and its key; nothing where nobody moves."""
        return [(label, zone) for label, zone in ZONE_LABELS if self.has_zones and zone in self.zones]

    @property
    def column_names(self) -> list[str]:
        """The headings of the table of chances."""
        return [*(label for label, _ in self.zone_names), *self.place_names]

    @property
    def is_open(self) -> bool:
        """Whether there is anything left to play."""
        return bool(self.plays.state.open)

    @property
    def place_names(self) -> list[str]:
        """The places in words."""
        return [format_ordinal(place) for place in range(1, len(self.zones) + 1)]

    def find_zone_places(self, *zones: str) -> set[int]:
        """Return the places, from 0, of which this becomes."""
        return {place for place, zone in enumerate(self.zones) if zone in zones}

    def find_chance_of(self, player: int, places: set[int], given: tuple[int, int] | None = None) -> ShownChance:
        """Return the chance that a player comes to one of these places, from 0."""
        shares = self.plays.count_shares(player, given)
        share = sum(shares[one] for one in places)
        if SMALLEST_SHARE < share < 1 - SMALLEST_SHARE:
            return ShownChance(share)
        possible = find_possible_places(self.plays.state.fix_winner(*given)) if given else self.possible
        return ShownChance(share, possible[player] <= places, not possible[player] & places)

    def list_chance_lines(self, me: Player | None) -> list[BoxChanceLine]:
        """Return the table of chances: each player, in the order as it stands."""
        columns = [self.find_zone_places(zone) for _, zone in self.zone_names]
        columns += [{place} for place in range(len(self.zones))]
        return [
            BoxChanceLine(player, player == me, [self.find_chance_of(key, places) for places in columns])
            for key, player in ((row.player, self.shown.players[row.player].player.itself) for row in self.shown.rows)
        ]


@dataclass
class OwnNeed:
    """What whoever looks needs in their box."""

    need: BoxNeed
    player: int

    @cached_property
    def goal(self) -> tuple[GoalWords, set[int]]:
        """What is said: going up, or not going down where that is nearer; the first place where nobody goes up."""
        need = self.need
        up, down = need.find_zone_places(UP), need.find_zone_places(DOWN)
        rest = set(range(len(need.zones))) - down
        falls = need.find_chance_of(self.player, down).share
        if not up:
            return (STAY_UP, rest) if falls > SMALL_SHARE else (COME_FIRST, {0})
        rises = need.find_chance_of(self.player, up).share
        return (GO_UP, up) if rises >= falls else (STAY_UP, rest)

    @property
    def places(self) -> list[PlaceChance]:
        """The chance of each place, first to last."""
        names = self.need.place_names
        return [
            PlaceChance(names[place], zone, self.need.find_chance_of(self.player, {place}))
            for place, zone in enumerate(self.need.zones)
        ]

    @property
    def zone_chances(self) -> list[tuple[str, ShownChance]]:
        """The chances of going up, of staying and of going down, as far as the box has them."""
        need = self.need
        return [
            (label, need.find_chance_of(self.player, need.find_zone_places(zone))) for label, zone in need.zone_names
        ]

    @cached_property
    def matches(self) -> list[NextMatch]:
        """What each of the own open matches would change, in the order of the fixtures."""
        _, places = self.goal
        found = []
        for number, one in enumerate(self.need.plays.state.open):
            if self.player in one.players:
                (other,) = {*one.players} - {self.player}
                chance = sum(one.results[win].chance for win in one.list_wins(self.player))
                won, lost = (
                    self.need.find_chance_of(self.player, places, (number, winner)) for winner in (self.player, other)
                )
                name = self.need.shown.players[other].player.itself.name
                found.append(NextMatch(name, ShownChance(chance), won, lost))
        return found

    @property
    def sentences(self) -> list[str]:
        """What is said below the heading: "Going up as it stands. Your chance of going up is 84%. ..." """
        rank = next(place for place, row in enumerate(self.need.shown.rows) if row.player == self.player)
        standing = AS_IT_STANDS.get(self.need.zones[rank], "") if self.need.has_zones else ""
        return [text for text in (standing, self.describe_goal()) if text]

    def describe_goal(self) -> str:
        """Return the sentence of the goal, with the open match that changes it most."""
        words, places = self.goal
        chance = self.need.find_chance_of(self.player, places)
        if chance.is_sure:
            return words.sure
        if chance.is_never:
            return words.never
        match = max(self.matches, key=lambda one: one.won.share - one.lost.share, default=None)
        if match is None or not SMALL_SHARE <= chance.share <= 1 - SMALL_SHARE:
            return words.chance.format(chance=chance.text)
        text = pick_goal_sentence(words, match)
        said = {"won": match.won.text, "lost": match.lost.text, "opponent": match.opponent}
        return text.format(chance=chance.text, **said)


def pick_goal_sentence(words: GoalWords, match: NextMatch) -> str:
    """Return the sentence for what a win and a loss in this match make of the goal."""
    if match.won.is_sure:
        return words.win_decides if match.lost.is_never else words.win_is_sure
    return words.needs_win if match.lost.is_never else words.both


def load_box_need(season: Season, boxes: Sequence[ShownBox], shown: ShownBox, day: date) -> BoxNeed | None:
    """Return a box of a season with its rest played as of a day; None where numpy is not installed.

    Four queries: the boards, and the ratings of that which has chances.
    """
    if not has_box_chances():
        return None
    rules = load_box_rules(season)
    (state,) = load_box_states(season, [shown], rules, day)
    zones = find_place_zones(season.ladder, boxes)[shown.box.pk]
    return BoxNeed(shown, play_box_of_day(shown, state, day), zones)


def find_own_need(need: BoxNeed | None, me: Player | None) -> OwnNeed | None:
    """Return what whoever looks needs; None where nothing is open, or who is not of this box or withdrew."""
    if need is None or me is None or not need.is_open:
        return None
    key = me.itself.pk
    return OwnNeed(need, key) if key in need.shown.players and key not in need.plays.state.away else None
