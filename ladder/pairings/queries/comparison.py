"""The page of two players put together: the outlook, the record so far, and whether a challenge is possible."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.eligibility import build_opponent_entry, find_own_obstacle
from ladder.challenges.queries.opponents import (
    build_opponent,
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
from ladder.profiles.queries.profile import Rival, load_head_to_head
from ladder.ratings import Fact, Facts, Kind
from players.models import Player

MOST_MATCHES = 5  # of the last ones between the two


class BoardComparison(NamedTuple):
    """What a match would bring on a board, and the record of the two there; None where they have not met."""

    outlook: BoardOutlook
    choice: BoardChoice
    record: Rival | None


class Comparison(NamedTuple):
    """What the page of two players prints."""

    boards: list[BoardComparison]
    counts_for: str
    choice: BoardChoice | None  # the first board that would rate the match, for the last matches
    matches: list[MatchLine]


class PossibleChallenge(NamedTuple):
    """Whether the reader may challenge the other player, and the words why not or what has been agreed."""

    can: bool
    words: str


def list_pairing_kinds(season: Season, players: int = 2) -> list[Kind]:
    """Return the kinds of match that so many players can agree on, those first that a board rates."""
    return [kind for kind in list_challenge_kinds(season) if kind.format.fewest <= players <= kind.format.most]


def list_pairing_facts(season: Season, kind: Kind) -> list[Fact]:
    """Return the facts without which some board can't say what a match of this kind is worth."""
    systems = [board.rating_system for board in season.boards.all() if kind in board.rating_system.kinds]
    required = {fact.name: fact for system in systems for fact in system.facts if fact.required}
    return list(({fact.name: fact for fact in list_challenge_facts(season, kind)} | required).values())


def load_usual_facts(season: Season, player: Player, facts: Sequence[Fact]) -> dict[str, float]:
    """Return the facts as in this player's last match on the ladder, else the usual ones; one query."""
    last = load_last_facts(season, player) if facts else {}
    values = {fact.name: last.get(fact.name, fact.default) for fact in facts}
    return {name: value for name, value in values.items() if value is not None}


def load_pairing(season: Season, pair: tuple[Player, Player], kind: Kind | None, facts: Facts) -> Comparison:
    """Return what a match of these two would bring, and the record between them; a few queries for each board."""
    first, second = pair
    boards, counts_for, everything = [], "", list(season.boards.all())
    if kind:
        result = kind.format.build_win([first.pk, second.pk], kind=kind, ended=timezone.localtime(), facts=facts)
        boards, counts_for = find_rating_boards(season, result), describe_rating_boards(season, result)
        if reached := find_reached_limit(season, result):
            names = {player.pk: player.name for player in pair}
            counts_for = f"{reached.describe(names)} It would be kept as unrated."
    outlooks = load_outlooks(season, boards, [first, second], kind, facts) if kind else []
    choices = {board.pk: BoardChoice(board, None, [], []) for board in everything}
    compared = [
        BoardComparison(one, choices[one.board.pk], load_head_to_head(choices[one.board.pk], first, second))
        for one in outlooks
    ]
    shown = [one.outlook.board for one in compared] or everything
    main = choices[shown[0].pk] if shown else None
    matches = load_match_page(main, first, None, second).rows[:MOST_MATCHES] if main else []
    return Comparison(compared, counts_for, main, matches)


def find_possible_challenge(season: Season, me: Player, other: Player, kind: Kind, facts: Facts) -> PossibleChallenge:
    """Return whether this member may challenge the other player to such a match; a dozen queries."""
    pool = load_pool_for_kind(season, me, kind.key, facts)
    stop = find_own_obstacle(pool)
    about = pool.people.get(other.pk) or build_opponent(
        other.pk, other.name, False, other.retired_on, other.sits_out_until
    )
    line = build_opponent_entry(pool, about, bool(stop))
    return PossibleChallenge(line.can, line.words or stop)
