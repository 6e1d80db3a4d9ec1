"""Whom a member may challenge, what a win would be worth, and in words why the others may not be challenged.

The same words stand on the page and in a refusal. A function that looks for an obstacle returns "" where there is none.
"""

from math import ceil
from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.challenge_list import describe_running_challenge
from ladder.challenges.queries.opponents import (
    OpponentPool,
    PossibleOpponent,
    load_challenge_terms,
    load_opponent_pool,
    reload_season,
)
from ladder.formats import format_count, turn_handicap
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Challenge, Ladder
from ladder.pages.figures import add_change_unit, format_change, format_day, format_match_worth, format_start
from ladder.ratings import (
    Exit,
    Key,
    Message,
    RatingSystem,
    Result,
    TableSystem,
    build_battle,
    build_duel,
    find_match_worth,
)
from players.models import Player

NO_ACCOUNT = "Has no account to answer with"
FRIENDLY = {"friendly", "very-friendly"}  # no range (W-9), and no wait for a rematch

NEAR = 12  # places above and below that are shown besides those who may be challenged
FEW = 30  # players who are all shown


def find_own_obstacle(pool: OpponentPool) -> str:
    """Return why the member may neither challenge anybody now nor accept a challenge."""
    if pool.terms.season.closed_at:
        return f"{pool.terms.season.name} is closed."
    if pool.me.retired_on:
        return f"You retired on {format_day(pool.me.retired_on)}. Ask an organiser to bring you back."
    if pool.me.sits_out_until:
        return f"You sit out until {format_day(pool.me.sits_out_until)}."
    return find_limit_obstacle(pool, pool.me, "You have")


def find_obstacle(pool: OpponentPool, other: PossibleOpponent) -> str:
    """Return why the member may not challenge this player."""
    if other.player == pool.me.player:
        return "That is you"
    return (
        find_absence_obstacle(other)
        or ("A challenge between you is open" if pool.between(other.player) else "")
        or find_range_obstacle(pool, other)
        or find_rank_obstacle(pool, other)
        or find_rematch_obstacle(pool, other)
        or find_limit_obstacle(pool, other, "Has")
    )


def may_meet_now(pool: OpponentPool, other: PossibleOpponent) -> bool:
    """Return whether the two may play a rated match now, whoever of them would have to challenge the other."""
    if other.player == pool.me.player or other.retired_on or other.sits_out_until:
        return False
    return not (pool.between(other.player) or find_range_obstacle(pool, other) or find_rematch_obstacle(pool, other))


def find_absence_obstacle(other: PossibleOpponent) -> str:
    """Return why this player can't be asked at all: retired, sitting out, or without an account."""
    if other.retired_on:
        return f"Retired on {format_day(other.retired_on)}"
    if other.sits_out_until:
        return f"Sits out until {format_day(other.sits_out_until)}"
    return "" if other.has_account else NO_ACCOUNT


def find_rank_obstacle(pool: OpponentPool, other: PossibleOpponent) -> str:
    """Return that this player stands below the member, where only players above or level may be challenged."""
    ladder = pool.terms.season.ladder
    in_places = ladder.challenge_reach and ladder.challenge_measure == Ladder.Measure.PLACES
    is_below = pool.place(other.player) > pool.place(pool.me.player)
    return "May challenge you" if in_places and is_below and is_rating_at_stake(pool) else ""


def find_range_obstacle(pool: OpponentPool, other: PossibleOpponent) -> str:
    """Return why the two stand too far apart, by the ladder's own limit or a board's (W-9)."""
    if not is_rating_at_stake(pool):
        return ""
    both: list[Key] = [pool.me.player, other.player]
    return find_ladder_range_obstacle(pool, other) or find_board_range_obstacle(pool, both)


def find_ladder_range_obstacle(pool: OpponentPool, other: PossibleOpponent) -> str:
    """Return why the ladder's own limit does not let the two play each other."""
    ladder, limit = pool.terms.season.ladder, pool.terms.season.ladder.challenge_reach
    if not limit:
        return ""
    if ladder.challenge_measure == Ladder.Measure.PLACES:
        gap = pool.places_apart(pool.me.player, other.player)
        return f"{gap} {find_place_units(pool)[1]} apart, limit {limit:,}" if gap > limit else ""
    main = pool.main
    mine, theirs = list_ratings_as_of(main, [pool.me.player, other.player], pool.ratings, pool.day)
    lead = abs(mine.points - theirs.points)
    return f"{format_rating_gap(main.rating_system, lead)} apart, limit {limit:,}" if lead > limit else ""


def find_board_range_obstacle(pool: OpponentPool, players: list[Key]) -> str:
    """Return why a board's rating system does not let these players play each other (W-9)."""
    refused = find_board_refusal(pool, build_won_match(pool, players))
    if refused and len(players) == 2 and {"gap", "reach"} <= refused.params.keys():
        return f"{refused.params['gap']} apart, limit {refused.params['reach']}"
    return refused.text(pool.name) if refused else ""


def find_board_refusal(pool: OpponentPool, result: Result) -> Message | None:
    """Return why the first board whose rating system does not let this match be played refuses it (W-9)."""
    for board in pool.terms.boards:
        ratings = list_ratings_as_of(board, result.players, pool.ratings, pool.day)
        if refused := board.rating_system.eligible(result, ratings):
            return refused
    return None


def build_won_match(pool: OpponentPool, players: list[Key]) -> Result:
    """Return a match that the first of these players wins now; in a battle all others are killed."""
    kind, facts, now = pool.terms.kind, pool.terms.facts, timezone.localtime()
    if len(players) == 2:
        told = facts if players[0] == pool.me.player else turn_handicap(facts)
        return build_duel(*players, ended=now, kind=kind, facts=told)
    exits = [Exit("standing"), *(Exit("dead", 1) for _ in players[1:])]
    return build_battle(players, exits, ended=now, kind=kind, facts=facts)


def find_rematch_obstacle(pool: OpponentPool, other: PossibleOpponent) -> str:
    """Return that the two played each other too recently."""
    limit, at = pool.terms.season.ladder.rematch_days, pool.met.get(other.player)
    if not limit or at is None or not is_rating_at_stake(pool):
        return ""
    days = (timezone.localdate() - timezone.localdate(at)).days
    ago = {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")
    return f"You met {ago}, limit {format_count(limit, 'day')}" if days < limit else ""


def find_limit_obstacle(pool: OpponentPool, one: PossibleOpponent, has: str) -> str:
    """Return that this player has as many challenges as the ladder allows; `has` begins the sentence."""
    limit, count = pool.terms.season.ladder.most_challenges, pool.busy[one.player]
    return f"{has} {format_count(count, 'open challenge')}, limit {limit:,}" if limit and count >= limit else ""


def is_rating_at_stake(pool: OpponentPool) -> bool:
    """Return whether the match would be rated, so that range and rematch matter."""
    return pool.terms.kind.key not in FRIENDLY


def format_rating_gap(system: RatingSystem, lead: float) -> str:
    """Return a distance in rating, rounded up so that one above the limit never reads as the limit."""
    number = f"{ceil(lead * 10) / 10:,.1f}".removesuffix(".0")
    return f"{number} points" if system.about.has_points else add_change_unit(system, number)


def find_place_units(pool: OpponentPool) -> tuple[str, str]:
    """Return what one place up the standings is called, and many: rungs on a board that has them."""
    system = pool.main.rating_system
    return system.about.change_units if isinstance(system, TableSystem) else ("place", "places")


def find_join_obstacle(challenge: Challenge, me: Player) -> str:
    """Return why this player may not accept a challenge now; the range is checked by the ratings of now (W-9)."""
    season = reload_season(challenge.season)
    pool = load_opponent_pool(load_challenge_terms(season, challenge, me.pk), me)
    if (obstacle := find_own_obstacle(pool)) or not is_rating_at_stake(pool):
        return obstacle
    others = [player.pk for player in challenge.joined_players()]
    challenger = pool.people.get(others[0]) if challenge.places == 2 else None
    if challenger and (obstacle := find_ladder_range_obstacle(pool, challenger)):
        return obstacle
    return find_board_range_obstacle(pool, [*others, pool.me.player])


class ListedOpponent(NamedTuple):
    """A line of the list of opponents; without `can`, `words` say why not. `worth` is what a win would bring."""

    rank: str
    player: int
    name: str
    rating: str
    is_me: bool
    can: bool
    words: str
    worth: str


class OpponentList(NamedTuple):
    """The lines that are shown, how many there are of players who can answer, and how many have no account."""

    lines: list[ListedOpponent]
    able: int
    without_account: int


def build_opponent_list(pool: OpponentPool, everybody: bool = False) -> OpponentList:
    """Return the opponents in order of rank, then those without a rank: the nearest, or all who can answer.

    The member who asks stands among the others where their rank is or would be.
    """
    people = sorted(
        pool.people.values(),
        key=lambda one: (
            not (pool.is_ranked(one.player) or one.player == pool.me.player),
            pool.place(one.player),
            one.name.casefold(),
        ),
    )
    if pool.me.player not in pool.people:
        people.append(pool.me)
    barred = bool(find_own_obstacle(pool))
    lines = [build_opponent_entry(pool, one, barred) for one in people]
    able = [one for one in lines if one.words != NO_ACCOUNT]
    shown = able if everybody or len(able) <= FEW else pick_neighbours(able)
    return OpponentList(shown, len(able), len(lines) - len(able))


def pick_neighbours(lines: list[ListedOpponent]) -> list[ListedOpponent]:
    """Return the lines around the member's own."""
    mine = next(number for number, one in enumerate(lines) if one.is_me)
    return lines[max(mine - NEAR, 0) : mine + NEAR + 1]


def build_opponent_entry(pool: OpponentPool, one: PossibleOpponent, barred: bool) -> ListedOpponent:
    """Return the line of one player; `barred` means that the member may not challenge anybody."""
    row, me = pool.rows.get(one.player), pool.me.player
    is_me = one.player == me
    if is_me:
        words = ""
    elif challenge := pool.between(one.player):
        words = describe_running_challenge(challenge, me)
    else:
        words = find_obstacle(pool, one)
    can = not (is_me or words or barred)
    worth = format_change_for_member(pool, [me, one.player]) if can else ""
    rank = (row.rank_text if row else "") or "–"
    return ListedOpponent(rank, one.player, one.name, format_pool_rating(pool, one.player), is_me, can, words, worth)


def format_pool_rating(pool: OpponentPool, player: int) -> str:
    """Return a player's rating on the main board; the one that everybody starts with where they have not played."""
    if player in pool.rows:
        return pool.rows[player].rating
    return format_start(pool.main.rating_system)


def format_change_for_member(pool: OpponentPool, players: list[int]) -> str:
    """Return what the member wins or loses where the first of two beats the other; empty where nothing changes.

    It is the change on the first board that would rate the match.
    """
    for board in pool.terms.boards[:1]:
        result, mine = build_won_match(pool, players), players.index(pool.me.player)
        before = list_ratings_as_of(board, result.players, pool.ratings, pool.day)
        after = board.rules.rate(result, before)
        worth = before[mine], after[mine]
        is_worth = find_match_worth(board.rating_system, *worth)
        return format_match_worth(board.rating_system, *worth) if is_worth else ""
    return ""


def describe_stake_of_offer(pool: OpponentPool, other: int) -> str:
    """Return the rating of somebody who challenges the member, and what either result is worth to the member."""
    me = pool.me.player
    won, lost = format_change_for_member(pool, [me, other]), format_change_for_member(pool, [other, me])
    system = pool.main.rating_system
    nothing = format_change(system, 0.0)
    stake = f" A win is worth {won or nothing}, a loss {lost or nothing}." if won or lost else ""
    return f"{system.about.rating_label} {format_pool_rating(pool, other)}.{stake}"


def describe_challenge_rules(pool: OpponentPool) -> str:
    """Return in two or three sentences whom one may challenge, and how long there is to answer and to play."""
    return f"You may challenge {describe_challenge_range(pool)}. {describe_challenge_times(pool)}"


def describe_challenge_times(pool: OpponentPool) -> str:
    """Return when a rematch is possible, and how long there is to answer and to play."""
    ladder, sentences = pool.terms.season.ladder, []
    if ladder.rematch_days and is_rating_at_stake(pool):
        sentences.append(f"A rematch is possible after {format_count(ladder.rematch_days, 'day')}.")
    answer, play = format_count(ladder.answer_days, "day"), format_count(ladder.play_days, "day")
    sentences.append(f"Answer a challenge within {answer}; once it is accepted, play within {play}.")
    return " ".join(sentences)


def describe_challenge_range(pool: OpponentPool) -> str:
    """Return who may be challenged, as the rest of "You may challenge ..."."""
    ladder, limit = pool.terms.season.ladder, pool.terms.season.ladder.challenge_reach
    if not limit or not is_rating_at_stake(pool):
        return "anyone who plays here"
    if ladder.challenge_measure == Ladder.Measure.PLACES:
        one, many = find_place_units(pool)
        if one == "place":
            return f"anyone level with you or up to {format_count(limit, one)} above you"
        return f"anyone up to {limit:,} {one if limit == 1 else many} above you{describe_skipped_rungs(pool)}"
    return f"anyone within {format_rating_gap(pool.main.rating_system, limit)} of you"


def describe_skipped_rungs(pool: OpponentPool) -> str:
    """Return that players without a rank are left out when rungs are counted; an empty text where there are none."""
    return "" if len(pool.ranks) == len(pool.rows) else ", not counting players without a rank"
