"""Three players or sides whom a member could play next: an even match, not met lately, and within reach.

Every point of per cent by which the chance is off one half counts 1, and so does every day that is missing until 30
have passed since the two last met. On a board without chances every place between the two counts 5. The smallest sums
are suggested, of those nearest in rating above and below (decision 0067): the others are never looked at.
"""

from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.eligibility import format_decimal, may_meet_now
from ladder.challenges.queries.opponent_list import (
    DAYS_THAT_MATTER,
    count_days_since_meeting,
    format_own_change,
    list_near_matches,
    order_by_place,
)
from ladder.challenges.queries.opponents import (
    OpponentPool,
    SideKeys,
    add_people,
    choose_terms,
    list_challenge_kinds,
    load_standing_pool,
    reload_season,
)
from ladder.formats import join_side
from ladder.matches.queries.limits import list_rated_limits, load_rated_tally
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Season
from ladder.pages.figures import format_percent
from players.models import Player

MOST_SUGGESTED = 3
PLACES_READ = 50  # above the member's own and below, on a board with very many players
MOST_LOOKED_AT = 30  # of the best, of whom some may have played enough today
COST_OF_PLACE = 5  # how many points of per cent a place counts, where there are no chances
EVEN_CHANCE_GAP = 0.05  # how far from one half a chance still is an even match
WEEK, MONTH = 7, 30


class Suggestion(NamedTuple):
    """Who to play and with which partners, with the reason, and what a win and a loss would change for the member."""

    sides: tuple[SideKeys, SideKeys]
    name: str
    partners: str
    reason: str
    won: str
    lost: str


class Candidate(NamedTuple):
    """A match within reach: the member's chance, if the board has chances; the days since they met; what it costs."""

    sides: tuple[SideKeys, SideKeys]
    chance: float | None
    days: int | None
    cost: float


def load_suggestions(season: Season, me: Player) -> list[Suggestion]:
    """Return up to three players, or on a ladder of doubles sides, whom the member could play now, the best first.

    There are none for a member without a standing, who has retired or sits out, or where the season takes no match. A
    dozen queries.
    """
    if season.closed_at or not season.is_running:
        return []
    season = reload_season(season)
    if not list_challenge_kinds(season):
        return []
    pool = load_standing_pool(choose_terms(season, me), me, PLACES_READ)
    if pool.me.player not in pool.rows or pool.me.retired_on or pool.me.sits_out_until:
        return []
    near = list_near_matches(pool)
    pool = add_people(pool, {player for match in near for side in match for player in side})
    found = [build_candidate(pool, sides) for sides in near if may_meet_now(pool, sides)]
    best: dict[SideKeys, Candidate] = {}
    for one in sorted(found, key=lambda one: (one.cost, *order_by_place(pool, one.sides[1]))):
        best.setdefault(one.sides[1], one)  # against each side with the best partners
    within = leave_out_limited(pool, list(best.values())[:MOST_LOOKED_AT])
    return [build_suggestion(pool, one) for one in within[:MOST_SUGGESTED]]


def leave_out_limited(pool: OpponentPool, found: list[Candidate]) -> list[Candidate]:
    """Return those matches that would still be rated, by the ladder's limits; one query if it has any."""
    limits = list_rated_limits(pool.terms.season.ladder)
    if not limits:
        return found
    players = {player for one in found for side in one.sides for player in side}
    tally = load_rated_tally(pool.terms.season, [timezone.localdate()], players)
    return [one for one in found if not tally.find_reached_limit(limits, pool.build_match(one.sides))]


def build_candidate(pool: OpponentPool, sides: tuple[SideKeys, SideKeys]) -> Candidate:
    """Return a match within reach, and how much speaks against playing it."""
    chance, days = find_chance(pool, sides), count_days_since_meeting(pool, sides)
    distance = float(pool.places_apart(*sides)) * COST_OF_PLACE if chance is None else abs(chance - 0.5) * 100
    missing = 0 if days is None else max(DAYS_THAT_MATTER - days, 0)
    return Candidate(sides, chance, days, round(distance, 6) + missing)


def find_chance(pool: OpponentPool, sides: tuple[SideKeys, SideKeys]) -> float | None:
    """Return the expected score of the first side, on the first board that would rate the match and has chances."""
    result = pool.build_match(sides)
    for board in pool.terms.boards:
        before = list_ratings_as_of(board, result.players, pool.ratings, pool.day)
        if chances := board.rules.expected(result, before):
            return chances[0]
    return None


def build_suggestion(pool: OpponentPool, one: Candidate) -> Suggestion:
    """Return a suggestion as printed."""
    own, other = ([pool.name(key) for key in side] for side in one.sides)
    won, lost = (format_own_change(pool, one.sides, won=won) for won in (True, False))
    evenness = describe_places(pool, one.sides) if one.chance is None else describe_chance(one.chance)
    reason = f"{evenness}, {describe_last_meeting(one.days)}"
    return Suggestion(one.sides, join_side(other), join_side(own[1:]), reason, won, lost)


def describe_chance(chance: float) -> str:
    """Return how even a match is for the member: "Even match", "Your chance is 62.1%"."""
    return "Even match" if abs(chance - 0.5) <= EVEN_CHANCE_GAP else f"Your chance is {format_percent(chance)}"


def describe_places(pool: OpponentPool, sides: tuple[SideKeys, SideKeys]) -> str:
    """Return how far away the other side stands: "2 places above you"."""
    gap = pool.places_apart(*sides)
    if not gap:
        return "Level with you"
    first, second = map(pool.average_places, sides)
    places = f"{format_decimal(gap)} {'place' if gap == 1 else 'places'}"
    return f"{places} {'above' if second < first else 'below'} you"


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
