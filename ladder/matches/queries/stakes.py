"""What a match would be worth: the boards that would rate it, and what each player would gain or lose there."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from ladder.formats import WON, join_names
from ladder.ledger.admission import is_counted
from ladder.ledger.player_standings import load_previous_ratings
from ladder.ledger.storage.tables import OrderPlace, filter_from_place, load_standing_table, start_of_day
from ladder.models import Board, Match, Participant, Season, Standing
from ladder.pages.figures import find_direction, format_match_worth, format_period_end, format_rating
from ladder.ratings import (
    Key,
    Rating,
    RatingError,
    RatingSystem,
    Result,
    TableSystem,
    advance_rating,
    check_result,
    find_match_worth,
    settle_period,
)
from players.people.queries import load_merged_into, resolve_player

LAST_SEQUENCE = 2**63 - 1  # an order of entry after any other
RatingTable = dict[tuple[int, Key], Rating]


def find_rating_boards(season: Season, result: Result) -> list[Board]:
    """Return the boards that would count the match."""
    return [board for board in season.boards.all() if is_rated_by(board.rating_system, result)]


def is_rated_by(system: RatingSystem, result: Result) -> bool:
    """Return whether a board with this system would count the match."""
    try:
        check_result(system, result)
    except RatingError:
        return False
    return is_counted(system, result)


def describe_rating_boards(season: Season, result: Result) -> str:
    """Return for which boards the match counts, and which facts are missing for others, in one or two sentences."""
    systems = [board.rating_system for board in season.boards.all()]
    fed = [system for system in systems if is_rated_by(system, result)]
    lacking = [system for system in systems if result.kind in system.kinds and list_missing_facts(system, result)]
    said = [f"Counts for {join_system_labels(fed)}."] if fed else []
    if lacking:
        facts = dict.fromkeys(name for system in lacking for name in list_missing_facts(system, result))
        said.append(f"Enter {join_names(list(facts))}, and it counts for {join_system_labels(lacking)}.")
    if said:
        return " ".join(said)
    if any(result.kind in system.uncounted for system in systems):
        return "Doesn’t count, as you chose."
    return "Counts on no board. Choose Unrated to keep it anyway."


def list_missing_facts(system: RatingSystem, result: Result) -> list[str]:
    """Return the facts that the system asks for and the match doesn't have yet."""
    return [fact.label.lower() for fact in system.facts if fact.required and fact.name not in result.facts]


def join_system_labels(systems: Sequence[RatingSystem]) -> str:
    """Return the names of the systems in a sentence."""
    return join_names([system.about.label for system in systems])


class Stake(NamedTuple):
    """What one result would be worth to one player on one board; `when` says when, if that is not at once."""

    label: str
    change: str
    direction: str
    before: str
    after: str
    when: str = ""


class RangeRefusal(NamedTuple):
    """Why the players may not play this match (W-9), and the number of the last participant it is about."""

    text: str
    seat: int


class MatchRatings(NamedTuple):
    """The ratings from which a stake is worked out, by board and player: at the end and at the start of the match."""

    ended: RatingTable
    began: RatingTable

    def before(self, board: Board, result: Result) -> tuple[Rating, ...]:
        """Return the players' ratings at the end of the match; a new player has the starting rating."""
        return list_ratings_as_of(board, result.players, self.ended, result.ended.date())

    def since_start(self, board: Board, result: Result) -> Result:
        """Return the result with the ratings at its start, if the system asks for them (W-8, W-9)."""
        if result.started is None or not board.rating_system.looks_back:
            return result
        return result._replace(at_start=list_ratings_as_of(board, result.players, self.began, result.started.date()))


def list_ratings_as_of(board: Board, players: Sequence[Key], table: RatingTable, day: date) -> tuple[Rating, ...]:
    """Return these players' ratings on a board as of a day; a new player has the rating before a first match."""
    system = board.rating_system
    entered = enter_newcomers(board, [player for player in players if (board.pk, player) not in table])
    known = (table.get((board.pk, player)) or entered.get(player) or system.initial() for player in players)
    return tuple(advance_rating(system, rating, day) for rating in known)


def enter_newcomers(board: Board, players: Sequence[Key]) -> dict[Key, Rating]:
    """Return the ratings with which these new players would enter the table of a `TableSystem`, one after the other."""
    system = board.rating_system
    if not players or not isinstance(system, TableSystem):
        return {}
    table = {player: state.current for player, state in load_standing_table(board).items()}
    for player in players:
        table[player] = system.enter(table)
    return {player: table[player] for player in players}


def load_match_ratings(boards: Sequence[Board], result: Result) -> MatchRatings:
    """Return the ratings before the match; one query if no other match comes after it, else a few for each board."""
    began: RatingTable = {}
    if result.started is not None:
        began = load_ratings_before(
            [board for board in boards if board.rating_system.looks_back], (result.started, -1), result
        )
    return MatchRatings(load_ratings_before(boards, (result.ended, LAST_SEQUENCE), result), began)


def load_ratings_before(boards: Sequence[Board], place: OrderPlace, result: Result) -> RatingTable:
    """Return the players' ratings on these boards before a place in the order of play."""
    if not boards:
        return {}
    if not has_later_match(boards[0], place):
        rows = Standing.objects.filter(board__in=boards, player__in=result.players)
        return {(row.board_id, row.player_id): row.rating for row in rows}
    tables = ((board, load_previous_ratings(board, place, result.players)) for board in boards)
    return {(board.pk, player): rating for board, table in tables for player, rating in table.items()}


def has_later_match(board: Board, place: OrderPlace) -> bool:
    """Return whether the season has a counting match at this place in the order of play or after it."""
    counted = Match.objects.filter(season=board.season_id, status=Match.Status.COUNTED)
    return counted.filter(filter_from_place(place)).exists()


def list_first_stakes(boards: Sequence[Board], result: Result, ratings: MatchRatings) -> list[Stake]:
    """Return what the result is worth to the first player, by board."""
    return [list_stakes(board, result, ratings)[0] for board in boards]


def list_stakes(board: Board, result: Result, ratings: MatchRatings) -> list[Stake]:
    """Return what the result is worth on one board, in the order of the participants."""
    system, rules, before = board.rating_system, board.rules, ratings.before(board, result)
    after = rules.rate(ratings.since_start(board, result), before)
    when = format_period_end(system, result.ended.date()) if rules.rates(result) else ""
    return [build_stake(system, old, new)._replace(when=when) for old, new in zip(before, after, strict=True)]


def build_stake(system: RatingSystem, old: Rating, new: Rating) -> Stake:
    """Return what a result that leads from one rating to another is worth, at once or when its period ends."""
    direction = find_direction(find_match_worth(system, old, new))
    before, after = format_rating(system, old), format_rating(system, settle_period(system, new))
    return Stake(system.about.label, format_match_worth(system, old, new), direction, before, after)


def find_range_refusals(
    boards: Sequence[Board], result: Result, ratings: MatchRatings, names: Mapping[Key, str]
) -> list[RangeRefusal]:
    """Return why the players may not play this match (W-9)."""
    found = (
        board.rating_system.eligible(ratings.since_start(board, result), ratings.before(board, result))
        for board in boards
    )
    return [
        RangeRefusal(message.text(names.__getitem__), max(map(result.players.index, message.players.values())))
        for message in found
        if message
    ]


def count_wins_today(season: Season, first: Sequence[int], second: Sequence[int]) -> tuple[int, int]:
    """Return how many matches against the other each of two players or two sides has won on a club day."""
    today = Match.objects.filter(season=season, played_at__gte=start_of_day(timezone.localdate()))
    today = today.exclude(status=Match.Status.VOID).order_by()
    everybody = [*first, *second]
    merged = load_merged_into(everybody)
    for player in everybody:
        own = [player, *(key for key, other in merged.items() if other == player)]
        today = today.filter(participants__player__in=own)
    rows = Participant.objects.filter(match__in=today.values("pk"), player__in=[*everybody, *merged])
    ended: dict[int, dict[int, tuple[int, float | None]]] = {}
    for match, player, side, score in rows.order_by().values_list("match", resolve_player("player"), "side", "score"):
        ended.setdefault(match, {})[player] = side or -player, score
    ends = [({one[key] for key in first}, {one[key] for key in second}) for one in ended.values()]
    apart = [(own, other) for own, other in ends if len(own) == len(other) == 1 and own != other]
    return sum(own.pop()[1] == WON for own, _ in apart), sum(other.pop()[1] == WON for _, other in apart)
