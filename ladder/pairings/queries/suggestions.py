"""Three players whom a member could play next: an even match, somebody not met lately, and within reach.

Every point of per cent by which the chance is off one half counts 1, and so does every day that is missing until 30
have passed since the two last met. On a board without chances every place between the two counts 5. The smallest sums
are suggested.
"""

from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.eligibility import build_won_match, format_change_for_member, may_meet_now
from ladder.challenges.queries.opponents import OpponentPool, list_challenge_kinds, load_pool_for_kind, reload_season
from ladder.formats import format_count
from ladder.matches.queries.limits import list_rated_limits, load_rated_tally
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Season
from ladder.pages.figures import format_percent
from players.models import Player

MOST_SUGGESTED = 3
MOST_LOOKED_AT = 30  # of the best, of whom some may have played enough today
RECENT = 30  # days after which an earlier match no longer matters
COST_OF_PLACE = 5  # how many points of per cent a place counts, where there are no chances
EVEN = 0.05  # how far from one half a chance still is an even match
WEEK, MONTH = 7, 30


class Suggestion(NamedTuple):
    """A player to play, with the reason, and what a win and a loss would change for the member."""

    player: int
    name: str
    reason: str
    won: str
    lost: str


class Candidate(NamedTuple):
    """A player within reach: the member's chance, if the board has chances; the days since they met; what it costs."""

    player: int
    chance: float | None
    days: int | None
    cost: float


def load_suggestions(season: Season, me: Player) -> list[Suggestion]:
    """Return up to three players whom the member could play now, the best first; a dozen queries.

    There are none for a member without a standing, who has retired or sits out, or where the season takes no match.
    """
    if season.closed_at or not season.is_running:
        return []
    season = reload_season(season)
    kinds = [kind for kind in list_challenge_kinds(season) if not kind.format.has_sides]
    if not kinds:
        return []
    pool = load_pool_for_kind(season, me, kinds[0].key)
    if pool.me.player not in pool.rows or pool.me.retired_on or pool.me.sits_out_until:
        return []
    found = [
        build_candidate(pool, row.player) for row in pool.rows.values() if row.is_ranked and is_open(pool, row.player)
    ]
    best = sorted(found, key=lambda one: (one.cost, pool.place(one.player), pool.rows[one.player].key))
    return [build_suggestion(pool, one) for one in leave_out_limited(pool, best[:MOST_LOOKED_AT])[:MOST_SUGGESTED]]


def is_open(pool: OpponentPool, player: int) -> bool:
    """Return whether the member and this player may play each other now."""
    return may_meet_now(pool, pool.people[player])


def leave_out_limited(pool: OpponentPool, found: list[Candidate]) -> list[Candidate]:
    """Return those with whom one more match would still be rated, by the ladder's limits; one query if it has any."""
    limits, me = list_rated_limits(pool.terms.season.ladder), pool.me.player
    if not limits:
        return found
    tally = load_rated_tally(pool.terms.season, [timezone.localdate()], [me, *(one.player for one in found)])
    return [one for one in found if not tally.find_reached_limit(limits, build_won_match(pool, [me, one.player]))]


def build_candidate(pool: OpponentPool, player: int) -> Candidate:
    """Return a player within reach, and how much speaks against playing them."""
    chance, at = find_chance(pool, player), pool.met.get(player)
    days = (timezone.localdate() - timezone.localdate(at)).days if at else None
    distance = pool.places_apart(pool.me.player, player) * COST_OF_PLACE if chance is None else abs(chance - 0.5) * 100
    missing = 0 if days is None else max(RECENT - days, 0)
    return Candidate(player, chance, days, round(distance, 6) + missing)


def find_chance(pool: OpponentPool, player: int) -> float | None:
    """Return the member's expected score against a player, on the first board that would rate it and has chances."""
    result = build_won_match(pool, [pool.me.player, player])
    for board in pool.terms.boards:
        before = list_ratings_as_of(board, result.players, pool.ratings, pool.day)
        if chances := board.rules.expected(result, before):
            return chances[0]
    return None


def build_suggestion(pool: OpponentPool, one: Candidate) -> Suggestion:
    """Return a suggestion as printed."""
    me = pool.me.player
    won, lost = format_change_for_member(pool, [me, one.player]), format_change_for_member(pool, [one.player, me])
    evenness = describe_places(pool, one.player) if one.chance is None else describe_chance(one.chance)
    return Suggestion(one.player, pool.name(one.player), f"{evenness}, {describe_last_meeting(one.days)}", won, lost)


def describe_chance(chance: float) -> str:
    """Return how even a match is for the member: "Even match", "Your chance is 62.1 %"."""
    return "Even match" if abs(chance - 0.5) <= EVEN else f"Your chance is {format_percent(chance)}"


def describe_places(pool: OpponentPool, player: int) -> str:
    """Return how far away a player stands: "2 places above you"."""
    me = pool.me.player
    gap = pool.places_apart(me, player)
    if not gap:
        return "Level with you"
    return f"{format_count(gap, 'place')} {'above' if pool.place(player) < pool.place(me) else 'below'} you"


def describe_last_meeting(days: int | None) -> str:
    """Return when two last met: "not met yet", "last met 3 weeks ago"."""
    if days is None:
        return "not met yet"
    if days < 2:
        return f"last met {'yesterday' if days else 'today'}"
    if days < 2 * WEEK:
        return f"last met {days} days ago"
    if days < 2 * MONTH:
        return f"last met {days // WEEK} weeks ago"
    return f"last met {days // MONTH} months ago"
