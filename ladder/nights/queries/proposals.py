"""Who plays next on each free court of a night, and why, in a sentence."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils import timezone

from ladder.formats import end_sentences, format_count, join_side
from ladder.models import POINT_WAYS, Court, Night
from ladder.nights import history
from ladder.nights.americano import PLAYERS_IN_A_GAME
from ladder.nights.game_prices import KINDS_ON_COURT, GamePrices, NightRules, Weights
from ladder.nights.history import begin_game
from ladder.nights.proposal import Proposal, explain_game, find_cheapest_sides, propose_game
from ladder.nights.queries.stored_night import StoredNight
from ladder.nights.queries.ways import propose_by_way
from ladder.rounds.pairing import REST_WEEKS
from ladder.rounds.queries.entrants import build_chance, load_meetings
from players.models import Player

WAITED = "{player} waited longest, {minutes}."
EVEN, CHANCE, HALF = "It is even.", "{percent}% to {side}.", 50
LACKS_PLAYERS = "It waits for {players}."
LACKS_PAIRS = "It waits for two pairs. Too few of those who wait have a partner."
LACKS_KIND: Mapping[str, str] = {
    Court.Category.WOMEN: "It is kept for women’s games. Too few of those who wait say that they play as a woman.",
    Court.Category.MEN: "It is kept for men’s games. Too few of those who wait say that they play as a man.",
    Court.Category.MIXED: "It is kept for mixed games. Too few of those who wait say that they play as a woman or man.",
}
FOR_FOUR_ONLY = "In this way of play only courts for four are played on."
NO_GAME = "Of those who wait no others can be proposed."


class PairWords(NamedTuple):
    """What is said of two who met tonight, this week, some weeks ago, or not lately."""

    tonight: str
    now: str
    lately: str
    never: str


TOGETHER = PairWords(
    "{players} played together tonight already.",
    "{players} played together this week.",
    "{players} last played together {weeks} ago.",
    "Neither pair has played together lately.",
)
AGAINST = PairWords(
    "{players} met tonight already.",
    "{players} met this week.",
    "{players} last met {weeks} ago.",
    "They have not met lately.",
)


class Asked(NamedTuple):
    """What somebody wants on a court instead of its proposal: who stays, and which fours they don't want."""

    court: int
    fixed: tuple[int, ...] = ()
    refused: tuple[frozenset[int], ...] = ()


class GameSide(NamedTuple):
    """A side of a game: its number, and its players."""

    number: int
    players: tuple[Player, ...]

    @property
    def names(self) -> str:
        """Such as "Ana and Ben"."""
        return join_side([one.name for one in self.players])

    @property
    def keys(self) -> str:
        """The keys of the players as a form sends them: "12.7"."""
        return ".".join(str(one.pk) for one in self.players)


class ShownProposal(NamedTuple):
    """Who could play on a court, and why."""

    sides: tuple[GameSide, ...]
    why: str

    def has_player(self, player: Player) -> bool:
        """Return whether somebody is one of them."""
        return any(player in side.players for side in self.sides)


def number_sides(sides: Sequence[Sequence[Player]]) -> tuple[GameSide, ...]:
    """Return the sides with their numbers."""
    return tuple(GameSide(number, tuple(side)) for number, side in enumerate(sides, start=1))


def propose_night_games(stored: StoredNight, night: history.Night, asked: Asked | None) -> Mapping[int, ShownProposal]:
    """Return who could play on each free court, by its key; seven queries, or none where nobody can."""
    if stored.night.closed_at or not history.list_free_courts(night) or not history.list_queue(night):
        return {}
    rules = find_night_rules(stored)
    weights, seed = read_weights(stored), str(stored.night.pk)
    if stored.night.way == Night.Way.BOARD:
        games = list(propose_board_games(night, rules, weights, seed, asked))
    else:
        pairs = stored.pairs if stored.has_pairs else None
        games = propose_by_way(stored.night.way, night, rules, weights, seed, pairs)
    shown = ((one, name_proposed_sides(stored, one.sides)) for one in games)
    return {one.court: ShownProposal(sides, describe_proposal(stored, one)) for one, sides in shown}


def propose_board_games(
    night: history.Night, rules: NightRules, weights: Weights, seed: str, asked: Asked | None
) -> Iterator[Proposal]:
    """Yield the cheapest game for each free court, those kept for some games first, or what is asked for on one."""
    for court in sorted(history.list_free_courts(night), key=lambda one: not one.category):
        mine = asked if asked and asked.court == court.key else Asked(court.key)
        fixed, refused = mine.fixed, mine.refused
        if one := propose_game(night, court, rules, weights=weights, seed=seed, fixed=fixed, refused=refused):
            yield one
            night = begin_game(night, court, one.sides)


def explain_night_game(stored: StoredNight, night: history.Night, court: int, sides: history.Sides) -> str:
    """Return why a game is a good one, also where it was chosen by hand; an empty text where somebody is not free."""
    shown = find_fitting_court(night, court, sides[0] + sides[1])
    if shown is None:
        return ""
    return describe_proposal(stored, explain_game(night, shown, sides, find_night_rules(stored), read_weights(stored)))


def split_chosen(stored: StoredNight, night: history.Night, court: int, chosen: history.Side) -> history.Sides:
    """Return the cheapest sides of those who were chosen for a court; in their order where somebody is not free."""
    half = len(chosen) // 2
    if shown := find_fitting_court(night, court, chosen):
        prices = GamePrices(night, shown, find_night_rules(stored), read_weights(stored))
        if sides := find_cheapest_sides(prices, [chosen]).sides:
            return sides
    return chosen[:half], chosen[half:]


def explain_lack(stored: StoredNight, court: Court, waiting: Sequence[Player], spare: int) -> str:
    """Return why nobody is proposed for a free court; `spare` of those who wait are not proposed for another one."""
    kinds = KINDS_ON_COURT[court.category]
    if stored.night.way in POINT_WAYS and court.places != PLAYERS_IN_A_GAME:
        return FOR_FOUR_ONLY
    if any(sum(one.plays_as == kind for one in waiting) < court.places // len(kinds) for kind in kinds):
        return LACKS_KIND[court.category]
    if spare < court.places:
        return LACKS_PLAYERS.format(players=format_count(court.places - spare, "more player"))
    return LACKS_PAIRS if stored.has_pairs else NO_GAME


def find_fitting_court(night: history.Night, court: int, players: history.Side) -> history.Court | None:
    """Return a court, if it is for so many players and they all wait."""
    fits = {*players} <= {*history.list_queue(night)}
    return next((one for one in night.courts if fits and (one.key, one.players) == (court, len(players))), None)


def read_weights(stored: StoredNight) -> Weights:
    """Return how much each goal counts tonight."""
    night = stored.night
    return Weights(night.court_time, night.even_games, night.variety, night.rest)


def find_night_rules(stored: StoredNight) -> NightRules:
    """Return what games are made by, read once for these rows."""
    return stored.work_out("rules", lambda: load_night_rules(stored))


def load_night_rules(stored: StoredNight) -> NightRules:
    """Return the chances of tonight, and who met whom in weeks before; not tonight itself, which the night knows."""
    season, today = stored.night.season, timezone.localdate()
    players = list(stored.players)
    met, partnered = load_meetings(season, players, today, weeks=REST_WEEKS, until=stored.night.starts_at)
    women, men = ([key for key, one in stored.players.items() if one.plays_as == kind] for kind in Player.PlaysAs)
    return NightRules(build_chance(season, players, today), partnered, met, *stored.wishes, women, men)


def name_proposed_sides(stored: StoredNight, sides: history.Sides) -> tuple[GameSide, ...]:
    """Return the sides with their players."""
    return number_sides([[stored.players[key] for key in side] for side in sides])


def describe_proposal(stored: StoredNight, one: Proposal) -> str:
    """Return why these play: who waited longest, how even it is, and who has played with or against whom lately."""
    player, minutes = one.waits[0]
    first = join_side([stored.players[key].name for key in one.sides[0]])
    waited = WAITED.format(player=stored.players[player].name, minutes=format_count(round(minutes), "minute"))
    chance = EVEN if one.percent == HALF else CHANCE.format(percent=one.percent, side=first)
    return end_sentences(f"{waited} {chance} {describe_pairs(stored, one)}")


def describe_pairs(stored: StoredNight, one: Proposal) -> str:
    """Return which partners, or which two of singles, met last, and when."""
    together = [pair for pair in one.pairs if pair.are_partners] or list(one.pairs)
    latest = max(together, key=lambda pair: (pair.tonight, -(REST_WEEKS if pair.weeks is None else pair.weeks)))
    said = TOGETHER if latest.are_partners else AGAINST
    names = join_side([stored.players[key].name for key in latest.players])
    if latest.tonight:
        return said.tonight.format(players=names)
    if latest.weeks is None or latest.weeks >= REST_WEEKS:
        return said.never
    return (
        said.lately.format(players=names, weeks=format_count(latest.weeks, "week"))
        if latest.weeks
        else said.now.format(players=names)
    )
