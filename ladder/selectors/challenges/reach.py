"""Everybody around a member, with what a win is worth against those who may be challenged, and why not the others."""

from typing import NamedTuple

from ladder.models import Ladder
from ladder.ratings import RatingSystem
from ladder.selectors.challenges.listed import describe_running_challenge
from ladder.selectors.challenges.people import Opponent, OpponentPool
from ladder.selectors.challenges.reasons import (
    NO_ACCOUNT,
    build_won_match,
    find_obstacle,
    find_own_obstacle,
    format_plural,
    format_rating_gap,
    is_rating_at_stake,
)
from ladder.selectors.previews import list_ratings_as_of
from ladder.selectors.printing import format_change, format_rating

NEAR = 12  # places above and below that are shown besides those who may be challenged
FEW = 30  # players who are all shown


class ListedOpponent(NamedTuple):
    """A line of the list; without `can` the words say why not, and `worth` is what a win would bring."""

    rank: str
    player: int
    name: str
    rating: str
    is_me: bool
    can: bool
    words: str
    worth: str


class OpponentList(NamedTuple):
    """The lines that are shown, how many there are with the others, and how many players have no account."""

    lines: list[ListedOpponent]
    able: int
    without_account: int


def build_opponent_list(around: OpponentPool, everybody: bool = False) -> OpponentList:
    """Return the lines in order of place, newcomers last: those near the member, or all who can answer."""
    people = sorted(around.people.values(), key=lambda one: (around.place(one.player), one.name.casefold()))
    if around.me.player not in around.people:
        people.append(around.me)
    barred = bool(find_own_obstacle(around))
    lines = [build_opponent_entry(around, one, barred) for one in people]
    able = [one for one in lines if one.words != NO_ACCOUNT]
    shown = able if everybody or len(able) <= FEW else pick_neighbours(able)
    return OpponentList(shown, len(able), len(lines) - len(able))


def pick_neighbours(lines: list[ListedOpponent]) -> list[ListedOpponent]:
    """Return the member's neighbours in the list."""
    mine = next(number for number, one in enumerate(lines) if one.is_me)
    return lines[max(mine - NEAR, 0) : mine + NEAR + 1]


def build_opponent_entry(around: OpponentPool, one: Opponent, barred: bool) -> ListedOpponent:
    """Return one line."""
    row, is_me = around.rows.get(one.player), one.player == around.me.player
    between = around.between(one.player)
    words = (
        ""
        if is_me
        else describe_running_challenge(between, around.me.player)
        if between
        else find_obstacle(around, one)
    )
    can = not (is_me or words or barred)
    rating = row.rating if row else format_newcomer_rating(around)
    rank = (row.rank_text if row else "") or "–"
    return ListedOpponent(
        rank, one.player, one.name, rating, is_me, can, words, format_win_worth(around, one) if can else ""
    )


def format_newcomer_rating(around: OpponentPool) -> str:
    """Return the rating of somebody who has not played yet."""
    system = find_main_system(around)
    return format_rating(system, system.initial())


def find_main_system(around: OpponentPool) -> RatingSystem:
    return next(iter(around.terms.season.boards.all())).rating_system


def format_win_worth(around: OpponentPool, other: Opponent) -> str:
    """Return what a win over this player brings on the first board that would count it, if it brings anything."""
    return format_change_for_member(around, [around.me.player, other.player])


def format_change_for_member(around: OpponentPool, players: list[int]) -> str:
    """Return what the member wins or loses where the first of two beats the other, if that is anything."""
    for board in around.terms.boards[:1]:
        result, mine = build_won_match(around, players), players.index(around.me.player)
        before = list_ratings_as_of(board, result.players, around.ratings, around.day)
        after = board.rating_system.rate(result, before)
        change = after[mine].points - before[mine].points
        return format_change(board.rating_system, change) if change else ""
    return ""


def describe_stake_of_offer(around: OpponentPool, other: int) -> str:
    """Return the rating of somebody who challenges the member, and what either result is worth to the member."""
    row, me = around.rows.get(other), around.me.player
    won, lost = format_change_for_member(around, [me, other]), format_change_for_member(around, [other, me])
    stake = f" A win is worth {won}, a loss {lost}." if won and lost else ""
    return f"Rating {row.rating if row else format_newcomer_rating(around)}.{stake}"


def describe_challenge_rules(around: OpponentPool) -> str:
    """Return in a sentence or three whom one may challenge and for how long."""
    ladder = around.terms.season.ladder
    said = [f"You may challenge {describe_challenge_range(around)}."]
    if ladder.rematch_days and is_rating_at_stake(around):
        said.append(f"A rematch is possible after {format_plural(ladder.rematch_days, 'day')}.")
    answer, play = format_plural(ladder.answer_days, "day"), format_plural(ladder.play_days, "day")
    said.append(f"Answer a challenge within {answer}; once it is accepted, play within {play}.")
    return " ".join(said)


def describe_challenge_range(around: OpponentPool) -> str:
    """Return who is in range."""
    ladder, limit = around.terms.season.ladder, around.terms.season.ladder.challenge_reach
    if not limit or not is_rating_at_stake(around):
        return "anyone who plays here"
    if ladder.challenge_measure == Ladder.Measure.PLACES:
        return f"anyone level with you or up to {format_plural(limit, 'place')} above you"
    return f"anyone within {format_rating_gap(limit)} of you"
