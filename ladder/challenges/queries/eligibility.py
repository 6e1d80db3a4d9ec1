"""Whom a member may challenge, what a win would be worth, and in words why the others may not be challenged."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.challenge_list import describe_running_challenge
from ladder.challenges.queries.opponents import (
    Opponent,
    OpponentPool,
    build_challenge_terms,
    load_opponent_pool,
    reload_season,
)
from ladder.challenges.queries.running import list_joined_players
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Challenge, Ladder
from ladder.pages.figures import format_change, format_day, format_rating
from ladder.ratings import Exit, Key, RatingSystem, Result, build_battle, build_duel, load_kinds
from players.models import Player

NO_ACCOUNT = "Has no account to answer with"
FRIENDLY = {"friendly", "very-friendly"}  # no range (W-9), and no wait for a rematch

NEAR = 12  # places above and below that are shown besides those who may be challenged
FEW = 30  # players who are all shown


def find_own_obstacle(around: OpponentPool) -> str:
    """Return why the member may neither challenge anybody now nor accept; nothing where they may."""
    if around.terms.season.closed_at:
        return f"{around.terms.season.name} is closed."
    if around.me.retired_on:
        return f"You retired on {format_day(around.me.retired_on)}. Ask an organiser to bring you back."
    if around.me.sits_out_until:
        return f"You sit out until {format_day(around.me.sits_out_until)}."
    return find_limit_obstacle(around, around.me, "You have")


def find_obstacle(around: OpponentPool, other: Opponent) -> str:
    """Return why the member may not challenge this player; nothing where they may."""
    if other.player == around.me.player:
        return "That is you"
    return (
        find_absence_obstacle(other)
        or ("A challenge between you is open" if around.between(other.player) else "")
        or find_range_obstacle(around, other)
        or find_rank_obstacle(around, other)
        or find_rematch_obstacle(around, other)
        or find_limit_obstacle(around, other, "Has")
    )


def find_absence_obstacle(other: Opponent) -> str:
    """Return why somebody can't be asked at all."""
    if other.retired_on:
        return f"Retired on {format_day(other.retired_on)}"
    if other.sits_out_until:
        return f"Sits out until {format_day(other.sits_out_until)}"
    return "" if other.has_account else NO_ACCOUNT


def find_rank_obstacle(around: OpponentPool, other: Opponent) -> str:
    """Return that only those above or level may be challenged, where the range is in places."""
    ladder = around.terms.season.ladder
    by_place = (
        ladder.challenge_reach and ladder.challenge_measure == Ladder.Measure.PLACES and is_rating_at_stake(around)
    )
    below = around.place(other.player) > around.place(around.me.player)
    return "May challenge you" if by_place and below else ""


def find_range_obstacle(around: OpponentPool, other: Opponent) -> str:
    """Return why the two stand too far apart, by the ladder's own range or a board's (W-9)."""
    if not is_rating_at_stake(around):
        return ""
    return find_ladder_range_obstacle(around, other) or find_board_range_obstacle(
        around, [around.me.player, other.player]
    )


def find_ladder_range_obstacle(around: OpponentPool, other: Opponent) -> str:
    """Return why the ladder's own range does not let the two play."""
    ladder, limit = around.terms.season.ladder, around.terms.season.ladder.challenge_reach
    if not limit:
        return ""
    if ladder.challenge_measure == Ladder.Measure.PLACES:
        gap = around.places_apart(around.me.player, other.player)
        return f"{gap} places apart, limit {limit:,}" if gap > limit else ""
    main = next(iter(around.terms.season.boards.all()))
    mine, theirs = list_ratings_as_of(main, [around.me.player, other.player], around.ratings, around.day)
    lead = abs(mine.points - theirs.points)
    return f"{format_rating_gap(lead)} apart, limit {limit:,}" if lead > limit else ""


def find_board_range_obstacle(around: OpponentPool, players: list[Key]) -> str:
    """Return why a board's rating system does not let these players play (W-9)."""
    result = build_won_match(around, players)
    for board in around.terms.boards:
        ratings = list_ratings_as_of(board, players, around.ratings, around.day)
        refused = board.rating_system.eligible(result, ratings)
        if refused and len(players) == 2 and {"gap", "reach"} <= refused.params.keys():
            return f"{refused.params['gap']} apart, limit {refused.params['reach']}"
        if refused:
            return refused.text(around.name)
    return ""


def build_won_match(around: OpponentPool, players: list[Key]) -> Result:
    """Return the match that the first of these players wins now, each other player killed."""
    kind, facts, now = around.terms.kind, around.terms.facts, timezone.localtime()
    if len(players) == 2:
        return build_duel(*players, ended=now, kind=kind, facts=facts)
    exits = [Exit("standing"), *(Exit("dead", 1) for _ in players[1:])]
    return build_battle(players, exits, ended=now, kind=kind, facts=facts)


def find_rematch_obstacle(around: OpponentPool, other: Opponent) -> str:
    """Return that the two played each other too short a while ago."""
    limit, at = around.terms.season.ladder.rematch_days, around.met.get(other.player)
    if not limit or at is None or not is_rating_at_stake(around):
        return ""
    days = (timezone.localdate() - timezone.localdate(at)).days
    ago = {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")
    return f"You met {ago}, limit {format_plural(limit, 'day')}" if days < limit else ""


def find_limit_obstacle(around: OpponentPool, one: Opponent, has: str) -> str:
    """Return that somebody has as many challenges as the ladder lets them."""
    limit, count = around.terms.season.ladder.most_challenges, around.busy[one.player]
    return f"{has} {format_plural(count, 'open challenge')}, limit {limit:,}" if limit and count >= limit else ""


def is_rating_at_stake(around: OpponentPool) -> bool:
    """Say whether a rating is at stake, so that range and rematch are asked about."""
    return around.terms.kind.key not in FRIENDLY


def format_plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def format_rating_gap(lead: float) -> str:
    """Return a gap in rating, rounded up so that one above the limit never reads as the limit."""
    return f"{ceil(lead * 10) / 10:,.1f}".removesuffix(".0") + " points"


def find_join_obstacle(challenge: Challenge, me: Player) -> str:
    """Return why this player may not accept now: the range is tested here, with the ratings as they are (W-9)."""
    season = reload_season(challenge.season)
    seen = load_opponent_pool(build_challenge_terms(season, load_kinds()[challenge.kind], challenge.facts), me)
    others = [player.pk for player in list_joined_players(challenge)]
    return find_own_obstacle(seen) or find_join_range_obstacle(seen, challenge, others)


def find_join_range_obstacle(seen: OpponentPool, challenge: Challenge, others: Sequence[int]) -> str:
    """Return why these players stand too far apart."""
    if not is_rating_at_stake(seen):
        return ""
    other = seen.people.get(others[0]) if challenge.places == 2 else None
    return (find_ladder_range_obstacle(seen, other) if other else "") or find_board_range_obstacle(
        seen, [*others, seen.me.player]
    )


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
