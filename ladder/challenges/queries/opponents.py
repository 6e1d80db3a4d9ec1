"""Everybody on a ladder as a member sees them who wants to challenge one, and the terms of a challenge."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Max, Q
from django.utils import timezone

from ladder.challenges.queries.running import build_running_filter, select_own_fixtures
from ladder.challenges.queries.who_is_here import count_places_among, find_night_end, load_who_is_here
from ladder.formats import HANDICAP, WON, ParticipantResult, get_handicap
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.tables import start_of_day
from ladder.matches.queries.limits import list_rated_kinds
from ladder.matches.queries.opponents import load_last_facts
from ladder.matches.queries.stakes import RatingTable, find_rating_boards
from ladder.models import Board, Fixture, Ladder, Match, Opening, Origin, Participant, Season, Standing, State
from ladder.models.fixture import USED_STATES
from ladder.ratings import (
    UNRATED,
    WALKOVER,
    Exit,
    Fact,
    Facts,
    Kind,
    Rating,
    Result,
    TableSystem,
    build_battle,
    build_duel,
    load_kinds,
)
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.rows import LazyRows, StandingsRow
from ladder.standings.queries.table import load_standings
from players.models import Player
from players.people.queries import resolve_player

SideKeys = tuple[int, ...]
"""The keys of the players of one side."""
Meeting = frozenset[frozenset[int]]
"""Who met whom: the sides of a match, whatever their order."""


class PossibleOpponent(NamedTuple):
    """A player who may be challenged; `sits_out_until` is None where that day is over."""

    player: int
    name: str
    has_account: bool
    retired_on: date | None
    sits_out_until: date | None


class ChallengeTerms(NamedTuple):
    """What a challenge is about: the kind of match, its facts such as the length, and the boards that would rate it.

    A handicap above 0 is for the side that challenges.
    """

    season: Season
    kind: Kind
    facts: Facts
    boards: Sequence[Board]


class OpponentPool(NamedTuple):
    """A member who wants to challenge, and everything about the others that decides whether they may.

    `people` and `rows` (of the main board) are by player, `met` (when the member last played) and `between` (running
    challenges) by who meets whom. `busy` counts the running challenges that each player made or accepted, `due`
    those to be played, and a game on a court. Where a rule asks for them, `used` are the member's own challenges that
    came to something or still may, and `latest` who met whom in the member's last rated matches, the newest first;
    `is_newcomer` is whether the member has the free challenges of newcomers, and `played` has who played so lately that
    nobody may challenge them. `here` are those at the club night that runs, where only they count: then the ranks of
    `rows` and `ranks` are those among them. `night_ends_at` is when that night ends, where a rule asks for it.
    """

    terms: ChallengeTerms
    me: PossibleOpponent
    people: dict[int, PossibleOpponent]
    rows: dict[int, StandingsRow]
    ratings: RatingTable
    met: dict[Meeting, datetime]
    running: list[Fixture]
    between: dict[Meeting, Fixture]
    busy: Counter[int]
    due: Counter[int]
    day: date
    ranks: Sequence[int]  # of those who have one, in order
    ranked: int  # how many have one; for a share of them also where not all rows are read
    used: list[Fixture]
    latest: list[Meeting]
    is_newcomer: bool
    played: Mapping[int, datetime]
    here: frozenset[int] | None
    night_ends_at: datetime | None

    @property
    def main(self) -> Board:
        """The board whose standings decide who is in range: the main one, between sides the first that rates them."""
        return choose_main_board(self.terms)

    def place(self, player: int) -> int:
        """Return a player's rank; without one, the rank below the last."""
        if player in self.rows:
            return self.rows[player].rank
        return len(self.ranks) + 1

    def average_places(self, side: SideKeys) -> Fraction:
        """Return the mean of the places of a side's players."""
        return Fraction(sum(map(self.place, side)), len(side))

    def lacks(self, player: int) -> bool:
        """Return whether a player is not here, where only those who are count."""
        return self.here is not None and player not in self.here

    def is_ranked(self, player: int) -> bool:
        return player in self.rows and self.rows[player].is_ranked

    def places_apart(self, one: SideKeys, other: SideKeys) -> Fraction:
        """Return how many places lie between two sides; whoever shares a rank with others counts as the nearest."""
        upper, lower = sorted((one, other), key=self.average_places)
        places = [self.place(player) for player in upper]
        shared = sum(max(self.ranks.count(place) - places.count(place), 0) for place in places)
        apart = self.average_places(lower) - self.average_places(upper) - Fraction(shared, len(upper))
        return max(apart, Fraction(0))

    def name(self, player: int) -> str:
        """Return a player's name."""
        return self.people[player].name if player in self.people else self.me.name

    def with_people(self, players: Iterable[Player]) -> "OpponentPool":
        """Return the same pool, in which these players are among the people even if they could not be challenged."""
        others = {
            one.pk: build_opponent(one.pk, one.name, False, one.retired_on, one.sits_out_until) for one in players
        }
        return self._replace(people=others | self.people)

    def build_match(self, sides: Sequence[SideKeys], score: float = WON) -> Result:
        """Return a match of these sides on the terms of the pool, now, with this score of the first."""
        return build_agreed_match(self.terms.kind, self.terms.facts, sides, score)


def build_agreed_match(kind: Kind, facts: Facts, sides: Sequence[SideKeys], score: float = WON) -> Result:
    """Return a match of these sides now with this score of the first; in a battle all others are killed.

    Raises: RatingError.
    """
    now, players = timezone.localtime(), [player for side in sides for player in side]
    if kind.format.has_sides:
        ends = zip(((1, score), (2, 1 - score)), sides, strict=True)
        results = [ParticipantResult(player, end, side=number) for (number, end), side in ends for player in side]
        return kind.format.build(results, kind=kind, ended=now, facts=facts)
    if len(players) == 2:
        return build_duel(players[0], players[1], score, ended=now, kind=kind, facts=facts)
    exits = [Exit("standing"), *(Exit("dead", 1) for _ in players[1:])]
    return build_battle(players, exits, ended=now, kind=kind, facts=facts)


def ignore_order(sides: Iterable[Iterable[int]]) -> Meeting:
    """Return who meets whom, without which side is the first."""
    return frozenset(map(frozenset, sides))


def list_side_keys(challenge: Fixture) -> tuple[SideKeys, ...]:
    """Return the keys of the players of each side of a challenge, that of the challenger first."""
    return tuple(tuple(player.pk for player in side) for side in challenge.sides)


def load_opponent_pool(terms: ChallengeTerms, me: Player) -> OpponentPool:
    """Return the pool of a member who wants to challenge on these terms; ten queries."""
    return add_people(load_standing_pool(terms, me))


def load_standing_pool(terms: ChallengeTerms, me: Player, around: int | None = None) -> OpponentPool:
    """Return the same without the people and their ratings: places, meetings and running challenges; eight queries.

    Rules of the ladder ask up to five more: who is here and until when, other matches before a rematch, newcomers, and
    who has just played.

    With `around`, the places of a board with very many players are only so many above and below the member's own.
    """
    season = terms.season
    main = choose_main_board(terms)
    main.season = season
    everybody = load_standings(main).rows if around is None else load_shown_standings(main).rows
    placed, here = pick_rows_around(everybody, me, around or 0), None
    if season.ladder.challenge_among == Ladder.Among.HERE:
        here = load_who_is_here(season.ladder)
        placed = count_places_among(placed, here)
    rows = {row.player: row for row in placed}
    ranks = [row.rank for row in placed if row.is_ranked and (here is None or row.player in here)]
    own = me.own_keys
    shown = select_own_fixtures(season, own, Origin.NIGHT)
    found = list(shown.filter(build_running_filter() | build_used_filter(season.ladder, own)))
    running = [one for one in found if one.state in (State.OPEN, State.ACCEPTED)]
    used = [one for one in found if one.by.itself == me and one.state in USED_STATES and one.is_challenge]
    myself = build_opponent(me.pk, me.name, True, me.retired_on, me.sits_out_until)
    alike = [one for one in running if one.has_sides == terms.kind.format.has_sides and not one.is_battle]
    between = {ignore_order(list_side_keys(one)): one for one in alike}
    met, day = load_last_meetings(season, own, terms.kind), find_standings_day(season)
    asked, games = [one for one in running if one.is_asked], [one for one in running if one.court_id]
    due = Counter(key for one in (*asked, *games) if one.status == State.ACCEPTED for key in one.player_keys())
    busy = Counter(player.pk for challenge in asked for player in challenge.joined_players())
    counts_all = isinstance(everybody, LazyRows) and season.ladder.challenge_measure == Ladder.Measure.SHARE
    ranked = len(everybody) if counts_all and here is None else len(ranks)
    latest = load_latest_meetings(season, own)
    is_newcomer = is_still_newcomer(main, own, len(latest))
    counts = (running, between, busy, due, day, ranks, ranked, used, latest, is_newcomer)
    night = here, find_night_end(season.ladder)
    return OpponentPool(terms, myself, {}, rows, {}, met, *counts, load_recent_players(main), *night)


def is_still_newcomer(main: Board, own: Sequence[int], matches: int) -> bool:
    """Return whether a member with these keys has played fewer matches than newcomers have free challenges.

    Whoever began the season on a rung is none; one query where that is asked, else none.
    """
    ladder = main.season.ladder
    if ladder.free_for != Ladder.FreeFor.NEWCOMERS or matches >= ladder.free_challenges:
        return False
    is_placed = isinstance(main.rating_system, TableSystem)
    return not (is_placed and Opening.objects.filter(board=main, player__in=own).exists())


def build_used_filter(ladder: Ladder, own: Sequence[int]) -> Q:
    """Return the filter for the challenges of these keys of a member that a rule of the ladder counts; none without."""
    counted = Q(is_free=True) if ladder.free_challenges else Q(pk__in=())
    if ladder.period_challenges and ladder.period_days:
        counted |= Q(made_at__gt=timezone.now() - timedelta(ladder.period_days))
    return Q(by__in=own, status__in=(State.OPEN, State.ACCEPTED)) & counted


def load_latest_meetings(season: Season, own: Sequence[int]) -> list[Meeting]:
    """Return who met whom in the last rated matches of a member with these keys, newest first, as far as a rule asks.

    One query, and none where no rule does.
    """
    ladder = season.ladder
    newcomer = ladder.free_challenges if ladder.free_for == Ladder.FreeFor.NEWCOMERS else 0
    most = max(ladder.rematch_matches or 0, newcomer)
    if not most:
        return []
    kinds = [kind.key for kind in list_rated_kinds(season)]
    counted = {"match__season__ladder": ladder, "match__status": Match.Status.COUNTED, "match__kind__in": kinds}
    mine = Participant.objects.filter(player__in=own, **counted)
    newest = mine.order_by("-match__played_at", "-match__sequence").values("match")[:most]
    rows = Participant.objects.filter(match__in=newest).order_by("-match__played_at", "-match__sequence", "seat")
    found: dict[int, dict[int, set[int]]] = {}
    for match, side, seat, player in rows.values_list("match", "side", "seat", resolve_player("player")):
        found.setdefault(match, {}).setdefault(side or -seat, set()).add(player)
    return [ignore_order(sides.values()) for sides in found.values()]


def load_recent_players(main: Board) -> dict[int, datetime]:
    """Return when players last played on a board, of those who may not be challenged after that; walkovers don't count.

    One query, and none where everybody may.
    """
    days = main.season.ladder.exempt_days
    if not days:
        return {}
    kinds = [kind.key for kind in main.rating_system.kinds]
    counted = {"match__season": main.season, "match__status": Match.Status.COUNTED, "match__kind__in": kinds}
    since = start_of_day(timezone.localdate() - timedelta(days - 1))
    found = Participant.objects.filter(match__played_at__gte=since, **counted).order_by()
    latest = found.values(who=resolve_player("player")).annotate(at=Max("match__played_at"))
    return dict(latest.values_list("who", "at"))


def pick_rows_around(rows: Sequence[StandingsRow], me: Player, count: int) -> Sequence[StandingsRow]:
    """Return the rows of a board, of a long one so many above and below the player; none without a rank there."""
    if not isinstance(rows, LazyRows):
        return rows
    mine = rows.find_index(me.pk)
    return [] if mine is None else rows[max(mine - count, 0) : mine + count + 1]


def add_people(pool: OpponentPool, players: Collection[int] | None = None) -> OpponentPool:
    """Return the pool with everybody who may be challenged and their ratings, or only with these; two queries."""
    season = pool.terms.season
    people = load_possible_opponents(season, players)
    standings = Standing.objects.filter(board__season=season).order_by()
    standings = standings if players is None else standings.filter(player__in=players)
    rows = standings.values_list("board", "player", *Rating._fields)
    ratings = {(board, player): Rating(*state) for board, player, *state in rows}
    return pool._replace(me=people.get(pool.me.player, pool.me), people=people, ratings=ratings)


def choose_main_board(terms: ChallengeTerms) -> Board:
    """Return the season's main board; for a challenge between sides the first that rates it."""
    rating = terms.boards if terms.kind.format.has_sides else ()
    return next(iter([*rating, *terms.season.boards.all()]))


def load_possible_opponents(season: Season, players: Collection[int] | None = None) -> dict[int, PossibleOpponent]:
    """Return, by player, everybody in the standings of the season, and everybody with an account who plays.

    With `players`, return only these.
    """
    plays = Q(user__is_active=True, retired_on=None)
    stands = Q(standings__board__season=season)
    wanted = (stands | plays) if players is None else Q(pk__in=players)
    people = Player.objects.filter(wanted, merged_into=None).distinct().order_by()
    fields = ("pk", "name", "user__is_active", "retired_on", "sits_out_until")
    return {row[0]: build_opponent(*row) for row in people.values_list(*fields)}


def build_opponent(
    player: int, name: str, active: bool | None, retired: date | None, out: date | None
) -> PossibleOpponent:
    """Return a player's columns as an opponent; a day until which they sat out that is over is left away."""
    return PossibleOpponent(player, name, bool(active), retired, out if out and out > timezone.localdate() else None)


def load_last_meetings(season: Season, own: Sequence[int], kind: Kind) -> dict[Meeting, datetime]:
    """Return when a member with these keys, their own first, last played whom here; walkovers don't count. One query.

    For a kind between sides these are the matches of sides, where with another partner it is another side.
    """
    counted = {"match__season__ladder": season.ladder_id, "match__status": Match.Status.COUNTED}
    mine = Participant.objects.filter(player__in=own, **counted)
    matches = mine.exclude(match__kind=WALKOVER.key).order_by().values("match")
    rows = Participant.objects.filter(match__in=matches).order_by()  # by a join SQLite may visit everybody's matches
    who = resolve_player("player")
    if not kind.format.has_sides:
        alone = rows.filter(side=0).values(who=who).annotate(at=Max("match__played_at"))
        return {ignore_order(((own[0],), (other,))): at for other, at in alone.values_list("who", "at")}
    played: dict[tuple[datetime, int], dict[int, set[int]]] = {}
    for at, match, side, player in rows.filter(side__gt=0).values_list("match__played_at", "match", "side", who):
        played.setdefault((at, match), {}).setdefault(side, set()).add(player)
    return {ignore_order(sides.values()): at for (at, _), sides in sorted(played.items(), key=itemgetter(0))}


def list_challenge_kinds(season: Season) -> list[Kind]:
    """Return the kinds of match that a challenge may be to, those first that a board rates; never the unrated one.

    Those between sides come last.
    """
    systems = [board.rating_system for board in season.boards.all()]
    rated = [kind for system in systems for kind in system.kinds]
    uncounted = [kind for system in systems for kind in system.uncounted if kind != UNRATED]
    agreed = [kind for kind in dict.fromkeys([*rated, *uncounted]) if kind.format.may_be_agreed]
    return sorted(agreed, key=lambda kind: kind.format.has_sides)


def list_challenge_facts(season: Season, kind: Kind) -> list[Fact]:
    """Return the facts that a challenge of this kind agrees on, such as the length, where a board asks for one."""
    systems = [board.rating_system for board in season.boards.all() if kind in board.rating_system.kinds]
    found = {fact.name: fact for system in systems for fact in system.facts if fact.usual}
    return [season.ladder.fit_fact(fact) for fact in found.values()]


def may_have_handicap(season: Season, kind: Kind) -> bool:
    """Return whether a challenge of this kind may have a handicap."""
    return season.ladder.takes_handicaps and (kind.format.has_sides or not kind.format.is_entered_in_rows)


def fill_in_facts(season: Season, player: Player, kind: Kind, chosen: Facts) -> Facts:
    """Return the facts of a challenge as chosen; any other as in the player's last match, or the default."""
    facts = list_challenge_facts(season, kind)
    last = load_last_facts(season, player) if facts else {}
    values = {fact.name: chosen.get(fact.name, last.get(fact.name, fact.default)) for fact in facts}
    agreed = {HANDICAP.name: get_handicap(chosen)} if may_have_handicap(season, kind) and get_handicap(chosen) else {}
    return {name: value for name, value in values.items() if value is not None} | agreed


def load_pool_for_kind(season: Season, player: Player, kind: str = "", facts: Facts | None = None) -> OpponentPool:
    """Return the pool of this player for challenges of a kind; without a kind, of the first that the season has.

    Raises: ValidationError, "This season has no challenges of this kind."
    """
    return load_opponent_pool(choose_terms(season, player, kind, facts), player)


def choose_terms(season: Season, player: Player, kind: str = "", facts: Facts | None = None) -> ChallengeTerms:
    """Return the terms on which this player challenges; two queries. Raises: ValidationError, as above."""
    kinds = list_challenge_kinds(season)
    chosen = next((one for one in kinds if one.key == kind or not kind), None)
    if chosen is None:
        raise ValidationError("This season has no challenges of this kind.")
    return build_challenge_terms(season, chosen, fill_in_facts(season, player, chosen, facts or {}))


def load_challenge_terms(season: Season, challenge: Fixture) -> ChallengeTerms:
    """Return the terms of a challenge that was made."""
    return build_challenge_terms(season, load_kinds()[challenge.kind], challenge.facts)


def build_challenge_terms(season: Season, kind: Kind, facts: Facts) -> ChallengeTerms:
    """Return the terms of a challenge of this kind with these facts."""
    example = kind.format.build_win(("a", "b"), kind=kind, ended=timezone.localtime(), facts=facts)
    return ChallengeTerms(season, kind, facts, find_rating_boards(season, example))


def reload_season(season: Season) -> Season:
    """Return the season read anew with its ladder and boards, as it is under the lock."""
    return Season.objects.select_related("ladder").prefetch_related("boards").get(pk=season.pk)
