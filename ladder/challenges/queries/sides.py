"""Whether one side may challenge another, and in words why not; what a match would bring to a member.

A side counts as the mean of its players, as it does where it is rated (S-1): its place is the mean of their places, its
rating the mean of their ratings.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.eligibility import (
    describe_challenge_times,
    find_board_refusal,
    find_limit_obstacle,
    find_own_obstacle,
    find_place_units,
    format_rating_gap,
)
from ladder.challenges.queries.opponents import (
    OpponentPool,
    PossibleOpponent,
    load_challenge_terms,
    load_opponent_pool,
    reload_season,
)
from ladder.formats import LOST, SIDES, WON, ParticipantResult, format_count
from ladder.ledger.storage.match_record import load_counted_participants
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Challenge, Ladder, Match, Participant
from ladder.pages.figures import format_change, format_day, format_match_worth
from ladder.ratings import WALKOVER, Rating, Result, find_match_worth
from players.models import Player
from players.people.queries import select_with_merged

NO_ACCOUNTS = "Nobody of the other side has an account to answer with."
SAME_PERSON = "Two of these players are one person now, so this can’t be played."
OPEN_BETWEEN = "A challenge between these sides is open."


class SidePair(NamedTuple):
    """The side that challenges and the one that is challenged, each with the keys of its players."""

    first: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return (*self.first, *self.second)


def get_side_pair(challenge: Challenge) -> SidePair:
    """Return the keys of the players of a challenge between sides."""
    return SidePair(*(tuple(player.pk for player in challenge.list_side(number)) for number in SIDES))


def find_sides_obstacle(pool: OpponentPool, sides: SidePair) -> str:
    """Return why the member may not make this challenge; an empty text if nothing stands in the way."""
    others = [pool.people[key] for key in sides.players if key != pool.me.player]
    return (
        find_absence_of_any(others)
        or ("" if any(pool.people[key].has_account for key in sides.second) else NO_ACCOUNTS)
        or (OPEN_BETWEEN if is_open_between(pool, sides) else "")
        or find_sides_range_obstacle(pool, sides)
        or find_sides_rank_obstacle(pool, sides)
        or find_sides_rematch_obstacle(pool, sides)
        or find_limit_of_any(pool, others)
    )


def find_sides_join_obstacle(challenge: Challenge, me: Player) -> str:
    """Return why this member may not accept a challenge for their side now."""
    season = reload_season(challenge.season)
    pool = load_opponent_pool(load_challenge_terms(season, challenge, me.pk), me)
    pool = pool.with_people(party.player.itself for party in challenge.parties.all())
    sides = get_side_pair(challenge)
    others = [pool.people[key] for key in sides.players if key != me.pk]
    return (
        find_own_obstacle(pool)
        or (SAME_PERSON if len(set(sides.players)) < challenge.places or not all(sides) else "")
        or find_absence_of_any(others)
        or find_limit_of_any(pool, [one for one in others if one.player in sides.second])
        or find_sides_range_obstacle(pool, sides)
    )


def find_absence_of_any(people: Iterable[PossibleOpponent]) -> str:
    """Return that one of these players has retired or sits out."""
    for one in people:
        if one.retired_on:
            return f"{one.name} retired on {format_day(one.retired_on)}."
        if one.sits_out_until:
            return f"{one.name} sits out until {format_day(one.sits_out_until)}."
    return ""


def find_limit_of_any(pool: OpponentPool, people: Iterable[PossibleOpponent]) -> str:
    """Return that one of these players has as many challenges as the ladder allows."""
    return next(filter(None, (find_limit_obstacle(pool, one, f"{one.name} has") for one in people)), "")


def is_open_between(pool: OpponentPool, sides: SidePair) -> bool:
    """Return whether a challenge between the same two sides is running."""
    wanted = {frozenset(side) for side in sides}
    return any({frozenset(side) for side in get_side_pair(one)} == wanted for one in pool.running if one.has_sides)


def find_sides_range_obstacle(pool: OpponentPool, sides: SidePair) -> str:
    """Return why the two sides stand too far apart, by the ladder's limit or a board's (W-9)."""
    return find_ladder_limit_of_sides(pool, sides) or find_board_limit_of_sides(pool, sides)


def find_ladder_limit_of_sides(pool: OpponentPool, sides: SidePair) -> str:
    """Return why the ladder's own limit does not let the two sides play each other."""
    ladder, limit = pool.terms.season.ladder, pool.terms.season.ladder.challenge_reach
    if not limit:
        return ""
    if ladder.challenge_measure == Ladder.Measure.PLACES:
        first, second = (average_places(pool, side) for side in sides)
        gap = abs(first - second)
        units = find_place_units(pool)[1]
        return f"The sides are {format_mean(gap)} {units} apart, limit {limit:,}." if gap > limit else ""
    means = [sum(one.points for one in list_side_ratings(pool, side)) / len(side) for side in sides]
    lead = round(abs(means[0] - means[1]), 9)  # a third of a sum is not exact
    system = pool.main.rating_system
    return f"The sides are {format_rating_gap(system, lead)} apart, limit {limit:,}." if lead > limit else ""


def find_board_limit_of_sides(pool: OpponentPool, sides: SidePair) -> str:
    """Return why a board's rating system does not let these players play each other (W-9)."""
    refused = find_board_refusal(pool, build_sides_match(pool, sides, WON))
    return refused.text(pool.name) if refused else ""


def find_sides_rank_obstacle(pool: OpponentPool, sides: SidePair) -> str:
    """Return that the other side stands below, where only sides above or level may be challenged."""
    ladder = pool.terms.season.ladder
    if not ladder.challenge_reach or ladder.challenge_measure != Ladder.Measure.PLACES:
        return ""
    first, second = (average_places(pool, side) for side in sides)
    return "The other side stands below yours. It may challenge you." if second > first else ""


def average_places(pool: OpponentPool, side: Sequence[int]) -> Fraction:
    """Return the mean of the places of a side's players; whoever has no rank counts as the place below the last."""
    return Fraction(sum(pool.place(player) for player in side), len(side))


def format_mean(number: Fraction) -> str:
    """Return a mean of places with a decimal only where it needs one, rounded up so that it never reads as less."""
    return f"{ceil(number * 10) / 10:,.1f}".removesuffix(".0")


def list_side_ratings(pool: OpponentPool, side: Sequence[int]) -> Sequence[Rating]:
    """Return the ratings of a side's players on the board that rates the match first."""
    return list_ratings_as_of(pool.main, side, pool.ratings, pool.day)


def find_sides_rematch_obstacle(pool: OpponentPool, sides: SidePair) -> str:
    """Return that the same two sides played each other too recently; with another partner it is another side."""
    limit = pool.terms.season.ladder.rematch_days
    at = load_last_sides_meeting(pool, sides, limit) if limit else None
    if not limit or at is None:
        return ""
    days = (timezone.localdate() - timezone.localdate(at)).days
    ago = {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")
    return f"These sides met {ago}, limit {format_count(limit, 'day')}." if days < limit else ""


def load_last_sides_meeting(pool: OpponentPool, sides: SidePair, days: int) -> datetime | None:
    """Return when these two sides last played each other on the ladder, if within so many days; two queries."""
    since = timezone.now() - timedelta(days=days + 1)
    played = Match.objects.filter(
        season__ladder=pool.terms.season.ladder_id, status=Match.Status.COUNTED, played_at__gte=since
    )
    for player in sides.players:
        played = played.filter(participants__player__in=select_with_merged([player]))
    rows = Participant.objects.filter(match__in=played.exclude(kind=WALKOVER.key).order_by().values("pk"), side__gt=0)
    met: dict[datetime, dict[int, dict[int, set[int]]]] = {}
    for row in load_counted_participants(rows.select_related("match").order_by("seat")):
        together = met.setdefault(row.match.played_at, {}).setdefault(row.match_id, {})
        together.setdefault(row.side, set()).add(row.player.pk)
    wanted = {frozenset(side) for side in sides}
    found = (at for at, some in met.items() for one in some.values() if {*map(frozenset, one.values())} == wanted)
    return max(found, default=None)


def build_sides_match(pool: OpponentPool, sides: SidePair, score: float) -> Result:
    """Return a match between the two sides now, with this score of the first."""
    results = [ParticipantResult(player, score, side=1) for player in sides.first]
    results += [ParticipantResult(player, 1 - score, side=2) for player in sides.second]
    kind = pool.terms.kind
    return kind.format.build(results, kind=kind, ended=timezone.localtime(), facts=pool.terms.facts)


def describe_sides_rules(pool: OpponentPool) -> str:
    """Return in two or three sentences which sides one may challenge, and how long there is to answer and to play."""
    ladder, limit = pool.terms.season.ladder, pool.terms.season.ladder.challenge_reach
    if not limit:
        whom = "any side"
    elif ladder.challenge_measure == Ladder.Measure.PLACES:
        whom = f"a side level with yours or up to {format_count(limit, *find_place_units(pool))} above it"
    else:
        whom = f"a side within {format_rating_gap(pool.main.rating_system, limit)} of yours"
    mean = " A side counts as the mean of its players." if limit else ""
    return f"You may challenge {whom}.{mean} {describe_challenge_times(pool)}"


def describe_sides_stake(pool: OpponentPool, sides: SidePair) -> str:
    """Return what either result is worth to the member, on the first board that would rate it; empty if nothing."""
    mine = sides.players.index(pool.me.player)
    won = WON if mine < len(sides.first) else LOST
    win, loss = format_sides_change(pool, sides, won, mine), format_sides_change(pool, sides, 1 - won, mine)
    nothing = format_change(pool.main.rating_system, 0.0)
    return f"A win is worth {win or nothing} to you, a loss {loss or nothing}." if win or loss else ""


def format_sides_change(pool: OpponentPool, sides: SidePair, score: float, seat: int) -> str:
    """Return what the player of a seat wins or loses if the first side has this score; empty if nothing changes."""
    if not pool.terms.boards:
        return ""
    board, result = pool.terms.boards[0], build_sides_match(pool, sides, score)
    before = list_ratings_as_of(board, result.players, pool.ratings, pool.day)
    after = board.rules.rate(result, before)
    worth = before[seat], after[seat]
    is_worth = find_match_worth(board.rating_system, *worth)
    return format_match_worth(board.rating_system, *worth) if is_worth else ""


def describe_sides_offer(pool: OpponentPool, challenge: Challenge) -> str:
    """Return what a challenge between sides is worth to a member who plays in it."""
    sides = get_side_pair(challenge)
    if not all(sides):
        return ""
    pool = pool.with_people(party.player.itself for party in challenge.parties.all())
    return describe_sides_stake(pool, sides) if pool.me.player in sides.players else ""
