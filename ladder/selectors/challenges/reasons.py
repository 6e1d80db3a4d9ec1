"""Why somebody may not be challenged, in words; the same words on the page and when it is refused."""

from math import ceil

from django.utils import timezone

from ladder.models import Ladder
from ladder.ratings import Exit, Key, Result, build_battle, build_duel
from ladder.selectors.challenges.people import Opponent, OpponentPool
from ladder.selectors.dates import format_day
from ladder.selectors.previews import list_ratings_as_of

NO_ACCOUNT = "Has no account to answer with"
FRIENDLY = {"friendly", "very-friendly"}  # no range (W-9), and no wait for a rematch


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
