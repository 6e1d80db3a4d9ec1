"""Everybody on a ladder as a member sees them who wants to challenge one, and what the match would be to."""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Max, Q
from django.utils import timezone

from ladder.challenges.queries.running import (
    build_running_filter,
    collect_player_keys,
    list_joined_players,
    select_challenges,
)
from ladder.ledger.ranking import find_standings_day
from ladder.matches.queries.opponents import load_last_facts
from ladder.matches.queries.stakes import RatingTable, find_rating_boards
from ladder.models import Board, Challenge, Match, Participant, Season, Standing
from ladder.ratings import UNRATED, WALKOVER, Fact, Facts, Kind, build_duel, load_kinds
from ladder.standings.queries.rows import StandingsRow
from ladder.standings.queries.table import load_standings
from players.models import Player
from players.people.queries import resolve_player, select_with_merged

CHALLENGE_SHAPES = ("duel", "battle")


class Opponent(NamedTuple):
    """Somebody who may be challenged."""

    player: int
    name: str
    has_account: bool
    retired_on: date | None
    sits_out_until: date | None


class ChallengeTerms(NamedTuple):
    """What a challenge would be to: the kind of match, its facts, and the boards that would count it."""

    season: Season
    kind: Kind
    facts: Facts
    boards: Sequence[Board]


class OpponentPool(NamedTuple):
    """Everybody around a member; `met` is when they last played each other, `busy` how many challenges each has."""

    terms: ChallengeTerms
    me: Opponent
    people: dict[int, Opponent]
    rows: dict[int, StandingsRow]
    ratings: RatingTable
    met: dict[int, datetime]
    running: list[Challenge]
    busy: Counter[int]
    day: date
    ranks: Sequence[int]  # of those who have one, the first first

    def place(self, player: int) -> int:
        """Return a player's rank, or the one that they would have; whoever has not played yet stands below the last."""
        if player in self.rows:
            return self.rows[player].rank
        return len(self.ranks) + 1

    def places_apart(self, one: int, other: int) -> int:
        """Return how many places lie between two players: those who share a rank all stand at the nearest of them."""
        first, second = sorted((self.place(one), self.place(other)))
        return second - bisect(self.ranks, first) if first < second else 0

    def name(self, player: int) -> str:
        """Return what a player is called."""
        return self.people[player].name if player in self.people else self.me.name

    def between(self, player: int) -> Challenge | None:
        """Return the challenge that runs between the member and this player, if there is one of two."""
        pair = {self.me.player, player}
        return next((one for one in self.running if one.places == 2 and collect_player_keys(one) == pair), None)


def load_opponent_pool(terms: ChallengeTerms, me: Player) -> OpponentPool:
    """Return everybody who stands on the season's main board or has an account; ten queries."""
    season = terms.season
    main = next(iter(season.boards.all()))
    main.season = season
    shown = load_standings(main)
    rows, ranks = {row.player: row for row in shown.rows}, [row.rank for row in shown.ranked]
    ongoing = list(select_challenges(season).filter(build_running_filter()))
    people = load_possible_opponents(season)
    mine = people.get(me.pk) or build_opponent(me.pk, me.name, True, me.retired_on, me.sits_out_until)
    standings = Standing.objects.filter(board__season=season)
    ratings = {(one.board_id, one.player_id): one.rating for one in standings}
    met, busy, day = load_last_meetings(season, me), count_running_challenges(ongoing), find_standings_day(season)
    return OpponentPool(terms, mine, people, rows, ratings, met, ongoing, busy, day, ranks)


def load_possible_opponents(season: Season) -> dict[int, Opponent]:
    """Return everybody who stands in the season, and everybody with an account who plays."""
    plays = Q(user__is_active=True, retired_on=None)
    found = Player.objects.filter(Q(standings__board__season=season) | plays, merged_into=None).distinct().order_by()
    fields = ("pk", "name", "user__is_active", "retired_on", "sits_out_until")
    return {row[0]: build_opponent(*row) for row in found.values_list(*fields)}


def build_opponent(player: int, name: str, active: bool | None, retired: date | None, out: date | None) -> Opponent:
    return Opponent(player, name, bool(active), retired, out if out and out > timezone.localdate() else None)


def load_last_meetings(season: Season, me: Player) -> dict[int, datetime]:
    """Return when the member last played each other player on this ladder."""
    counted = Match.objects.filter(season__ladder=season.ladder_id, status=Match.Status.COUNTED)
    mine = counted.filter(participants__player__in=select_with_merged([me.pk])).exclude(kind=WALKOVER.key)
    rows = Participant.objects.filter(match__in=mine).order_by().values(who=resolve_player("player"))
    return dict(rows.annotate(at=Max("match__played_at")).values_list("who", "at"))


def count_running_challenges(ongoing: Sequence[Challenge]) -> Counter[int]:
    """Return how many running challenges each player made or accepted."""
    return Counter(player.pk for one in ongoing for player in list_joined_players(one))


def list_challenge_kinds(season: Season) -> list[Kind]:
    """Return the kinds that one may challenge to, those that count first: what the boards know, but not unrated."""
    systems = [board.rating_system for board in season.boards.all()]
    counting = [kind for system in systems for kind in system.kinds]
    spared = [kind for system in systems for kind in system.uncounted if kind != UNRATED]
    return [kind for kind in dict.fromkeys([*counting, *spared]) if kind.shape in CHALLENGE_SHAPES]


def list_challenge_facts(season: Season, kind: Kind) -> list[Fact]:
    """Return the facts that a challenge of this kind agrees on: the length, where a board asks for one."""
    systems = [board.rating_system for board in season.boards.all() if kind in board.rating_system.kinds]
    return list({fact.name: fact for system in systems for fact in system.facts if fact.usual}.values())


def fill_in_facts(season: Season, player: Player, kind: Kind, chosen: Facts) -> Facts:
    """Return what a match of this kind would be to: as chosen, else what this player played last, or the usual."""
    asked = list_challenge_facts(season, kind)
    last = load_last_facts(season, player) if asked else {}
    found = {fact.name: chosen.get(fact.name, last.get(fact.name, fact.default)) for fact in asked}
    return {name: value for name, value in found.items() if value is not None}


def load_pool_for_kind(season: Season, player: Player, kind: str = "", facts: Facts | None = None) -> OpponentPool:
    """Return everybody around this player for challenges of that kind, without one of the first, to these facts.

    Raises: ValidationError, "This season has no challenges of this kind."
    """
    known = list_challenge_kinds(season)
    chosen = next((one for one in known if one.key == kind or not kind), None)
    if chosen is None:
        raise ValidationError("This season has no challenges of this kind.")
    return load_opponent_pool(
        build_challenge_terms(season, chosen, fill_in_facts(season, player, chosen, facts or {})), player
    )


def apply_challenge_terms(seen: OpponentPool, challenge: Challenge) -> OpponentPool:
    """Return the same people on the terms of a challenge."""
    terms = build_challenge_terms(seen.terms.season, load_kinds()[challenge.kind], challenge.facts)
    return seen._replace(terms=terms)


def build_challenge_terms(season: Season, kind: Kind, facts: Facts) -> ChallengeTerms:
    """Return the terms of a challenge of this kind to these facts."""
    boards = find_rating_boards(season, build_duel("a", "b", ended=timezone.localtime(), kind=kind, facts=facts))
    return ChallengeTerms(season, kind, facts, boards)


def reload_season(season: Season) -> Season:
    """Return the season as it is under the lock, with its ladder and boards."""
    return Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)
