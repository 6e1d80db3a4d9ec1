"""The opponents of a member as their page lists them, and what a match is worth to the member."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from statistics import fmean
from typing import NamedTuple

from django.utils import timezone

from ladder.challenges.queries.challenge_list import describe_running_challenge
from ladder.challenges.queries.eligibility import (
    PLAYER_WORDS,
    describe_free_use,
    find_obstacle,
    find_own_obstacle,
    format_decimal,
)
from ladder.challenges.queries.opponents import (
    OpponentPool,
    SideKeys,
    ignore_order,
    list_side_keys,
)
from ladder.formats import LOST, WON, join_side
from ladder.matches.queries.stakes import list_ratings_as_of
from ladder.models import Fixture, Match, Participant
from ladder.pages.figures import format_change, format_match_worth, format_points, format_start
from ladder.ratings import find_match_worth
from players.people.names import fold_player_name
from players.people.queries import resolve_player

NEAREST_SHOWN = 12  # places above and below that are shown besides those who may be challenged
MOST_ALL_SHOWN = 30  # players who are all shown


MOST_RECENT_MATCHES = 200  # of sides, among whose sides some are looked at
MOST_OWN_SIDES = 5
NEAREST_LOOKED_AT = 10  # above and as many below, where somebody is looked for to play against
UNMET_LOOKED_AT = 5  # the same, of those who were not met lately
DAYS_THAT_MATTER = 30  # days after which an earlier match no longer matters
MOST_SIDES_SHOWN = 10  # as opponents of one side


class ListedOpponent(NamedTuple):
    """A line of the list of opponents, a player or a side; without `can`, `words` say why not.

    `own` and `other` are the keys of the players of both sides; `worth` is what a win would bring the member, `free`
    says that a free challenge would be used.
    """

    own: SideKeys
    other: SideKeys
    rank: str
    players: list[tuple[int, str]]
    rating: str
    is_me: bool
    can: bool
    words: str
    worth: str
    free: str

    @property
    def name(self) -> str:
        return join_side([name for _, name in self.players])


class OpponentList(NamedTuple):
    """The lines that are shown, how many there are of players who can answer, and how many have no account."""

    lines: list[ListedOpponent]
    able: int
    without_account: int


def build_opponent_list(pool: OpponentPool, everybody: bool = False) -> OpponentList:
    """Return the opponents in order of rank, then those without a rank: the nearest, or all who can answer.

    The member who asks stands among the others where their rank is or would be.
    """
    me = pool.me.player
    people = sorted({me, *pool.people}, key=lambda one: order_by_place(pool, (one,)))
    people.sort(key=lambda one: one != me and not pool.is_ranked(one))
    barred = bool(find_own_obstacle(pool))
    lines = [build_opponent_entry(pool, ((me,), (key,)), barred) for key in people]
    able = [one for one in lines if one.words != PLAYER_WORDS.no_account]
    shown = able if everybody or len(able) <= MOST_ALL_SHOWN else pick_neighbours(able)
    return OpponentList(shown, len(able), len(lines) - len(able))


def build_side_list(pool: OpponentPool, own: SideKeys = ()) -> list[ListedOpponent]:
    """Return the nearest sides that played lately in order of place, for `own` or else for the last own side."""
    matches, barred = list_near_matches(pool, own), bool(find_own_obstacle(pool))
    matches = [sides for sides in matches if sides[0] == matches[0][0]]
    nearest = sorted(matches, key=lambda sides: pool.places_apart(*sides))[:MOST_SIDES_SHOWN]
    nearest.sort(key=lambda sides: order_by_place(pool, sides[1]))
    return [build_opponent_entry(pool, sides, barred) for sides in nearest]


def order_by_place(pool: OpponentPool, side: SideKeys) -> tuple[Fraction, list[str]]:
    """Return what sorts sides by their place, and by name where they are level."""
    return pool.average_places(side), [fold_player_name(pool.name(player)) for player in side]


def pick_neighbours(lines: list[ListedOpponent]) -> list[ListedOpponent]:
    """Return the lines around the member's own."""
    mine = next(number for number, one in enumerate(lines) if one.is_me)
    return lines[max(mine - NEAREST_SHOWN, 0) : mine + NEAREST_SHOWN + 1]


def build_opponent_entry(pool: OpponentPool, sides: tuple[SideKeys, SideKeys], barred: bool) -> ListedOpponent:
    """Return the line of a player or a side; `barred` means that the member may not challenge anybody."""
    own, other = sides
    is_me = other == own
    words = "" if is_me else describe_obstacle(pool, sides)
    can = not (is_me or words or barred)
    worth = format_own_change(pool, sides, won=True) if can else ""
    free = describe_free_use(pool, sides) if can else ""
    players = [(key, pool.name(key)) for key in other]
    rank, rating = describe_place(pool, other[0]) if len(other) == 1 else describe_mean_place(pool, other)
    return ListedOpponent(own, other, rank, players, rating, is_me, can, words, worth, free)


def describe_place(pool: OpponentPool, player: int) -> tuple[str, str]:
    """Return a player's rank and rating on the main board; before a first match the rating with which one starts."""
    if player in pool.rows:
        return pool.rows[player].rank_text or "–", pool.rows[player].rating
    return "–", format_start(pool.main.rating_system)


def describe_mean_place(pool: OpponentPool, side: SideKeys) -> tuple[str, str]:
    """Return the means of the places and of the ratings of a side."""
    ratings = list_ratings_as_of(pool.main, side, pool.ratings, pool.day)
    mean = sum(one.points for one in ratings) / len(side)
    return format_decimal(pool.average_places(side)), format_points(pool.main.rating_system, mean)


def describe_obstacle(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return why the member may not challenge the other side; of a running challenge with a player, how it stands."""
    running = pool.between.get(ignore_order(sides))
    if running and not running.has_sides:
        return describe_running_challenge(running, pool.me.player)
    return find_obstacle(pool, sides)


def list_near_matches(pool: OpponentPool, own: SideKeys = ()) -> list[tuple[SideKeys, SideKeys]]:
    """Return matches that the member could play, with the member named first, against those nearest in rating.

    The others are players with a rank; between sides they are sides that have played lately, against `own` or else the
    member's own last sides. One query for those. The pool needs no people.
    """
    me = pool.me.player
    mine: list[SideKeys] = [own or (me,)]
    if not pool.terms.kind.format.has_sides:
        others: list[SideKeys] = [(key,) for key, row in pool.rows.items() if row.is_ranked and key != me]
    else:
        sides = [side for side in load_recent_sides(pool) if all(pool.is_ranked(key) for key in side if key != me)]
        mine = mine if own else [(me, *(key for key in side if key != me)) for side in sides if me in side]
        others = [side for side in sides if me not in side]
    return [(first, second) for first in mine[:MOST_OWN_SIDES] for second in pick_nearest_sides(pool, first, others)]


def pick_nearest_sides(pool: OpponentPool, own: SideKeys, others: Iterable[SideKeys]) -> list[SideKeys]:
    """Return the sides nearest to one's own in mean rating: ten above or level, and ten below.

    Five of each that were not met lately are among them, even if others are nearer. Nobody in them is away.
    """
    points, present = average_points(pool, own), [side for side in others if is_possible_side(pool, own, side)]
    gaps = sorted(((average_points(pool, side) - points, side) for side in present), key=lambda one: abs(one[0]))
    found: dict[SideKeys, None] = {}
    for is_above in (True, False):
        nearest = [side for gap, side in gaps if (gap >= 0) == is_above]
        unmet = (side for side in nearest if not was_met_lately(pool, (own, side)))
        found |= dict.fromkeys([*nearest[:NEAREST_LOOKED_AT], *islice(unmet, UNMET_LOOKED_AT)])
    return list(found)


def average_points(pool: OpponentPool, side: SideKeys) -> float:
    """Return the mean rating of a side's players, as the standings have it; without those who are not there."""
    return fmean([row.points for row in map(pool.rows.get, side) if row] or [pool.main.rating_system.initial().points])


def is_possible_side(pool: OpponentPool, own: SideKeys, side: SideKeys) -> bool:
    """Return whether nobody of a side is away or plays on the own side."""
    return not any(key in own or is_away(pool, key) for key in side)


def is_away(pool: OpponentPool, player: int) -> bool:
    """Return whether a player in the standings has retired, sits out, or is not here where they have to be."""
    standing = pool.rows[player].standing
    return pool.lacks(player) or bool(
        standing.retired_on or (standing.sits_out_until and standing.sits_out_until > timezone.localdate())
    )


def was_met_lately(pool: OpponentPool, sides: Sequence[SideKeys]) -> bool:
    """Return whether two sides have played each other so recently that it matters."""
    days = count_days_since_meeting(pool, sides)
    return days is not None and days < max(DAYS_THAT_MATTER, pool.terms.season.ladder.rematch_days or 0)


def count_days_since_meeting(pool: OpponentPool, sides: Sequence[SideKeys]) -> int | None:
    """Return how many days ago two sides last played each other; None if they have not met."""
    at = pool.met.get(ignore_order(sides))
    return (timezone.localdate() - timezone.localdate(at)).days if at else None


def load_recent_sides(pool: OpponentPool) -> list[SideKeys]:
    """Return the sides of the newest matches of sides in the season, the one that played last first; one query."""
    played = Match.objects.filter(season=pool.terms.season, kind=pool.terms.kind.key, status=Match.Status.COUNTED)
    newest = played.order_by("-played_at", "-sequence").values("pk")[:MOST_RECENT_MATCHES]
    rows = Participant.objects.filter(match__in=newest).order_by("-match__played_at", "-match__sequence", "seat")
    found: dict[tuple[int, int], list[int]] = {}
    for match, side, player in rows.values_list("match", "side", resolve_player("player")):
        found.setdefault((match, side), []).append(player)
    return list(dict.fromkeys(tuple(sorted(players)) for players in found.values()))


def format_own_change(pool: OpponentPool, sides: Sequence[SideKeys], *, won: bool) -> str:
    """Return what the member gains or loses if their side wins, or the other one; empty where nothing changes.

    It is the change on the first board that would rate the match.
    """
    for board in pool.terms.boards[:1]:
        result = pool.build_match(sides, WON if won == (pool.me.player in sides[0]) else LOST)
        mine = result.players.index(pool.me.player)
        before = list_ratings_as_of(board, result.players, pool.ratings, pool.day)
        after = board.rules.rate(result, before)
        worth = before[mine], after[mine]
        is_worth = find_match_worth(board.rating_system, *worth)
        return format_match_worth(board.rating_system, *worth) if is_worth else ""
    return ""


def describe_own_stake(pool: OpponentPool, sides: Sequence[SideKeys]) -> str:
    """Return what either result is worth to the member; empty if nothing."""
    won, lost = (format_own_change(pool, sides, won=won) for won in (True, False))
    nothing, to_you = format_change(pool.main.rating_system, 0.0), " to you" if pool.terms.kind.format.has_sides else ""
    return f"A win is worth {won or nothing}{to_you}, a loss {lost or nothing}." if won or lost else ""


def describe_offer(pool: OpponentPool, challenge: Fixture) -> str:
    """Return what is at stake in a challenge to the member, after a player's rating; nothing of a battle."""
    if challenge.is_battle or not challenge.names_everybody_once:
        return ""
    sides = list_side_keys(challenge)
    stake = describe_own_stake(pool.with_people(one for side in challenge.sides for one in side), sides)
    if challenge.has_sides:
        return stake
    rating = f"{pool.main.rating_system.about.rating_label} {describe_place(pool, sides[0][0])[1]}."
    return f"{rating} {stake}".rstrip()
