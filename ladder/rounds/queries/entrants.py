"""What a round is made from: who is in, how strong they are, whom they met when, and who was left over."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import combinations, product
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.formats import TEAM
from ladder.models import Fixture, Ladder, Match, Participant, Round, Season
from ladder.pairings.queries.match_chances import (
    EVEN_CHANCE,
    ask_expected_score,
    find_chance_board,
    load_ratings_of_day,
)
from ladder.ratings import RATED, PairSystem
from ladder.rounds.fours import FoursRules, plan_fours
from ladder.rounds.pairing import Entrant, RoundPair, plan_round
from ladder.rounds.queries.wishes import has_fixed_pairs, load_entrants, plays_in_fours
from players.people.queries import list_with_merged, resolve_player

REMEMBERED_WEEKS = 52
ROUND_KINDS = (RATED.key, TEAM.key)
TOO_FEW_ENTRANTS = "Two players at least have to be in for a round."
TOO_FEW_PAIRS = "Two pairs at least have to be in for a round."
TOO_FEW_FOR_FOURS = "Four players at least have to be in for a round of doubles."


Side = tuple[int, ...]
"""The keys of the players of a side."""
Sides = tuple[Side, Side]
Meetings = Mapping[frozenset[int], int]
"""How many weeks ago two last met, or played together."""


class PlannedMatch(NamedTuple):
    """A match of a round, and why these play: "51%, not met for 7 weeks"."""

    sides: Sides
    why: str


class PlannedMatches(NamedTuple):
    """The matches of a round, and who is left over."""

    matches: list[PlannedMatch]
    left_over: tuple[int, ...]


def plan_matches(season: Season, day: date, seed: str) -> PlannedMatches:
    """Return who plays whom in the round of a season that begins on a day.

    Where it plays doubles alone they play in fours with changing partners, or as pairs that stay together.
    Raises: ValidationError, "Two players at least have to be in for a round.", "Two pairs ..." or "Four players ...";
    RoundError.
    """
    wanted = {tuple(one.pk for one in side): count for side, count in load_entrants(season, day).items()}
    in_pairs = has_fixed_pairs(season)
    is_for_fours = not in_pairs and plays_in_fours(season)
    if len(wanted) < (4 if is_for_fours else 2):
        raise ValidationError(TOO_FEW_FOR_FOURS if is_for_fours else TOO_FEW_PAIRS if in_pairs else TOO_FEW_ENTRANTS)
    players = sorted(player for side in wanted for player in side)
    entrants, chance = list_entrants(season, wanted), build_chance(season, players, day)
    met, partnered = load_meetings(season, players, day)
    if is_for_fours:
        alone = [one._replace(key=one.key[0]) for one in entrants]
        fours = plan_fours(alone, FoursRules(chance, partnered, met), seed=seed)
        return PlannedMatches([PlannedMatch(one[:2], f"{one.percent}%") for one in fours.fours], fours.left_over)
    planned = plan_round(entrants, chance, met=find_side_meetings([*wanted], met), seed=seed)
    matches = [PlannedMatch((pair.first, pair.second), describe_pair(pair)) for pair in planned.pairs]
    return PlannedMatches(matches, tuple(player for side in planned.left_over for player in side))


def list_entrants(season: Season, wanted: Mapping[Side, int]) -> list[Entrant]:
    """Return the sides as a round takes them; a pair was left over when either of the two was; three queries."""
    left_over = load_left_over(season)
    return [
        Entrant(side, count, min((left_over[one] for one in side if one in left_over), default=None))
        for side, count in sorted(wanted.items())
    ]


def find_side_meetings(sides: Sequence[Side], met: Meetings) -> dict[frozenset[Side], int]:
    """Return how many weeks ago two sides last met, that is any of the one and any of the other."""
    found = {}
    for one, other in combinations(sides, 2):
        weeks = [met[pair] for pair in map(frozenset, product(one, other)) if pair in met]
        if weeks:
            found[frozenset((one, other))] = min(weeks)
    return found


def describe_pair(pair: RoundPair) -> str:
    """Return why two play each other: "51%, not met for 7 weeks"."""
    if pair.weeks is None:
        return f"{pair.percent}%, never met"
    if pair.weeks == 1:
        return f"{pair.percent}%, not met for a week"
    return f"{pair.percent}%, not met for {pair.weeks} weeks" if pair.weeks else f"{pair.percent}%, met this week"


def load_left_over(season: Season) -> dict[int, int]:
    """Return how many rounds ago players were left over, counted over those in which they took part; three queries."""
    left: dict[int, list[bool]] = {}
    for took_part in load_latest_rounds(season.ladder, REMEMBERED_WEEKS):
        for player, was_left in took_part.items():
            left.setdefault(player, []).append(was_left)
    return {player: own.index(True) + 1 for player, own in left.items() if True in own}


def load_latest_rounds(ladder: Ladder, count: int) -> list[dict[int, bool]]:
    """Return who took part in each of the latest rounds, the newest first, and whether they were left over.

    Three queries.
    """
    rounds = Round.objects.filter(season__ladder=ladder).order_by("-starts_on", "-pk")
    took_part: dict[int, dict[int, bool]] = {key: {} for key in rounds.values_list("pk", flat=True)[:count]}
    played = Fixture.objects.filter(round__in=took_part).values_list("round", resolve_player("parties__player"))
    over = Round.left_over.through.objects.filter(round__in=took_part).values_list("round", resolve_player("player"))
    for was_left, rows in ((False, played), (True, over)):
        for number, player in rows:
            took_part[number][player] = was_left
    return list(took_part.values())


def load_meetings(
    season: Season, players: list[int], day: date, *, weeks: int = REMEMBERED_WEEKS, until: datetime | None = None
) -> tuple[Meetings, Meetings]:
    """Return how many weeks before a day each two last played against one another, and together, within so many weeks.

    What they played before a moment counts, or without one also what they still have to play in a round, as if it was
    played now; three queries.
    """
    seats: dict[int, list[tuple[int, int, datetime]]] = {}
    since = timezone.now() - timedelta(weeks=weeks)
    rated = {"match__season__ladder": season.ladder, "match__kind__in": ROUND_KINDS, "match__played_at__gte": since}
    found = Participant.objects.filter(player__in=list_with_merged(players), **rated)
    columns = ("match", "side", "seat", "match__played_at")
    for match, side, seat, at, player in (
        found.exclude(match__status=Match.Status.VOID).order_by().values_list(*columns, resolve_player("player"))
    ):
        seats.setdefault(match, []).append((side or -seat - 1, player, at))
    met: dict[frozenset[int], int] = {}
    partnered: dict[frozenset[int], int] = {}
    for mine in seats.values():
        for (side, one, at), (other_side, other, _) in combinations(mine, 2):
            if until is None or at < until:
                ago = max((day - timezone.localdate(at)).days, 0) // 7
                keep_latest_meeting(partnered if side == other_side else met, one, other, ago)
    if until is not None:
        return met, partnered
    running = Fixture.objects.filter(season=season, round__isnull=False, match=None, decide_at__gt=timezone.now())
    for fixture in running.prefetch_related("parties__player__merged_into"):
        first, second = ([player.pk for player in side] for side in fixture.sides)
        for one, other in product(first, second):
            keep_latest_meeting(met, one, other, 0)
        for side in (first, second):
            for one, other in combinations(side, 2):
                keep_latest_meeting(partnered, one, other, 0)
    return met, partnered


def keep_latest_meeting(known: dict[frozenset[int], int], one: int, other: int, weeks: int) -> None:
    """Keep the least number of weeks since two have met."""
    both = frozenset((one, other))
    known[both] = min(weeks, known.get(both, weeks))


def build_chance(season: Season, players: Sequence[int], day: date) -> Callable[[Side, Side], float]:
    """Return a function that gives the expected score of the first of two sides, by the first board with chances.

    A side counts as one player with the mean of its ratings (S-1).
    """
    board = find_chance_board(season)
    if board is None:
        return lambda one, other: EVEN_CHANCE
    system, ratings = board.rating_system, load_ratings_of_day(board, players, day)

    def find_score(one: Side, other: Side) -> float:
        sides = [[ratings[player] for player in side] for side in (one, other)]
        before = [system.combine(side) if isinstance(system, PairSystem) else side[0] for side in sides]
        expected = ask_expected_score(board, (1, 2), before, day)
        return EVEN_CHANCE if expected is None else expected

    return find_score
