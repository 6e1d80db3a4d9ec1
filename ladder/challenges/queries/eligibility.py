"""Whether one side may challenge another, and in words why not. Between two players a side is one player.

The same words stand on the page and in a refusal. A function that looks for an obstacle returns "" where there is none.

A side counts as the mean of its players, as it does where it is rated (S-1): its place is the mean of their places, its
rating the mean of their ratings.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil, inf, sqrt
from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.opponents import (
    OpponentPool,
    PossibleOpponent,
    SideKeys,
    ignore_order,
    list_side_keys,
    load_challenge_terms,
    load_opponent_pool,
    reload_season,
)
from ladder.formats import format_count
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Fixture, Ladder
from ladder.models.challenge_rules import MOST_PER_CENT
from ladder.pages.figures import add_change_unit, format_day
from ladder.ratings import RatingSystem, TableSystem
from players.models import Player

Measure = Ladder.Measure
FRIENDLY_KINDS = {"friendly", "very-friendly"}  # no range (W-9), and no wait for a rematch
SAME_PERSON = "Two of these players are one person now, so this can’t be played."


class ObstacleWords(NamedTuple):
    """How it is said why there can be no challenge: beside the name of the one other player, or in a sentence."""

    twice: str
    retired: str
    sits_out: str
    not_here: str
    no_account: str
    is_open: str
    apart: str
    is_below: str
    met: str
    busy: str
    again: str
    enough: str
    rests: str


PLAYER_WORDS = ObstacleWords(
    twice="That is you",
    retired="Retired on {day}",
    sits_out="Sits out until {day}",
    not_here="Is not here",
    no_account="Has no account to answer with",
    is_open="A challenge between you is open",
    apart="{gap} apart, limit {limit}",
    is_below="May challenge you",
    met="You met {ago}, limit {limit}",
    busy="Has {count}, limit {limit}",
    again="Play {count} first",
    enough="Has {count} to play, which is enough",
    rests="Played {ago}, free of challenges for {limit}",
)
SIDE_WORDS = ObstacleWords(
    twice="{name} can appear only once. Choose someone else.",
    retired="{name} retired on {day}.",
    sits_out="{name} sits out until {day}.",
    not_here="{name} is not here.",
    no_account="Nobody on the other side has an account to answer with.",
    is_open="A challenge between these sides is open.",
    apart="The sides are {gap} apart, limit {limit}.",
    is_below="The other side is below yours. They may challenge you.",
    met="These sides met {ago}, limit {limit}.",
    busy="{name} has {count}, limit {limit}.",
    again="These sides have just met. Play {count} first.",
    enough="{name} has {count} to play, which is enough.",
    rests="{name} played {ago}, and is free of challenges for {limit}.",
)
ARRANGED_WORDS = PLAYER_WORDS._replace(
    twice="A player can’t play against themselves. Choose someone else.",
    retired=SIDE_WORDS.retired,
    is_open="There is already a challenge between {first} and {second}.",
)
NOBODY_IS_HERE = "Challenges are made on club nights, among those who are here. Nobody is here now."
NOT_HERE_YOURSELF = "Challenges are made among those who are here. Say first, on the page of tonight, that you are."
NIGHT_IS_SHORT = "The club night ends at {time:%H:%M}. In its last {minutes} nobody can be challenged."
OWN_BUSY = "You have {count}, limit {limit}"
BOX_STAYS = "What a box asks to be played stays until its last day."
NOT_AT_ALL = -1  # a reach


def choose_words(pool: OpponentPool) -> ObstacleWords:
    """Return how an obstacle is said to a member who challenges."""
    return SIDE_WORDS if pool.terms.kind.format.has_sides else PLAYER_WORDS


def find_own_obstacle(pool: OpponentPool) -> str:
    """Return why the member may not challenge anybody now."""
    return find_answering_obstacle(pool) or find_night_obstacle(pool) or find_period_obstacle(pool)


def find_answering_obstacle(pool: OpponentPool) -> str:
    """Return why the member may neither challenge anybody now nor accept a challenge."""
    if pool.terms.season.closed_at:
        return f"{pool.terms.season.name} is closed."
    if pool.me.retired_on:
        return f"You retired on {format_day(pool.me.retired_on)}. Ask an organiser to bring you back."
    if pool.me.sits_out_until:
        return f"You are sitting out until {format_day(pool.me.sits_out_until)}."
    return find_limit_obstacle(pool, [pool.me], OWN_BUSY)


def find_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return why the member, who plays on the first of these sides, may not challenge the other one."""
    words, others, is_free = choose_words(pool), list_others(pool, sides), count_free_left(pool) > 0
    answers = any(pool.people[key].has_account for key in sides[1])
    return (
        find_twice_obstacle(pool, sides, words)
        or find_absence_obstacle(others, words)
        or find_presence_obstacle(pool, others, words)
        or ("" if answers else words.no_account)
        or find_open_obstacle(pool, sides, words)
        or find_range_obstacle(pool, sides, is_free=is_free)
        or ("" if is_free else find_rank_obstacle(pool, sides))
        or find_rematch_obstacle(pool, sides)
        or find_exempt_obstacle(pool, sides[1])
        or find_limit_obstacle(pool, others, words.busy)
    )


def find_arranging_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return why an organiser can't arrange this match: the limits of the ladder itself don't count then."""
    words = SIDE_WORDS if pool.terms.kind.format.has_sides else ARRANGED_WORDS
    present = [pool.people[key]._replace(sits_out_until=None) for side in sides for key in side]
    return (
        find_twice_obstacle(pool, sides, words)
        or (f"{pool.terms.season.name} is closed." if pool.terms.season.closed_at else "")
        or find_absence_obstacle(present, words)
        or find_open_obstacle(pool, sides, words)
        or (find_board_range_obstacle(pool, sides) if is_rating_at_stake(pool) else "")
    )


def find_join_obstacle(challenge: Fixture, me: Player) -> str:
    """Return why this player may not accept a challenge now; the range is checked by the ratings of now (W-9)."""
    season = reload_season(challenge.season)
    pool = load_opponent_pool(load_challenge_terms(season, challenge), me)
    pool = pool.with_people(party.player.itself for party in challenge.parties.all())
    sides = list_side_keys(challenge)
    if challenge.is_battle:
        sides = (*sides, (me.pk,))
        apart = find_board_range_obstacle(pool, sides) if is_rating_at_stake(pool) else ""
        return find_answering_obstacle(pool) or apart
    partners = [one for one in list_others(pool, sides) if one.player in sides[1]]
    return (
        find_answering_obstacle(pool)
        or ("" if challenge.names_everybody_once else SAME_PERSON)
        or (find_absence_obstacle(list_others(pool, sides), SIDE_WORDS) if challenge.has_sides else "")
        or find_limit_obstacle(pool, partners, SIDE_WORDS.busy)
        or find_range_obstacle(pool, sides, is_free=challenge.is_free or pool.here is not None)  # others are here now
    )


def find_postponing_obstacle(challenge: Fixture) -> str:
    """Return why the last day to play this accepted challenge can't be moved."""
    if challenge.box_id:
        return BOX_STAYS
    if not challenge.season.ladder.postpone_days:
        return "On this ladder the last day to play a challenge stays."
    return "The last day of this challenge was moved already." if challenge.postponed_at else ""


def may_meet_now(pool: OpponentPool, sides: Sequence[SideKeys]) -> bool:
    """Return whether these sides may play a rated match now, whoever of them would have to challenge the other."""
    words = choose_words(pool)
    return not (
        find_twice_obstacle(pool, sides, words)
        or find_absence_obstacle(list_others(pool, sides), words)
        or find_night_obstacle(pool)
        or find_presence_obstacle(pool, list_others(pool, sides), words)
        or find_open_obstacle(pool, sides, words)
        or find_range_obstacle(pool, sides)
        or find_rematch_obstacle(pool, sides)
        or all(find_rank_obstacle(pool, one) or find_exempt_obstacle(pool, one[1]) for one in (sides, sides[::-1]))
    )


def list_others(pool: OpponentPool, sides: Sequence[SideKeys]) -> list[PossibleOpponent]:
    """Return all players of these sides but the member."""
    return [pool.people[key] for side in sides for key in side if key != pool.me.player]


def find_twice_obstacle(pool: OpponentPool, sides: Sequence[SideKeys], words: ObstacleWords) -> str:
    """Return that somebody would play twice, or against themselves."""
    players = [key for side in sides for key in side]
    twice = next((key for seat, key in enumerate(players) if key in players[:seat]), None)
    return "" if twice is None else words.twice.format(name=pool.name(twice))


def find_absence_obstacle(people: Iterable[PossibleOpponent], words: ObstacleWords) -> str:
    """Return that one of these players has retired or sits out."""
    for one in people:
        if one.retired_on:
            return words.retired.format(name=one.name, day=format_day(one.retired_on))
        if one.sits_out_until:
            return words.sits_out.format(name=one.name, day=format_day(one.sits_out_until))
    return ""


def find_night_obstacle(pool: OpponentPool) -> str:
    """Return that the member is not here, where only those may challenge who are, or that the night is nearly over."""
    if not is_rating_at_stake(pool):
        return ""
    if pool.lacks(pool.me.player):
        return NOT_HERE_YOURSELF if pool.here else NOBODY_IS_HERE
    ends_at, minutes = pool.night_ends_at, pool.terms.season.ladder.exempt_minutes or 0
    if ends_at is None or timezone.now() < ends_at - timedelta(minutes=minutes):
        return ""
    return NIGHT_IS_SHORT.format(time=timezone.localtime(ends_at), minutes=format_count(minutes, "minute"))


def find_presence_obstacle(pool: OpponentPool, people: Iterable[PossibleOpponent], words: ObstacleWords) -> str:
    """Return that one of these players is not here, where only those count who are at the club night that runs."""
    away = next((one for one in people if pool.lacks(one.player)), None)
    return words.not_here.format(name=away.name) if away and is_rating_at_stake(pool) else ""


def find_open_obstacle(pool: OpponentPool, sides: Sequence[SideKeys], words: ObstacleWords) -> str:
    """Return that a challenge between the two sides is running."""
    first, second = (pool.name(side[0]) for side in sides)
    return words.is_open.format(first=first, second=second) if ignore_order(sides) in pool.between else ""


def find_rank_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return that the other side is not within reach, but may be the one that challenges: as where it stands below."""
    ladder = pool.terms.season.ladder
    in_places = ladder.limits_reach and ladder.challenge_measure != Measure.RATING
    return choose_words(pool).is_below if in_places and is_rating_at_stake(pool) and not may_reach(pool, sides) else ""


def find_range_obstacle(pool: OpponentPool, sides: Sequence[SideKeys], *, is_free: bool = False) -> str:
    """Return why the two sides stand too far apart, by the ladder's own limit or a board's (W-9).

    A free challenge has only that of a board.
    """
    if not is_rating_at_stake(pool):
        return ""
    return ("" if is_free else find_ladder_range_obstacle(pool, sides)) or find_board_range_obstacle(pool, sides)


def count_reach(pool: OpponentPool, sides: Sequence[SideKeys]) -> float:
    """Return how far the first side may challenge in the direction of the other: places, or rows of a pyramid."""
    ladder, measure = pool.terms.season.ladder, pool.terms.season.ladder.challenge_measure
    first, second = map(pool.average_places, sides)
    if measure == Measure.ROWS and (second <= first or not count_apart(pool, sides)):
        return ladder.challenge_reach or 0
    if second > first:
        return (measure == Measure.PLACES and ladder.reach_down) or NOT_AT_ALL
    if measure == Measure.ABOVE:
        return inf
    if measure == Measure.SHARE:
        return max(1, ceil(Fraction(pool.ranked * (ladder.challenge_reach or 0), MOST_PER_CENT)))
    return (first <= (ladder.top_places or 0) and ladder.top_reach) or ladder.challenge_reach or 0


def count_apart(pool: OpponentPool, sides: Sequence[SideKeys]) -> Fraction:
    """Return how far apart two sides are, as the ladder measures it: in places, or in rows of a pyramid."""
    if pool.terms.season.ladder.challenge_measure != Measure.ROWS:
        return pool.places_apart(*sides)
    rows = [ceil((sqrt(8 * pool.average_places(side) + 1) - 1) / 2) for side in sides]
    return Fraction(abs(rows[0] - rows[1]))


def may_reach(pool: OpponentPool, sides: Sequence[SideKeys]) -> bool:
    """Return whether the first side may challenge the other by the places of both."""
    return count_apart(pool, sides) <= count_reach(pool, sides)


def find_ladder_range_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return why the ladder's own limit does not let either of the two sides challenge the other."""
    ladder, limit = pool.terms.season.ladder, pool.terms.season.ladder.challenge_reach
    if ladder.challenge_measure != Measure.RATING and ladder.limits_reach:
        if may_reach(pool, sides) or may_reach(pool, sides[::-1]):
            return ""
        unit = find_place_units(pool.main.rating_system)[1] if ladder.challenge_measure != Measure.ROWS else "rows"
        gap = f"{format_decimal(count_apart(pool, sides))} {unit}"
        most = max(count_reach(pool, sides), count_reach(pool, sides[::-1]))
        return choose_words(pool).apart.format(gap=gap, limit=f"{most:,}")
    if not limit:
        return ""
    ratings = [list_ratings_as_of(pool.main, side, pool.ratings, pool.day) for side in sides]
    first, second = (sum(one.points for one in side) / len(side) for side in ratings)
    lead = round(abs(first - second), 9)  # a third of a sum is not exact
    gap = format_rating_gap(pool.main.rating_system, lead)
    return choose_words(pool).apart.format(gap=gap, limit=f"{limit:,}") if lead > limit else ""


def find_board_range_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return why a board's rating system does not let these players play each other (W-9)."""
    result = pool.build_match(sides)
    for board in pool.terms.boards:
        ratings = list_ratings_as_of(board, result.players, pool.ratings, pool.day)
        if refused := board.rating_system.eligible(result, ratings):
            if len(result.players) == 2 and not result.sides and {"gap", "reach"} <= refused.params.keys():
                return PLAYER_WORDS.apart.format(gap=refused.params["gap"], limit=refused.params["reach"])
            return refused.text(pool.name)
    return ""


def find_rematch_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return that the two sides played each other too recently; with another partner it is another side."""
    if not is_rating_at_stake(pool):
        return ""
    limit, at = pool.terms.season.ladder.rematch_days, pool.met.get(ignore_order(sides))
    told = find_recent_days(at, limit or 0)
    return choose_words(pool).met.format(**told) if told else find_repeat_obstacle(pool, sides)


def find_recent_days(at: datetime | None, limit: int) -> dict[str, str]:
    """Return how long ago a moment is, and the limit, in words, if it is less than so many days ago."""
    days = (timezone.localdate() - timezone.localdate(at)).days if at else limit
    ago = {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")
    return {"ago": ago, "limit": format_count(limit, "day")} if days < limit else {}


def find_repeat_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return that the member has to play others before the two sides meet again."""
    ladder, meeting = pool.terms.season.ladder, ignore_order(sides)
    matches = ladder.rematch_matches or 0
    since = next((number for number, met in enumerate(pool.latest[:matches]) if meeting <= met), matches)
    if since == matches or pool.average_places(sides[0]) <= (ladder.rematch_spared or 0):
        return ""
    return choose_words(pool).again.format(count=format_count(matches - since, "other match", "other matches"))


def find_exempt_obstacle(pool: OpponentPool, side: SideKeys) -> str:
    """Return that a player of a side has enough to play, or played so lately that nobody may challenge them."""
    ladder, words = pool.terms.season.ladder, choose_words(pool)
    if not is_rating_at_stake(pool):
        return ""
    for key in side:
        if ladder.exempt_accepted and pool.due[key] >= ladder.exempt_accepted:
            return words.enough.format(name=pool.name(key), count=format_count(pool.due[key], "match", "matches"))
        if told := find_recent_days(pool.played.get(key), ladder.exempt_days or 0):
            return words.rests.format(name=pool.name(key), **told)
    return ""


def count_free_left(pool: OpponentPool) -> int:
    """Return how many free challenges the member has left; none where no range is set, or for a newcomer no longer."""
    ladder = pool.terms.season.ladder
    if not ladder.limits_reach or (ladder.free_for == Ladder.FreeFor.NEWCOMERS and not pool.is_newcomer):
        return 0
    return max(ladder.free_challenges - sum(one.is_free for one in pool.used), 0)


def is_beyond_reach(pool: OpponentPool, sides: Sequence[SideKeys]) -> bool:
    """Return whether the first side may challenge the other only thanks to a free challenge."""
    apart = is_rating_at_stake(pool) and find_ladder_range_obstacle(pool, sides)
    return bool(apart or find_rank_obstacle(pool, sides))


def describe_free_use(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return what a challenge of the other side would use up: "A free challenge, 1 of 2 left"; else nothing."""
    left = count_free_left(pool)
    if not left or not is_beyond_reach(pool, sides):
        return ""
    return f"A free challenge, {left:,} of {pool.terms.season.ladder.free_challenges:,} left"


def find_period_obstacle(pool: OpponentPool) -> str:
    """Return that the member has made as many challenges as the ladder allows in a period."""
    ladder = pool.terms.season.ladder
    since = timezone.now() - timedelta(ladder.period_days or 0)
    made = sum(one.made_at > since and one.kind not in FRIENDLY_KINDS for one in pool.used)
    if not ladder.period_challenges or made < ladder.period_challenges or not is_rating_at_stake(pool):
        return ""
    days = format_count(ladder.period_days or 0, "day")
    return f"You made {format_count(made, 'challenge')} in {days}, limit {ladder.period_challenges:,}."


def find_limit_obstacle(pool: OpponentPool, people: Iterable[PossibleOpponent], words: str) -> str:
    """Return in these words that one of these players has as many challenges as the ladder allows."""
    limit = pool.terms.season.ladder.most_challenges
    full = next((one for one in people if limit and pool.busy[one.player] >= limit), None)
    if full is None:
        return ""
    return words.format(
        name=full.name, count=format_count(pool.busy[full.player], "open challenge"), limit=f"{limit:,}"
    )


def is_rating_at_stake(pool: OpponentPool) -> bool:
    """Return whether the match would be rated, so that range and rematch matter."""
    return pool.terms.kind.key not in FRIENDLY_KINDS


def format_decimal(number: float | Fraction) -> str:
    """Return a distance with a decimal where it needs one, rounded up so that one above a limit never reads as it."""
    return f"{ceil(number * 10) / 10:,.1f}".removesuffix(".0")


def format_rating_gap(system: RatingSystem, lead: float) -> str:
    """Return a distance in rating: "20.5 points"."""
    return (
        f"{format_decimal(lead)} points" if system.about.has_points else add_change_unit(system, format_decimal(lead))
    )


def find_place_units(system: RatingSystem) -> tuple[str, str]:
    """Return what one place up the standings is called, and many: rungs on a board that has them."""
    return system.about.change_units if isinstance(system, TableSystem) else ("place", "places")
