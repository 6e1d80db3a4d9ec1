"""A ladder's matches in the order of play, each with what its players had been through before it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from ladder.ratings import WALKOVER, WON, BoardRules, Counts, Rating, Ratings, RatingSystem, Result, count_result
from ladder.story.places import Places


@dataclass(slots=True)
class PlayerPast:
    """What a player has been through on a ladder before a match; a walkover is no match here.

    `run` counts the matches won in a row, and `run_over` is against whom. `met` counts the matches against each
    opponent in a match of two and how many of them were won. `opponents` are those of every form of match. `today`
    counts the matches of `last_day`, that of the last match at `last_at`, and `weeks` the weeks with a match.
    """

    matches: int = 0
    run: int = 0
    run_over: set[int] = field(default_factory=set)
    last_at: datetime | None = None
    last_day: date | None = None
    today: int = 0
    weeks: int = 0
    met: dict[int, tuple[int, int]] = field(default_factory=dict)
    opponents: set[int] = field(default_factory=set)


@dataclass(slots=True)
class SeasonPast:
    """A player's matches in a season before a match, the highest rating after one, and the first day with it."""

    matches: int = 0
    best: float = float("-inf")
    best_day: date | None = None


class StorySeason(NamedTuple):
    """A season of a ladder by the rules of its main board.

    `find_absent` tells who has no rank on a day, of players who are given with when they last played. `is_steady` says
    whether ratings move by own matches alone: only then places can be told from them. `opening` are the states with
    which players begin the season.
    """

    key: int
    rules: BoardRules
    find_absent: Callable[[date, Mapping[int, datetime | None]], Collection[int]]
    is_steady: bool
    opening: Mapping[int, tuple[Rating, Counts]]


class RatedMatch(NamedTuple):
    """A match as the ledger holds it, with the ratings of its players before and after it, and who asked for it by a
    challenge."""

    key: int
    season: StorySeason
    day: date
    result: Result
    before: Ratings
    after: Ratings
    challenger: int | None = None


@dataclass(slots=True)
class StorySeat:
    """A player's part in a match. `passed` are the players who were ahead before, `place` the place after it.

    The place is 0 where places are not told.
    """

    player: int
    score: float
    before: Rating
    after: Rating
    past: PlayerPast
    season: SeasonPast
    passed: list[int] = field(default_factory=list)
    place: int = 0


class Reign(NamedTuple):
    """Who is first, since when, by which match, and among how many players. It lasts until another is first alone."""

    player: int
    since: date
    match: int
    among: int


@dataclass
class StoryMatch:
    """A match in the story: who played, and what each had been through before. `number` counts the ladder's matches.

    `reign` is who has the first place after it, `leader` who was first before it, and `dethroned` who lost it by it.
    """

    match: RatedMatch
    number: int
    seats: list[StorySeat]
    reign: Reign | None = None
    leader: int | None = None
    dethroned: int | None = None

    @property
    def system(self) -> RatingSystem:
        return self.match.season.rules.system

    @property
    def is_played(self) -> bool:
        return self.match.result.kind != WALKOVER

    @cached_property
    def winners(self) -> list[StorySeat]:
        """The side that won a match of two sides or players; nobody if it was drawn, given away or of another form."""
        won = [seat for seat in self.seats if seat.score == WON]
        is_of_two = self.is_duel or bool(self.match.result.sides)
        return won if self.is_played and is_of_two else []

    @cached_property
    def losers(self) -> list[StorySeat]:
        """The side that lost to the winners."""
        return [seat for seat in self.seats if seat.score != WON] if self.winners else []

    def list_opponents(self, seat: StorySeat) -> list[StorySeat]:
        """Return who played against a player of this match."""
        sides = self.match.result.sides or range(len(self.seats))
        own = sides[self.seats.index(seat)]
        return [other for other, side in zip(self.seats, sides, strict=True) if side != own]

    @property
    def is_duel(self) -> bool:
        """Whether two played each other, each alone."""
        result = self.match.result
        return self.is_played and len(self.seats) == 2 and not result.exits and not result.places

    def calculate_chance(self) -> float | None:
        """Return the chance that the winners were given; None where nobody won, or the system has no chances."""
        if not self.winners:
            return None
        chances = self.match.season.rules.expected(self.match.result, self.match.before)
        return chances[self.seats.index(self.winners[0])] if chances else None


class LadderWalk:
    """Walks through the matches of a ladder in the order of play, of whatever season each is."""

    def __init__(self) -> None:
        self.pasts: dict[int, PlayerPast] = {}
        self.seasons: dict[int, dict[int, SeasonPast]] = {}
        self.places: dict[int, Places] = {}
        self.tallies: dict[int, dict[int, list[int]]] = {}
        self.reigns: dict[int, Reign] = {}
        self.days: dict[int, date] = {}  # up to which those without a rank are off the table, by season
        self.number = 0

    def follow(self, matches: Iterable[RatedMatch]) -> Iterator[StoryMatch]:
        """Yield each match with its past, and let its players have been through it when the next one is asked for."""
        for match in matches:
            told = self.build_story_match(match)
            yield told
            self.remember(told)

    def build_story_match(self, match: RatedMatch) -> StoryMatch:
        """Return a match with its past; the places are those after it."""
        self.number += 1
        mine = self.seasons.setdefault(match.season.key, {})
        seats = [
            StorySeat(*played, self.pasts.setdefault(played[0], PlayerPast()), mine.setdefault(played[0], SeasonPast()))
            for played in zip(match.result.players, match.result.scores, match.before, match.after, strict=True)
        ]
        told = StoryMatch(match, self.number, seats)
        if match.season.is_steady:
            self.move_players(told)
        return told

    def move_players(self, told: StoryMatch) -> None:
        """Put those who played where they are after the match, and note whom they passed and who was first."""
        season, played = told.match.season, told.match.result.players
        places = self.open_season(season)
        self.drop_absent(places, told.match)
        reign = self.find_reign(told)
        before = {player: places.orders.get(player) for player in played}
        tallies = self.tallies[season.key]
        count_result(tallies, told.match.result)
        for seat in told.seats:
            places.move(seat.player, season.rules.system.order(seat.after, Counts(*tallies[seat.player])))
        for seat in told.seats:
            seat.passed = places.list_passed(seat.player, before)
            seat.place = places.find_number(seat.player)
        told.reign, told.leader = self.find_reign(told), reign.player if reign else None
        told.dethroned = told.leader if told.reign and told.reign.player != told.leader else None

    def drop_absent(self, places: Places, match: RatedMatch) -> None:
        """Take those off the table of a season who have no rank on the day of a match; once a day."""
        key = match.season.key
        if self.days.get(key) != match.day:
            self.days[key] = match.day
            played = {player: self.pasts[player].last_at if player in self.pasts else None for player in places.orders}
            for player in match.season.find_absent(match.day, played):
                places.remove(player)

    def find_reign(self, told: StoryMatch) -> Reign | None:
        """Return who is first now in the season of a match.

        Who has no rank any more has lost the first place to whoever is first among the others.
        """
        key = told.match.season.key
        places, old = self.places[key], self.reigns.get(key)
        leader, among = places.find_leader(), len(places.table)
        if leader is not None and (old is None or leader != old.player):
            self.reigns[key] = Reign(leader, told.match.day, told.match.key, among)
        elif old and old.player in places.orders:
            self.reigns[key] = old._replace(among=among)
        elif old:
            del self.reigns[key]
        return self.reigns.get(key)

    def open_season(self, season: StorySeason) -> Places:
        """Return the places of a season, which begins with those who bring a rating into it."""
        if season.key not in self.places:
            places = self.places[season.key] = Places()
            self.tallies[season.key] = {player: list(counts) for player, (_, counts) in season.opening.items()}
            for player, (rating, counts) in season.opening.items():
                places.move(player, season.rules.system.order(rating, counts))
        return self.places[season.key]

    def remember(self, told: StoryMatch) -> None:
        """Let the players of a match have been through it."""
        if not told.is_played:
            return
        for seat in told.seats:
            self.remember_seat(told, seat)
        if told.is_duel:
            for one, other in (told.seats, reversed(told.seats)):
                count, won = one.past.met.get(other.player, (0, 0))
                one.past.met[other.player] = count + 1, won + (one.score == WON)

    def remember_seat(self, told: StoryMatch, seat: StorySeat) -> None:
        """Let one player have been through a match."""
        past, season, day = seat.past, seat.season, told.match.day
        others = {other.player for other in told.list_opponents(seat)}
        past.matches += 1
        past.opponents |= others
        if seat.score == WON:
            past.run, past.run_over = past.run + 1, past.run_over | others
        else:
            past.run, past.run_over = 0, set()
        if past.last_day is None or past.last_day.isocalendar()[:2] != day.isocalendar()[:2]:
            past.weeks += 1
        past.today = past.today + 1 if past.last_day == day else 1
        past.last_at, past.last_day = told.match.result.ended, day
        season.matches += 1
        if seat.after.points > season.best:
            season.best, season.best_day = seat.after.points, day
