"""Six ladders of the fictional club: what is played, how often, by which systems it is rated, and what was fixed.

Which match the organiser put right is counted back from the season's last one.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from ladder.devtools.demonstration.doubles import DOUBLES_RULE, play_padel
from ladder.devtools.demonstration.games import (
    play_backgammon,
    play_battles,
    play_chess,
    play_duels,
    play_online_site,
    play_table_tennis,
)
from ladder.devtools.demonstration.members import ClubMember, ClubNight
from ladder.formats import DEAD, RETIRED, SURRENDERED, Game, parse_games
from ladder.ledger.storage.match_record import load_played_match
from ladder.models import Ladder, Match, Season
from ladder.ratings import Result

Given = Mapping[str, Any]

REPORTED_TWICE = "It was reported twice."
SWAPPED_REASON = "The winner and the loser were swapped."
SWAPPED_SIDES = "The winners and the losers were swapped."

WEEKLY, TWICE, DAILY = (7,), (3, 4), (1,)
FRESH, CARRY, SHRINK = Season.Rule.FRESH, Season.Rule.CARRY, Season.Rule.SHRINK
Boards = Sequence[tuple[str, Mapping[str, Any]]]

LISTED_BOARDS = [("match-length-elo", {"provisional_until": 50})]
BACKGAMMON_PLAY = partial(play_duels, play=play_backgammon, many=(5, 7), gap=(8, 25))
CHESS_PLAY = partial(play_duels, play=play_chess, many=(11, 15), gap=(4, 14))
TENNIS_PLAY = partial(play_duels, play=play_table_tennis, many=(6, 10), gap=(6, 16))
WINNER_REPORTS = Ladder.Reporters.WINNER  # B-12


class PlannedFix(NamedTuple):
    """Something that the organiser put right: a match was corrected, or voided if there is no `what`."""

    number: int  # of the match, counted back from the last of those in `among`
    reason: str
    what: Callable[[Match], Given] | None = None
    restored: str = ""  # why it was restored later, if it was
    twice: bool = False  # whether it was reported twice, and the second report is voided
    among: Callable[[Result], bool] = lambda result: True


def exchange_players(one: int, other: int) -> Callable[[Match], Given]:
    """Return a correction that exchanges two players, given by their numbers in the match."""

    def exchange(match: Match) -> Given:
        new = load_played_match(match).participants
        new[one], new[other] = new[one]._replace(player=new[other].player), new[other]._replace(player=new[one].player)
        return {"participants": new}

    return exchange


def exchange_sides(match: Match) -> Given:
    """Return the correction that the two pairs of a match were swapped."""
    new = load_played_match(match).participants
    players = [one.player for one in (*new[2:], *new[:2])]
    return {"participants": [one._replace(player=player) for one, player in zip(new, players, strict=True)]}


def spare_first_dead(match: Match) -> Given:
    """Return the correction that the first of the dead surrendered."""
    participants = load_played_match(match).participants
    seat, left = next((seat, one.exit) for seat, one in enumerate(participants) if one.exit and one.exit.how == DEAD)
    participants[seat] = participants[seat]._replace(exit=left._replace(how=SURRENDERED))
    return {"participants": participants}


def make_drawn(match: Match) -> Given:
    """Return the correction that a match was drawn."""
    return {"participants": [one._replace(score=0.5) for one in load_played_match(match).participants]}


def move_day_back(match: Match) -> Given:
    """Return the correction that a match was played on the day before."""
    return {"played_at": match.played_at - timedelta(days=1)}


def set_fact(name: str, value: float) -> Callable[[Match], Given]:
    """Return a correction that sets a fact."""
    return lambda match: {"facts": {**match.facts, name: value}}


def set_first_games(game: Game) -> Callable[[Match], Given]:
    """Return a correction that sets the score of the first set."""
    return lambda match: {"games": (game, *parse_games(match.games)[1:])}


def set_kind(key: str) -> Callable[[Match], Given]:
    """Return a correction that sets the kind."""
    return lambda match: {"kind": key}


def make_kind_test(key: str) -> Callable[[Result], bool]:
    """Return a test whether a result is of a kind."""
    return lambda result: result.kind.key == key


is_rated, is_ladder, is_friendly = make_kind_test("rated"), make_kind_test("ladder"), make_kind_test("friendly")


def is_tournament_result(result: Result) -> bool:
    """Return whether a result is that of a tournament."""
    return bool(result.places)


def is_deadly_duel(result: Result) -> bool:
    """Return whether a result is that of a friendly duel in which one died."""
    return is_friendly(result) and sorted(left.how for left in result.exits) == ["dead", "standing"]


def is_lost_clearly(result: Result) -> bool:
    """Return whether a result is that of two played sets, the first of which was not close."""
    return len(result.games) == 2 and not result.ending and result.games[0].second < 4


def is_given_up(result: Result) -> bool:
    """Return whether somebody retired."""
    return result.ending == RETIRED


BACKGAMMON_FIXES = (
    PlannedFix(140, "They played to 9.", set_fact("length", 9)),
    PlannedFix(105, "The scoreboard was lost.", restored="Both remember the result, so it counts."),
    PlannedFix(75, "It was practice and wasn't to count."),
    PlannedFix(31, SWAPPED_REASON, exchange_players(0, 1)),
    PlannedFix(24, "It was played on the day before.", move_day_back),
    PlannedFix(10, REPORTED_TWICE, twice=True),
)
CHESS_FIXES = (
    PlannedFix(120, "It was drawn: both score sheets end in repetition.", make_drawn, among=is_rated),
    PlannedFix(95, "They had agreed on a friendly game.", set_kind("unrated"), among=is_rated),
    PlannedFix(60, "A score sheet is missing.", restored="The score sheet was found.", among=is_rated),
    PlannedFix(22, SWAPPED_REASON, exchange_players(0, 1), among=is_rated),
    PlannedFix(10, REPORTED_TWICE, twice=True, among=is_rated),
)
TABLE_TENNIS_FIXES = (
    PlannedFix(150, "It was a warm-up.", among=is_rated),
    PlannedFix(80, SWAPPED_REASON, exchange_players(0, 1)),
    PlannedFix(64, "Reported on the wrong ladder.", restored="It was the right ladder after all."),
    PlannedFix(26, "It was played on the day before.", move_day_back),
    PlannedFix(10, REPORTED_TWICE, twice=True),
)
PADEL_FIXES = (
    PlannedFix(110, "They had swapped partners.", exchange_players(1, 2)),
    PlannedFix(70, "The first set was close.", set_first_games(Game(7, 5)), among=is_lost_clearly),
    PlannedFix(1, "It was broken off at once.", restored="They had agreed that it counts.", among=is_given_up),
    PlannedFix(28, SWAPPED_SIDES, exchange_sides),
    PlannedFix(10, REPORTED_TWICE, twice=True),
)
WARLOCKS_FIXES = (
    PlannedFix(4, "The surrender came in time: the orders show it.", spare_first_dead, among=is_deadly_duel),
    PlannedFix(8, "The challenge was a very friendly one.", set_kind("very-friendly"), among=is_friendly),
    PlannedFix(4, "The orders of the last round are missing.", restored="The orders were found.", among=is_friendly),
    PlannedFix(3, REPORTED_TWICE, twice=True, among=is_friendly),
    PlannedFix(1, "The challenge was a friendly one.", set_kind("friendly"), among=is_ladder),
)  # all but the last leave the scores alone, and so who was within reach of whom
SITE_FIXES = (
    PlannedFix(120, "The stake was 40 chips.", set_fact("chips", 40), among=is_rated),
    PlannedFix(90, "The clock stopped.", restored="They agreed on the result.", among=is_rated),
    PlannedFix(33, "They played to 7.", set_fact("length", 7), among=is_rated),
    PlannedFix(4, "Second and third were swapped.", exchange_players(1, 2), among=is_tournament_result),
    PlannedFix(
        2, "Too few of the field had paid.", restored="The treasurer has all fees now.", among=is_tournament_result
    ),
    PlannedFix(10, REPORTED_TWICE, twice=True, among=is_rated),
)


class SeasonTurn(NamedTuple):
    """When the second season began, as a share of the year; in how many days from now it ends; how ratings came in."""

    passed: float
    days_left: int
    rule: str
    factor: float = 0.5


class LadderPlan(NamedTuple):
    """What one ladder is made from; without a turn it has one season."""

    slug: str
    name: str
    size: int  # players
    step: tuple[int, ...]  # days between nights
    boards: Boards
    play: Callable[[random.Random, Sequence[ClubNight], list[ClubMember]], Iterable[Result]]
    fixes: Sequence[PlannedFix]
    turn: SeasonTurn | None = None
    reporters: str = Ladder.Reporters.PLAYERS
    asks: bool = False  # counts only what is confirmed
    settings: Mapping[str, Any] = {}  # of the ladder


def list_default_boards(*systems: str) -> Boards:
    """Return boards of these systems with their default options."""
    return [(system, {}) for system in systems]


AVERAGED_BOARDS = list_default_boards("provisional-elo")
EXCHANGE_BOARDS = list_default_boards("points-exchange")
WARLOCKS_BOARDS = list_default_boards("warlocks-score", "warlocks-elo")
DOUBLES_BOARDS = [("elo", {"draws": False, "takes": "teams"})]
SITE_BOARDS = list_default_boards("tournament-points", "chips-total", "chips-daily", "nardgammon-elo")
LADDER_PLANS = (
    LadderPlan(
        "backgammon",
        "Backgammon ladder",
        24,
        TWICE,
        LISTED_BOARDS,
        BACKGAMMON_PLAY,
        BACKGAMMON_FIXES,
        reporters=WINNER_REPORTS,
    ),
    LadderPlan(
        "chess", "Chess ladder", 28, WEEKLY, AVERAGED_BOARDS, CHESS_PLAY, CHESS_FIXES, SeasonTurn(0.5, 9, SHRINK, 0.75)
    ),
    LadderPlan(
        "table-tennis",
        "Table tennis ladder",
        32,
        TWICE,
        EXCHANGE_BOARDS,
        TENNIS_PLAY,
        TABLE_TENNIS_FIXES,
        SeasonTurn(0.4, 24, CARRY),
        asks=True,
    ),
    LadderPlan(
        "padel",
        "Padel doubles",
        20,
        TWICE,
        DOUBLES_BOARDS,
        play_padel,
        PADEL_FIXES,
        settings={"scores": Ladder.Scores.ALLOWED, "score_rule": DOUBLES_RULE},
    ),
    LadderPlan(
        "warlocks", "Warlocks", 22, DAILY, WARLOCKS_BOARDS, play_battles, WARLOCKS_FIXES, SeasonTurn(0.35, 4, FRESH)
    ),
    LadderPlan(
        "backgammon-online",
        "Backgammon online",
        44,
        TWICE,
        SITE_BOARDS,
        play_online_site,
        SITE_FIXES,
        SeasonTurn(0.5, 40, CARRY),
    ),
)
