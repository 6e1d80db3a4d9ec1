"""A night as it is stored, and as its proposals read it (`ladder/nights/history.py`)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import cached_property

from ladder.formats import WON
from ladder.formats.games import parse_games
from ladder.models import Court, Fixture, Ladder, Night, Participant, State, Visit
from ladder.nights import history
from ladder.nights.queries.partner_wishes import PartnerWishes, load_partner_wishes
from players.models import Player

POINT_WAYS = (Night.Way.AMERICANO, Night.Way.MEXICANO)
ROUND_WAYS = (Night.Way.CLOCK, *POINT_WAYS)
"""In which the points of a game make the table of the night; and in which all courts begin together."""


@dataclass
class StoredNight:
    """The rows of a night: its courts, who came, and its games with who won each."""

    night: Night
    courts: list[Court]
    visits: list[Visit]
    games: list[Fixture]
    winners: dict[int, int] = field(default_factory=dict)  # the side that won, 1 or 2, by the game's key
    worked_out: dict[str, Any] = field(default_factory=dict)

    def work_out[Made](self, what: str, make: Callable[[], Made]) -> Made:
        """Return what follows from these rows, whoever reads it, as `make` returns it; it is called once."""
        if what not in self.worked_out:
            self.worked_out[what] = make()
        made: Made = self.worked_out[what]
        return made

    @cached_property
    def players(self) -> dict[int, Player]:
        """Everybody who came, by the key that they count as."""
        return {visit.player.itself.pk: visit.player.itself for visit in self.visits}

    @cached_property
    def here(self) -> dict[int, Visit]:
        """The visits of those who are there, by player."""
        return {visit.player.itself.pk: visit for visit in self.visits if visit.left_at is None}

    @cached_property
    def running(self) -> dict[int, Fixture]:
        """The game that is played on each court, by the court's key: the latest one there, if it has no result."""
        latest = {game.court_id: game for game in self.games}
        return {court: game for court, game in latest.items() if court and not is_played(game)}

    @cached_property
    def wishes(self) -> PartnerWishes:
        """What those who are here wish about one another as partners; two queries."""
        return load_partner_wishes(list(self.here))

    @cached_property
    def pairs(self) -> list[history.Side]:
        """Who stay together tonight, of those who are here: whom the desk put together, then who both wish it."""
        named = {key: visit.partner.itself.pk for key, visit in self.here.items() if visit.partner}
        pairs = {frozenset((key, partner)) for key, partner in named.items() if named.get(partner) == key}
        taken = {key for pair in pairs for key in pair}
        for pair in sorted(self.wishes.wished, key=sorted):
            if pair <= self.here.keys() - taken:
                pairs.add(pair)
                taken |= pair
        return sorted((first, second) for first, second in map(sorted, pairs))

    @property
    def has_pairs(self) -> bool:
        """Whether pairs stay together tonight."""
        return self.night.way in POINT_WAYS and self.night.partners == Ladder.Partners.STAY

    @property
    def unfinished(self) -> list[Fixture]:
        """The games without a result on whose court others play since: their result was taken back."""
        return [one for one in self.games if not is_played(one) and one not in self.running.values()]

    def find_moment(self, now: datetime) -> datetime:
        """Return up to when the night is told: now, or of one that is over when its last game began.

        Nobody waited for a game any more after that.
        """
        return max((game.made_at for game in self.games), default=now) if self.night.closed_at else now

    def build_history(self, now: datetime) -> history.Night:
        """Return the night as its proposals read it, in minutes since it began."""
        begins = {game.pk: self.find_minute(game.made_at) for game in self.games}
        games = [
            history.Game(
                game.court_id,
                (tuple(one.pk for one in game.sides[0]), tuple(one.pk for one in game.sides[1])),
                begins[game.pk],
                self.find_game_end(game, now),
                self.find_points(game),
            )
            for game in self.games
        ]
        visits = [
            history.Visit(
                visit.player.itself.pk,
                self.find_minute(visit.came_at),
                self.find_minute(visit.left_at) if visit.left_at else None,
                tuple((self.read_minute(begun) or 0.0, self.read_minute(ended)) for begun, ended in visit.rests),
            )
            for visit in self.visits
        ]
        courts = [history.Court(court.pk, court.places, court.category) for court in self.courts if court.is_open]
        return history.Night(tuple(courts), tuple(visits), tuple(games), self.find_minute(now))

    def find_minute(self, moment: datetime) -> float:
        """Return how many minutes after the beginning of the night a moment is."""
        return (moment - self.night.starts_at).total_seconds() / 60

    def read_minute(self, text: str | None) -> float | None:
        """Return the minute of a moment that is stored as text."""
        return self.find_minute(datetime.fromisoformat(text)) if text else None

    def find_game_end(self, game: Fixture, now: datetime) -> float | None:
        """Return when a game ended; None for one that is played now."""
        if game.match and is_played(game):
            return self.find_minute(max(game.match.played_at, game.made_at))
        return self.find_minute(now) if game in self.unfinished else None

    def find_points(self, game: Fixture) -> tuple[int, int] | None:
        """Return the points of a game, by its score; a win without one is 1 point to 0."""
        if not is_played(game) or game.match is None:
            return None
        score, winner = parse_games(game.match.games), self.winners.get(game.pk)
        more, less = (max(score[0][:2]), min(score[0][:2])) if len(score) == 1 else (int(winner is not None), 0)
        return (more, less) if winner != 2 else (less, more)


def is_played(game: Fixture) -> bool:
    """Return whether a game has a result that is not void."""
    return game.match is not None and not game.match.is_void


def find_running_night(ladder: Ladder) -> Night | None:
    """Return the night that runs on a ladder; one query."""
    return Night.objects.filter(season__ladder=ladder, closed_at=None).select_related("season__ladder").first()


def load_stored_night(night: Night) -> StoredNight:
    """Return the rows of a night; six queries."""
    visits = list(night.visits.select_related("player__merged_into", "partner__merged_into"))
    games = list(select_games(night))
    courts = {court.pk: court for court in night.courts.all()}
    for court in courts.values():
        court.night = night
    for game in games:
        game.season, game.court = night.season, courts[game.court_id or 0]
        if game.match:
            game.match.season = night.season
    return StoredNight(night, list(courts.values()), visits, games, load_winners(games))


def load_winners(games: Iterable[Fixture]) -> dict[int, int]:
    """Return which side won each game that has a result; one query."""
    by_match = {game.match_id: game for game in games if is_played(game)}
    won = Participant.objects.filter(match__in=by_match, score=WON).order_by().values_list("match", "player")
    found = {}
    for match, player in won:
        game = by_match[match]
        sides = {party.player_id: number for number, party in game.number_parties()}
        if player in sides:
            found[game.pk] = sides[player]
    return found


def select_games(night: Night) -> QuerySet[Fixture]:
    """Return the games of a night with their match and players, in the order in which they began."""
    games = Fixture.objects.filter(court__night=night).exclude(status=State.CALLED_OFF).order_by("pk")
    return games.select_related("match").prefetch_related("parties__player__merged_into")
