"""The boxes of a season as pages show them: each with its table, its results and what is still to be played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import F, QuerySet
from django.utils.functional import cached_property

from ladder import ledger
from ladder.boxes.queries.box_proposal import BoxEnd
from ladder.boxes.queries.box_table import BoxMatch, BoxRow, build_box_match, build_box_rows, rank_box
from ladder.formats import parse_score_rule
from ladder.models import Board, Box, BoxPlace, Fixture, Match, Participant, RatingChange, Season
from ladder.ratings.systems import match_points
from players.models import Player
from players.people.queries import Identities, resolve_player

Pair = frozenset[int]
SEAT_COLUMNS = ("pk", "match", "score")
POINT_COLUMNS = ("before_points", "after_points")
USUAL_LEVELS = (match_points.POINTS, match_points.DIRECT, match_points.WINS)


@dataclass
class ShownBox:
    """A box with its players and matches; `levels` is how those who are level are told apart.

    `counts_games` says that a score is that of the games won, and not the only one of its match.
    """

    box: Box
    places: list[BoxPlace]
    levels: Sequence[str]
    counts_games: bool = True
    played: dict[Pair, BoxMatch] = field(default_factory=dict)
    stored: dict[Pair, Match] = field(default_factory=dict)
    fixtures: dict[Pair, Fixture] = field(default_factory=dict)

    @cached_property
    def players(self) -> dict[int, BoxPlace]:
        """The place of each player by the key that they count as."""
        return {place.player.itself.pk: place for place in self.places}

    @cached_property
    def counting(self) -> list[BoxMatch]:
        """The matches that count in the table: not those of a player whose matches are struck."""
        struck = {key for key, place in self.players.items() if place.withdrawal == BoxPlace.Withdrawal.STRUCK}
        return [match for match in self.played.values() if not struck & {*match.players}]

    @cached_property
    def rows(self) -> list[BoxRow]:
        """The table, best first; those who withdrew come last."""
        positions = {key: place.position for key, place in self.players.items()}
        ranked = rank_box(build_box_rows(positions, self.counting), self.counting, self.levels)
        return sorted(ranked, key=lambda row: bool(self.players[row.player].withdrawal))

    @property
    def winner(self) -> int | None:
        """Who is first in the table; nobody where they have not played, or withdrew."""
        first = next(iter(self.rows), None)
        return first.player if first and first.played and not self.players[first.player].withdrawal else None

    @property
    def open_fixtures(self) -> list[Fixture]:
        """What is still to be played, as far as nobody of it withdrew; not what is reported and not confirmed yet."""
        return [one for pair, one in self.fixtures.items() if pair not in self.stored and not self.is_any_away(pair)]

    def is_any_away(self, players: Pair) -> bool:
        """Return whether any of these players withdrew, or was erased."""
        return any(self.players[key].withdrawal or self.players[key].player.itself.erased_at for key in players)

    def list_ends(self) -> list[BoxEnd]:
        """Return how each player ends in this box as it stands."""
        return [
            BoxEnd(row.player, self.box.level, self.box.letter, rank, len(self.rows), row.played)
            for rank, row in enumerate(self.rows, start=1)
        ]


def find_points_board(season: Season) -> Board | None:
    """Return the board whose points count in the boxes of a season."""
    found = (one for one in season.boards.all() if isinstance(one.rating_system, match_points.MatchPoints))
    return next(found, None)


def find_points_system(board: Board | None) -> match_points.MatchPoints | None:
    """Return the rating system of a board of match points."""
    system = board.rating_system if board else None
    return system if isinstance(system, match_points.MatchPoints) else None


def list_box_levels(board: Board | None) -> Sequence[str]:
    """Return what ranks a box, in order: points or wins, then how those who are level are told apart."""
    system = find_points_system(board)
    return (system.first_by, *system.levels) if system else USUAL_LEVELS


def load_boxes(season: Season, only: Box | None = None, merges: Identities | None = None) -> list[ShownBox]:
    """Return the boxes of a season in order, or one of them; eight queries, of a season without boxes one.

    With `merges`, who counts as whom, they are as they would be then. Matches are asked for by key: for a join
    PostgreSQL reads all matches of a club, until they are very many.
    """
    boxes = [only] if only else list(season.boxes.order_by("level", "letter"))
    if not boxes:
        return []
    board, everybody = find_points_board(season), select_box_places([season])
    fixtures = Fixture.objects.filter(box__in=boxes).order_by("pk")
    fixtures = fixtures.prefetch_related("match", "parties__player__merged_into")
    if merges is not None:
        apply_merges(season, everybody, fixtures, merges)
    places = group_box_places(everybody)
    levels, counts_games = list_box_levels(board), parse_score_rule(season.ladder.score_rule).best_of > 1
    shown = {box.pk: ShownBox(box, places[box.pk], levels, counts_games) for box in boxes}
    results = load_box_matches({one.match.pk: one.match for one in fixtures if one.match}, board, merges)
    for fixture in fixtures:
        fixture.season = season
        one, pair = shown[fixture.box_id or 0], frozenset(fixture.player_keys())
        if len(pair) < 2 or pair in one.fixtures or not pair <= one.players.keys():
            continue  # a player was merged, and plays as the other one
        one.fixtures[pair] = fixture
        if fixture.match and not fixture.match.is_void:
            one.stored[pair] = fixture.match
            if fixture.match.counts and fixture.match.pk in results:
                one.played[pair] = results[fixture.match.pk]
    return list(shown.values())


def select_box_places(seasons: Iterable[Season]) -> QuerySet[BoxPlace]:
    """Return who is in the boxes of some seasons, of each the best box first."""
    places = BoxPlace.objects.filter(season__in=seasons).select_related("box", "player__merged_into")
    return places.order_by("season_id", "box__level", "box__letter", "position")


def group_box_places(rows: Iterable[BoxPlace]) -> dict[int, list[BoxPlace]]:
    """Return who is in each of these boxes, by the key of the box."""
    places, seen = defaultdict(list), set[tuple[int, int]]()
    for place in rows:
        who = place.season_id, place.player.itself.pk
        if who not in seen:  # of two who were merged the better place counts
            seen.add(who)
            places[place.box_id].append(place)
    return places


def apply_merges(season: Season, places: Iterable[BoxPlace], fixtures: Iterable[Fixture], merges: Identities) -> None:
    """Let the players of these rows count as they do with `merges`, and fixtures have the matches that follow then."""
    _, wanted = ledger.find_box_matches(season, merges)
    matches = Match.objects.in_bulk([key for key in wanted.values() if key])
    players = [*(one.player for one in places), *(party.player for one in fixtures for party in one.parties.all())]
    others = Player.objects.in_bulk([merges[one.pk] for one in players if one.pk in merges])
    for player in players:
        player.merged_into = others.get(merges.get(player.pk, 0))
    for fixture in fixtures:
        fixture.match = matches.get(wanted[fixture.pk] or 0)


def load_box_matches(
    matches: Mapping[int, Match], board: Board | None, merges: Identities | None = None
) -> dict[int, BoxMatch]:
    """Return those of these matches that have two players, with what they gave on this board, by key; two queries."""
    seats = Participant.objects.filter(match__in=matches).order_by("match_id", "seat")
    changes = RatingChange.objects.filter(board=board, participant__in=seats.order_by().values("pk")).order_by()
    gained = {pk: after - before for pk, before, after in changes.values_list("participant", *POINT_COLUMNS)}
    rows, system = defaultdict(list), find_points_system(board)
    itself = resolve_player("player") if merges is None else F("player")
    for pk, key, score, found in seats.values_list(*SEAT_COLUMNS, itself):
        match, player = matches[key], (merges or {}).get(found, found)
        rows[key].append((player, gained.get(pk, score or 0.0), score or 0.0, match.kind, match.games, match.ending))
    return {match: build_box_match(match, system, *pair) for match, pair in rows.items() if len(pair) == 2}
