"""A ladder's matches in the order of play, each with what its players had been through before it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import NamedTuple

from ladder.ratings import WALKOVER, WON, BoardRules, Counts, Rating, Ratings, RatingSystem, Result, count_result
from ladder.story.places import Places


@dataclass(slots=True)
class PlayerPast:
    """What a player has been through on a ladder before a match; a walkover is no match here.

    `run` counts the matches won in a row, `met` the matches against each opponent in a match of two and how many of
    them were won.
    """

    matches: int = 0
    run: int = 0
    last_day: date | None = None
    met: dict[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(slots=True)
class SeasonPast:
    """A player's matches in a season before a match, the highest rating after one, and the first day with it."""

    matches: int = 0
    best: float = float("-inf")
    best_day: date | None = None


class StorySeason(NamedTuple):
    """A season of a ladder by the rules of its main board.

    `limit` is after how many days without a match a player has no rank, `retired` since when players have none.
    `is_steady` says whether ratings move by own matches alone: only then places can be told from them. `opening` are
    the states with which players begin the season.
    """

    key: int
    rules: BoardRules
    limit: int | None
    is_steady: bool
    opening: Mapping[int, tuple[Rating, Counts]]
    retired: Mapping[int, date]


class RatedMatch(NamedTuple):
    """A match as the ledger holds it, with the ratings of its players before and after it."""

    key: int
    season: StorySeason
    day: date
    result: Result
    before: Ratings
    after: Ratings


@dataclass(slots=True)
class StorySeat:
    """A player's part in a match. `passed` are the players who were ahead before, `place` the place after it.

    The place is 0 where nobody was passed.
    """

    player: int
    score: float
    before: Rating
    after: Rating
    past: PlayerPast
    season: SeasonPast
    passed: list[int] = field(default_factory=list)
    place: int = 0


@dataclass
class StoryMatch:
    """A match in the story: who played, and what each had been through before. `number` counts the ladder's matches.

    `leader_before` and `leader` are who alone had the first place before and after it.
    """

    match: RatedMatch
    number: int
    seats: list[StorySeat]
    leader_before: int | None = None
    leader: int | None = None

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
        self.number = 0

    def follow(self, matches: Iterable[RatedMatch]) -> Iterator[StoryMatch]:
        """Yield each match with its past, and let its players have been through it when the next one is asked for."""
        for match in matches:
            told = self.build_story_match(match)
            yield told
            if told.is_played:
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
        season, day, played = told.match.season, told.match.day, set(told.match.result.players)
        places = self.open_season(season)

        def was_present(player: int) -> bool:
            return self.is_present(player, day, season)

        def is_present(player: int) -> bool:
            return player in played or was_present(player)

        told.leader_before = places.find_leader(was_present)
        before = {player: places.orders.get(player) for player in played}
        tallies = self.tallies[season.key]
        count_result(tallies, told.match.result)
        for seat in told.seats:
            places.move(seat.player, season.rules.system.order(seat.after, Counts(*tallies[seat.player])))
        for seat in told.seats:
            seat.passed = [player for player in places.list_passed(seat.player, before) if is_present(player)]
            if seat.passed:
                seat.place = places.find_number(seat.player, is_present)
        told.leader = places.find_leader(is_present)

    def open_season(self, season: StorySeason) -> Places:
        """Return the places of a season, which begins with those who bring a rating into it."""
        if season.key not in self.places:
            places = self.places[season.key] = Places()
            self.tallies[season.key] = {player: list(counts) for player, (_, counts) in season.opening.items()}
            for player, (rating, counts) in season.opening.items():
                places.move(player, season.rules.system.order(rating, counts))
        return self.places[season.key]

    def is_present(self, player: int, day: date, season: StorySeason) -> bool:
        """Return whether a player has a rank on a day on which others play, by the rule of `ledger/ranking.py`."""
        if season.limit is None:
            return True
        last = self.pasts[player].last_day if player in self.pasts else None
        if last is None or (day - last).days > season.limit:
            return False
        since = season.retired.get(player)
        return since is None or since > day or last > since

    def remember(self, told: StoryMatch) -> None:
        """Let the players of a match have been through it."""
        for seat in told.seats:
            past, season = seat.past, seat.season
            past.matches, past.run = past.matches + 1, past.run + 1 if seat.score == WON else 0
            past.last_day = told.match.day
            season.matches += 1
            if seat.after.points > season.best:
                season.best, season.best_day = seat.after.points, told.match.day
        if told.is_duel:
            for one, other in (told.seats, reversed(told.seats)):
                count, won = one.past.met.get(other.player, (0, 0))
                one.past.met[other.player] = count + 1, won + (one.score == WON)
