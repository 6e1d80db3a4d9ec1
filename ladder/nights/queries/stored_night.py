"""A night as it is stored, and as its proposals read it (`ladder/nights/history.py`)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import cached_property

from ladder.formats import WON, join_side
from ladder.formats.games import parse_games
from ladder.ledger.ladder_lock import one_moment
from ladder.models import POINT_WAYS, Court, Fixture, Ladder, Night, Participant, State, Visit
from ladder.nights import history
from ladder.nights.queries.partner_wishes import PartnerWishes, load_partner_wishes
from players.models import Player

ROUND_WAYS = (Night.Way.CLOCK, *POINT_WAYS)
"""In which all courts begin together."""


class PlayedGame(NamedTuple):
    """Who played a game by its match, which may have been corrected, in the order of its fixture's sides.

    `winner` is the side that won, 1 or 2; 0 where neither did.
    """

    sides: tuple[tuple[Player, ...], ...]
    winner: int

    def name_side(self, number: int) -> str:
        """Return the names of side 1 or 2: "Ana and Ben"."""
        return join_side([player.name for player in self.sides[number - 1]])


@dataclass
class StoredNight:
    """The rows of a night: its courts, who came, and its games with who played and won each that has a result."""

    night: Night
    courts: list[Court]
    visits: list[Visit]
    games: list[Fixture]
    played: dict[int, PlayedGame] = field(default_factory=dict)  # by the game's key
    worked_out: dict[str, Any] = field(default_factory=dict)

    def work_out[Made](self, what: str, make: Callable[[], Made]) -> Made:
        """Return what follows from these rows, whoever reads it, as `make` returns it; it is called once."""
        if what not in self.worked_out:
            self.worked_out[what] = make()
        made: Made = self.worked_out[what]
        return made

    @cached_property
    def players(self) -> dict[int, Player]:
        """Everybody who came, or played by a result that was corrected, by the key that they count as."""
        came = [visit.player.itself for visit in self.visits]
        played = [player for game in self.played.values() for side in game.sides for player in side]
        return {player.pk: player for player in (*came, *played)}

    @cached_property
    def here(self) -> dict[int, Visit]:
        """The visits of those who are there, by player."""
        return {visit.player.itself.pk: visit for visit in self.visits if visit.left_at is None}

    @cached_property
    def running(self) -> dict[int, Fixture]:
        """The game that is played on each court, by the court's key: the latest one there, if it has no result."""
        latest = {} if self.night.closed_at else {game.court_id: game for game in self.games}
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
                self.list_sides(game),
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

    def list_sides(self, game: Fixture) -> history.Sides:
        """Return the keys of those who play a game, or played it."""
        sides = self.played[game.pk].sides if game.pk in self.played else game.sides
        return tuple(one.pk for one in sides[0]), tuple(one.pk for one in sides[1])

    def find_minute(self, moment: datetime) -> float:
        """Return how many minutes after the beginning of the night a moment is."""
        return (moment - self.night.starts_at).total_seconds() / 60

    def read_minute(self, text: str | None) -> float | None:
        """Return the minute of a moment that is stored as text."""
        return self.find_minute(datetime.fromisoformat(text)) if text else None

    def find_game_end(self, game: Fixture, now: datetime) -> float | None:
        """Return when a game ended, of one whose result was taken back, too; None for one that is played now."""
        if game.court_id and self.running.get(game.court_id) == game:
            return None
        return self.find_minute(max(game.match.played_at, game.made_at) if game.match else now)

    def find_points(self, game: Fixture) -> tuple[int, int] | None:
        """Return the points of a game, by its score; a win without one is 1 point to 0, where no points are counted."""
        if not is_played(game) or game.match is None:
            return None
        score, winner = parse_games(game.match.games), self.played[game.pk].winner
        if len(score) != 1 and self.night.way in POINT_WAYS:
            return None
        more, less = (max(score[0][:2]), min(score[0][:2])) if len(score) == 1 else (int(winner > 0), 0)
        return (more, less) if winner != 2 else (less, more)


def is_played(game: Fixture) -> bool:
    """Return whether a game has a result that is not void."""
    return game.match is not None and not game.match.is_void


def find_running_night(ladder: Ladder) -> Night | None:
    """Return the night that runs on a ladder; one query."""
    return Night.objects.filter(season__ladder=ladder, closed_at=None).select_related("season__ladder").first()


@one_moment()
def load_stored_night(night: Night) -> StoredNight:
    """Return the rows of a night as they are at one moment; six queries."""
    visits = list(night.visits.select_related("player__merged_into", "partner__merged_into"))
    games = list(select_games(night))
    courts = {court.pk: court for court in night.courts.all()}
    for court in courts.values():
        court.night = night
    for game in games:
        game.season, game.court = night.season, courts[game.court_id or 0]
        if game.match:
            game.match.season = night.season
    return StoredNight(night, list(courts.values()), visits, games, load_played_games(games))


def load_played_games(games: Iterable[Fixture]) -> dict[int, PlayedGame]:
    """Return who played and won each game that has a result, by its key; one query."""
    by_match = {game.match_id: game for game in games if is_played(game)}
    seats: dict[int, list[Participant]] = {}
    for one in Participant.objects.filter(match__in=by_match).select_related("player__merged_into"):
        seats.setdefault(one.match_id, []).append(one)
    return {by_match[match].pk: read_played_game(by_match[match], own) for match, own in seats.items()}


def read_played_game(game: Fixture, seats: Iterable[Participant]) -> PlayedGame:
    """Return who played a game by the participants of its match, and who won."""
    grouped = group_sides(seats)
    if len(grouped) != 2:
        return PlayedGame(game.sides, winner=0)
    sides = [tuple(one.player.itself for one in own) for own in grouped]
    scores = [own[0].score for own in grouped]
    known = [game.find_side(player.pk) for player in sides[0]]
    if known.count(2) > known.count(1):
        sides, scores = sides[::-1], scores[::-1]
    return PlayedGame(tuple(sides), scores.index(WON) + 1 if WON in scores else 0)


def group_sides(seats: Iterable[Participant]) -> list[list[Participant]]:
    """Return the participants of each side of a match; without sides everybody is one."""
    together: dict[int, list[Participant]] = {}
    for one in seats:
        together.setdefault(one.side or -1 - one.seat, []).append(one)
    return list(together.values())


def select_games(night: Night) -> QuerySet[Fixture]:
    """Return the games of a night with their match and players, in the order in which they began."""
    games = Fixture.objects.filter(court__night=night).exclude(status=State.CALLED_OFF).order_by("pk")
    return games.select_related("match").prefetch_related("parties__player__merged_into")
