"""The page of two players or two sides put together: the outlook, the record, and whether a challenge is possible."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ladder.challenges.queries.eligibility import describe_free_use, find_own_obstacle
from ladder.challenges.queries.opponent_list import describe_obstacle
from ladder.challenges.queries.opponents import (
    SideKeys,
    build_agreed_match,
    list_challenge_facts,
    list_challenge_kinds,
    load_pool_for_kind,
)
from ladder.matches.queries.limits import find_reached_limit
from ladder.matches.queries.opponents import load_last_facts
from ladder.matches.queries.stakes import describe_rating_boards, find_rating_boards
from ladder.models import Season
from ladder.pairings.queries.outlook import BoardOutlook, load_outlooks
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.match_list import MatchLine, load_match_page
from ladder.profiles.queries.rivals import Rival, load_head_to_head
from ladder.ratings import Fact, Facts, Kind
from players.models import Player

MOST_MATCHES = 5  # of the last ones between the two


class Pairing(NamedTuple):
    """Two players, or two sides of several, who may play each other."""

    first: tuple[Player, ...]
    second: tuple[Player, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        return (*self.first, *self.second)

    @property
    def keys(self) -> tuple[SideKeys, SideKeys]:
        """The keys of the players of both sides."""
        return tuple(one.pk for one in self.first), tuple(one.pk for one in self.second)

    @property
    def has_sides(self) -> bool:
        """Whether more than one plays on a side."""
        return len(self.players) > 2

    @property
    def names(self) -> dict[Any, str]:
        """The names of the players by key."""
        return {player.pk: player.name for player in self.players}


class BoardComparison(NamedTuple):
    """What a match would bring on a board, and the record of the two there; None where they have not met."""

    outlook: BoardOutlook
    choice: BoardChoice
    record: Rival | None


class Comparison(NamedTuple):
    """What the page of two players, or of two sides, prints."""

    boards: list[BoardComparison]
    counts_for: str
    limited: str  # that it would be kept as unrated, beyond a limit of the ladder
    choice: BoardChoice | None  # the first board that would rate the match, for the last matches
    matches: list[MatchLine]


class PossibleChallenge(NamedTuple):
    """Whether the reader may challenge the other player or side; why not, what has been agreed, or what it uses up."""

    can: bool
    words: str


def list_pairing_kinds(season: Season, *, sides: bool = False) -> list[Kind]:
    """Return the kinds of match that two players can agree on, or two sides, those first that a board rates."""
    kinds = [kind for kind in list_challenge_kinds(season) if kind.format.has_sides == sides]
    return [kind for kind in kinds if kind.format.fewest <= 2]


def list_pairing_facts(season: Season, kind: Kind) -> list[Fact]:
    """Return the facts without which some board can't say what a match of this kind is worth."""
    systems = [board.rating_system for board in season.boards.all() if kind in board.rating_system.kinds]
    required = {fact.name: fact for system in systems for fact in system.facts if fact.required}
    found = {fact.name: fact for fact in list_challenge_facts(season, kind)} | required
    return [season.ladder.fit_fact(fact) for fact in found.values()]


def load_usual_facts(season: Season, player: Player, facts: Sequence[Fact]) -> dict[str, float]:
    """Return the facts as in this player's last match on the ladder, else the usual ones; one query."""
    last = load_last_facts(season, player) if facts else {}
    values = {fact.name: last.get(fact.name, fact.default) for fact in facts}
    return {name: value for name, value in values.items() if value is not None}


def load_pairing(season: Season, pairing: Pairing, kind: Kind | None, facts: Facts) -> Comparison:
    """Return what a match of these two would bring, and the record between them; a few queries for each board."""
    everything = list(season.boards.all())
    choices = {board.pk: BoardChoice(board, None, [], []) for board in everything}
    outlooks: list[BoardOutlook] = []
    counts_for = limited = ""
    if kind:
        result = build_agreed_match(kind, facts, pairing.keys)
        reached, counts_for = find_reached_limit(season, result), describe_rating_boards(season, result)
        limited = f"{reached.describe(pairing.names)} It would be kept as unrated." if reached else ""
        outlooks = load_outlooks(find_rating_boards(season, result), pairing.players, result)
    player, sides = pairing.first[0], (pairing.second, pairing.first[1:])
    compared = [
        BoardComparison(one, choices[one.board.pk], load_head_to_head(choices[one.board.pk], player, *sides))
        for one in outlooks
    ]
    main = next(iter([one.choice for one in compared] or choices.values()), None)
    matches = load_match_page(main, player, None, *sides).rows[:MOST_MATCHES] if main else []
    return Comparison(compared, counts_for, limited, main, matches)


def find_possible_challenge(
    season: Season, me: Player, pairing: Pairing, kind: Kind, facts: Facts
) -> PossibleChallenge:
    """Return whether this member, of the first side, may challenge the other to such a match; a dozen queries."""
    pool = load_pool_for_kind(season, me, kind.key, facts).with_people(pairing.players)
    stop = describe_obstacle(pool, pairing.keys) or find_own_obstacle(pool)
    return PossibleChallenge(not stop, stop.removesuffix(".") or describe_free_use(pool, pairing.keys))
