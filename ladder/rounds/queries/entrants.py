"""What a round is made from: who is in, how strong they are, whom they met when, and who was left over."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone

from ladder.models import Fixture, Match, Participant, Round, RoundWish, Season
from ladder.pairings.queries.match_chances import (
    EVEN_CHANCE,
    ask_expected_score,
    find_chance_board,
    load_ratings_of_day,
)
from ladder.ratings import RATED
from ladder.rounds.pairing import Entrant
from players.people.queries import list_with_merged, resolve_player

REMEMBERED_WEEKS = 52


class RoundBasis(NamedTuple):
    """What a round is made from; `met` has the weeks since two last met."""

    entrants: list[Entrant]
    chance: Callable[[int, int], float]
    met: dict[frozenset[int], int]


def load_round_wishes(season: Season, day: date) -> dict[int, int]:
    """Return how often each player wants to play in a round that begins on a day; not those who are away; one query."""
    wishes = RoundWish.objects.filter(ladder=season.ladder, wanted__gt=0).select_related("player__merged_into")
    return {
        one.player.itself.pk: one.wanted
        for one in wishes
        if one.player.itself.retired_on is None
        and not (one.player.itself.sits_out_until and one.player.itself.sits_out_until > day)
    }


def load_round_basis(season: Season, day: date) -> RoundBasis:
    """Return what the round of a season is made from that begins on a day; some ten queries."""
    wishes = load_round_wishes(season, day)
    left_over = load_left_over(season)
    entrants = [Entrant(player, wanted, left_over.get(player)) for player, wanted in sorted(wishes.items())]
    players = list(wishes)
    return RoundBasis(entrants, build_chance(season, players, day), load_meetings(season, players, day))


def load_left_over(season: Season) -> dict[int, int]:
    """Return how many rounds ago players were left over, counted over those in which they took part; two queries."""
    left: dict[int, list[bool]] = {}
    rounds = Round.objects.filter(season__ladder=season.ladder).order_by("-starts_on", "-pk")[:REMEMBERED_WEEKS]
    keys = [one.pk for one in rounds]
    played = Fixture.objects.filter(round__in=keys).values_list("round", resolve_player("parties__player"))
    over = Round.left_over.through.objects.filter(round__in=keys).values_list("round", resolve_player("player"))
    took_part = dict.fromkeys(played, False) | dict.fromkeys(over, True)
    for number in keys:
        for (other, player), was_left in took_part.items():
            if other == number:
                left.setdefault(player, []).append(was_left)
    return {player: own.index(True) + 1 for player, own in left.items() if True in own}


def load_meetings(season: Season, players: list[int], day: date) -> dict[frozenset[int], int]:
    """Return how many weeks before a day each two of these players last played on the ladder, within a year.

    What they still have to play counts as played now; three queries.
    """
    own = list_with_merged(players)
    since = timezone.now() - timedelta(weeks=REMEMBERED_WEEKS)
    rated = {"match__season__ladder": season.ladder, "match__kind": RATED.key, "match__played_at__gte": since}
    seats = Participant.objects.filter(player__in=own, side=0, **rated).exclude(match__status=Match.Status.VOID)
    rows = seats.order_by().values("match", who=resolve_player("player")).annotate(at=Max("match__played_at"))
    together: dict[int, set[int]] = {}
    moments = {}
    for row in rows:
        together.setdefault(row["match"], set()).add(row["who"])
        moments[row["match"]] = row["at"]
    met: dict[frozenset[int], int] = {}
    for match, pair in together.items():
        if len(pair) == 2:
            weeks = max((day - timezone.localdate(moments[match])).days, 0) // 7
            met[frozenset(pair)] = min(weeks, met.get(frozenset(pair), weeks))
    running = Fixture.objects.filter(season=season, round__isnull=False, match=None, decide_at__gt=timezone.now())
    for one in running.prefetch_related("parties__player__merged_into"):
        met[frozenset(one.player_keys())] = 0
    return met


def build_chance(season: Season, players: Sequence[int], day: date) -> Callable[[int, int], float]:
    """Return a function that gives the expected score of the first of two, by the first board with chances."""
    board = find_chance_board(season)
    if board is None:
        return lambda one, other: EVEN_CHANCE
    ratings = load_ratings_of_day(board, players, day)

    def find_score(one: int, other: int) -> float:
        expected = ask_expected_score(board, (one, other), (ratings[one], ratings[other]), day)
        return EVEN_CHANCE if expected is None else expected

    return find_score
