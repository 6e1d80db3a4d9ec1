"""What a match of two players or two sides would bring: chances, changes and ranks after each result, by board."""

from collections.abc import Mapping, Sequence
from operator import add
from typing import NamedTuple

from ladder.formats import describe_title, join_side
from ladder.ledger.player_standings import PlayerStanding, advance_standings, load_standings_by_board
from ladder.ledger.ranking import RankRule, find_absences, find_standings_day, give_ranks, load_rank_rule, sort_by_rank
from ladder.matches.queries.stakes import Stake, build_stake, list_ratings_as_of
from ladder.models import Board
from ladder.pages.figures import (
    find_direction,
    format_gap,
    format_period_end,
    format_rank,
    format_rating,
    use_minus_sign,
)
from ladder.ratings import (
    BoardRules,
    Counts,
    Rank,
    Rating,
    Ratings,
    RatingSystem,
    Result,
    TableSystem,
    count_result,
)
from ladder.systems.queries.calculations import Chance, describe_possible_result, list_chances, list_possible_results
from players.models import Player

NO_RANK = "no rank"


class PossibleRank(NamedTuple):
    """A rank after a result, and how it differs from the rank now: "3rd", "up 2"."""

    text: str
    moved: str
    direction: str


class PlayerOutlook(NamedTuple):
    """What one result would bring to one player."""

    name: str
    stake: Stake
    rank: PossibleRank


class ResultOutlook(NamedTuple):
    """A possible result, and what it would bring to each player."""

    label: str
    players: list[PlayerOutlook]


class PlayerNow(NamedTuple):
    """A player's rating and rank on a board as they are."""

    name: str
    rating: str
    rank: str


class BoardOutlook(NamedTuple):
    """What a match would bring on one board.

    Without chances `words` say what the board goes by; `refusal` says why the two may not play this match (W-9);
    `when` says when it is rated, if that is not at once.
    """

    board: Board
    label: str
    unit: str
    now: list[PlayerNow]
    chances: list[Chance]
    words: str
    refusal: str
    results: list[ResultOutlook]
    when: str = ""


class BoardState(NamedTuple):
    """A board's standings as of the season's day, with the two players in them, and the rule by which ranks go."""

    board: Board
    rows: list[PlayerStanding]
    rule: RankRule
    before: Ratings


def load_outlooks(boards: Sequence[Board], players: Sequence[Player], result: Result) -> list[BoardOutlook]:
    """Return what a match of these players would bring on each of these boards; `result` is any of its results.

    One query; two more for a board on which a newcomer has a place, one more in a season that starts from another.
    """
    if not boards:
        return []
    standings = load_standings_by_board(boards)
    return [build_board_outlook(load_board_state(one, standings.get(one.pk, []), players), result) for one in boards]


def load_board_state(board: Board, rows: list[PlayerStanding], players: Sequence[Player]) -> BoardState:
    """Return the state of a board before the match; newcomers stand in it as they would join."""
    system, day = board.rating_system, find_standings_day(board.season)
    table = {(board.pk, row.player): row.rating for row in rows}
    before = list_ratings_as_of(board, [player.pk for player in players], table, day)
    known = {row.player for row in rows}
    joining = [
        PlayerStanding(one.pk, one.name, None, None, None, rating, Counts())
        for one, rating in zip(players, before, strict=True)
        if one.pk not in known
    ]
    return BoardState(board, advance_standings(system, [*rows, *joining], day), load_rank_rule(board, day), before)


def build_board_outlook(state: BoardState, result: Result) -> BoardOutlook:
    """Return what each result of a match would bring on this board; `result` is any of them."""
    system = state.board.rating_system
    names = {row.player: row.name for row in state.rows if row.player in result.players}
    named = [names[player] for player in result.players]
    ranks = rank_players(system, state.rows, state.rule)
    now = [
        PlayerNow(name, format_rating(system, rating), describe_rank(ranks.get(player)))
        for player, name, rating in zip(result.players, named, state.before, strict=True)
    ]
    against = system.eligible(result, state.before)
    chances = list_side_chances(list_chances(system, result, state.before, named), result)
    return BoardOutlook(
        state.board,
        state.board.label,
        system.about.rating_label,
        now,
        chances,
        "" if chances else describe_basis(system, named, state.before, result),
        use_minus_sign(against.text(names.__getitem__)) if against else "",
        [build_result_outlook(state, one, names, ranks) for one in list_possible_results(system, result)],
        format_period_end(system, result.ended.date()),
    )


def list_side_chances(chances: Sequence[Chance], result: Result) -> list[Chance]:
    """Return a chance for each side, with the names of all its players; without sides, those of the players."""
    if not chances or not result.sides:
        return list(chances)
    sides: dict[int, list[Chance]] = {}
    for side, chance in zip(result.sides, chances, strict=True):
        sides.setdefault(side, []).append(chance)
    return [found[0]._replace(name=join_side([one.name for one in found])) for found in sides.values()]


def describe_basis(system: RatingSystem, names: Sequence[str], before: Ratings, result: Result) -> str:
    """Return what a board without chances goes by: the ratings, and of two players whose is higher."""
    unit, lead = system.about.rating_label.lower(), before[0].points - before[1].points
    begin = "No odds in this system."
    if result.sides:
        return f"{begin} It goes by each player’s {unit}."
    if not lead:
        return f"{begin} Both players are level."
    ahead = names[0 if system.order(before[0], Counts()) < system.order(before[1], Counts()) else 1]
    return f"{begin[:-1]}, {ahead} leads by {format_gap(system, abs(lead))}."


def build_result_outlook(
    state: BoardState, result: Result, names: Mapping[int, str], ranks: Mapping[int, Rank]
) -> ResultOutlook:
    """Return what one result would bring to each player."""
    system = state.board.rating_system
    rows = rate_standings(state, result)
    after = {row.player: row.rating for row in rows}
    will = rank_players(system, rows, state.rule)
    return ResultOutlook(
        describe_outcome(result, names),
        [
            PlayerOutlook(
                names[player],
                build_stake(system, old, after[player]),
                build_possible_rank(ranks.get(player), will.get(player)),
            )
            for player, old in zip(result.players, state.before, strict=True)
        ],
    )


def describe_outcome(result: Result, names: Mapping[int, str]) -> str:
    """Return a possible result in words: "Ana wins", or of sides "Ana and Bo beat Cy and Di"."""
    if not result.sides:
        return describe_possible_result(result, [names[player] for player in result.players])
    return describe_title([one._replace(player=names[one.player]) for one in result.participants])


def rate_standings(state: BoardState, result: Result) -> list[PlayerStanding]:
    """Return the standings after the match, of everybody whom it moves and of all others."""
    system, table = state.board.rating_system, {row.player: row.rating for row in state.rows}
    tallies: dict[int, list[int]] = {}
    count_result(tallies, result)
    return [
        row._replace(
            rating=new,
            counts=Counts(*map(add, row.counts, tallies.get(row.player, Counts()))),
            played_at=result.ended if row.player in tallies else row.played_at,
        )
        for row, new in zip(state.rows, list_ratings_after(system, state, result, table), strict=True)
    ]


def list_ratings_after(
    system: RatingSystem, state: BoardState, result: Result, table: Mapping[int, Rating]
) -> list[Rating]:
    """Return the rating of each row of the standings after the match."""
    if isinstance(system, TableSystem):
        moved = dict(system.rate_table(result, table))
    else:
        moved = dict(zip(result.players, BoardRules(system).rate(result, state.before), strict=True))
    return [moved.get(row.player, row.rating) for row in state.rows]


def rank_players(system: RatingSystem, rows: Sequence[PlayerStanding], rule: RankRule) -> dict[int, Rank]:
    """Return the ranks of all players who have one."""
    placed = sort_by_rank(system, rows)
    absent = find_absences(rule, placed)
    return {player: rank for player, rank in give_ranks(system, placed, absent).items() if player not in absent}


def describe_rank(rank: Rank | None) -> str:
    """Return a rank in words, or that there is none."""
    return format_rank(rank) if rank else NO_RANK


def build_possible_rank(was: Rank | None, will: Rank | None) -> PossibleRank:
    """Return the rank after a result, and by how many places it is above or below the one now."""
    climbed = was.number - will.number if was and will else 0
    moved = f"{find_direction(climbed)} {abs(climbed)}" if climbed else ""
    return PossibleRank(describe_rank(will), moved, find_direction(climbed))
