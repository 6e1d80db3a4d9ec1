"""Why somebody may not be challenged, in words; the same words on the page and when it is refused."""

from math import ceil

from django.utils import timezone

from ladder.models import Ladder
from ladder.ratings import Exit, Key, Result, build_battle, build_duel
from ladder.selectors import previews
from ladder.selectors.dates import format_day

from .people import Around, Person

NO_ACCOUNT = "Has no account to answer with"
FRIENDLY = {"friendly", "very-friendly"}  # no range (W-9), and no wait for a rematch


def why_not_at_all(around: Around) -> str:
    """Return why the member may neither challenge anybody now nor accept; nothing where they may."""
    if around.terms.season.closed_at:
        return f"{around.terms.season.name} is closed."
    if around.me.retired_on:
        return f"You retired on {format_day(around.me.retired_on)}. Ask an organiser to bring you back."
    if around.me.sits_out_until:
        return f"You sit out until {format_day(around.me.sits_out_until)}."
    return full(around, around.me, "You have")


def why_not(around: Around, other: Person) -> str:
    """Return why the member may not challenge this player; nothing where they may."""
    if other.player == around.me.player:
        return "That is you"
    return (
        away(other)
        or ("A challenge between you is open" if around.between(other.player) else "")
        or out_of_range(around, other)
        or above(around, other)
        or met_lately(around, other)
        or full(around, other, "Has")
    )


def away(other: Person) -> str:
    """Return why somebody can't be asked at all."""
    if other.retired_on:
        return f"Retired on {format_day(other.retired_on)}"
    if other.sits_out_until:
        return f"Sits out until {format_day(other.sits_out_until)}"
    return "" if other.has_account else NO_ACCOUNT


def above(around: Around, other: Person) -> str:
    """Return that only those above or level may be challenged, where the range is in places."""
    ladder = around.terms.season.ladder
    by_place = ladder.challenge_reach and ladder.challenge_measure == Ladder.Measure.PLACES and is_serious(around)
    below = around.place(other.player) > around.place(around.me.player)
    return "May challenge you" if by_place and below else ""


def out_of_range(around: Around, other: Person) -> str:
    """Return why the two stand too far apart, by the ladder's own range or a board's (W-9)."""
    if not is_serious(around):
        return ""
    return too_far(around, other) or not_eligible(around, [around.me.player, other.player])


def too_far(around: Around, other: Person) -> str:
    """Return why the ladder's own range does not let the two play."""
    ladder, limit = around.terms.season.ladder, around.terms.season.ladder.challenge_reach
    if not limit:
        return ""
    if ladder.challenge_measure == Ladder.Measure.PLACES:
        gap = around.places_apart(around.me.player, other.player)
        return f"{gap} places apart, limit {limit:,}" if gap > limit else ""
    main = next(iter(around.terms.season.boards.all()))
    mine, theirs = previews.ratings_of(main, [around.me.player, other.player], around.ratings, around.day)
    lead = abs(mine.points - theirs.points)
    return f"{apart(lead)} apart, limit {limit:,}" if lead > limit else ""


def not_eligible(around: Around, players: list[Key]) -> str:
    """Return why a board's rating system does not let these players play (W-9)."""
    result = match_of(around, players)
    for board in around.terms.boards:
        ratings = previews.ratings_of(board, players, around.ratings, around.day)
        refused = board.rating_system.eligible(result, ratings)
        if refused and len(players) == 2 and {"gap", "reach"} <= refused.params.keys():
            return f"{refused.params['gap']} apart, limit {refused.params['reach']}"
        if refused:
            return refused.text(around.name)
    return ""


def match_of(around: Around, players: list[Key]) -> Result:
    """Return the match that the first of these players wins now, each other player killed."""
    kind, facts, now = around.terms.kind, around.terms.facts, timezone.localtime()
    if len(players) == 2:
        return build_duel(*players, ended=now, kind=kind, facts=facts)
    exits = [Exit("standing"), *(Exit("dead", 1) for _ in players[1:])]
    return build_battle(players, exits, ended=now, kind=kind, facts=facts)


def met_lately(around: Around, other: Person) -> str:
    """Return that the two played each other too short a while ago."""
    limit, at = around.terms.season.ladder.rematch_days, around.met.get(other.player)
    if not limit or at is None or not is_serious(around):
        return ""
    days = (timezone.localdate() - timezone.localdate(at)).days
    ago = {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")
    return f"You met {ago}, limit {counted(limit, 'day')}" if days < limit else ""


def full(around: Around, one: Person, has: str) -> str:
    """Return that somebody has as many challenges as the ladder lets them."""
    limit, count = around.terms.season.ladder.most_challenges, around.busy[one.player]
    return f"{has} {counted(count, 'open challenge')}, limit {limit:,}" if limit and count >= limit else ""


def is_serious(around: Around) -> bool:
    """Say whether a rating is at stake, so that range and rematch are asked about."""
    return around.terms.kind.key not in FRIENDLY


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def apart(lead: float) -> str:
    """Return a gap in rating, rounded up so that one above the limit never reads as the limit."""
    return f"{ceil(lead * 10) / 10:,.1f}".removesuffix(".0") + " points"
