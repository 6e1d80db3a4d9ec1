"""The players to tap in a report form: the likely opponents of a member, or those who play often."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Count, DateTimeField, Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from ladder.ledger.storage.tables import start_of_day
from ladder.models import Match, Participant, Season, Standing
from ladder.pages.figures import format_rating, format_start
from ladder.ratings import advance_rating
from players.compiled_query import CompiledQuery, Given
from players.models import Player
from players.people.names import fold_player_name
from players.people.queries import resolve_player, select_own_keys
from players.privacy.redaction import are_names_redacted, are_names_shortened

MOST_OPPONENTS = 9
FEWEST_OTHERS = 5  # besides those who are chosen already
MOST_COMPLETED = 500  # names that a browser gets to complete
OPPONENT_COLUMN = resolve_player("player")
ACTIVE_PLAYERS = Q(retired_on=None, merged_into=None)
ACTIVE_OPPONENTS = Q(player__merged_into=None, player__retired_on=None) | Q(
    player__merged_into__isnull=False, player__merged_into__retired_on=None
)
"""The filters of players who are offered, and of those among the participants: nobody retired, nobody twice."""


class Opponent(NamedTuple):
    """A player to tap, with the rating on the season's main board."""

    pk: int
    name: str
    rating: str


def list_likely_opponents(season: Season, player: Player | None = None, chosen: Sequence[int] = ()) -> list[Opponent]:
    """Return nine likely opponents: players who played here today, then the usual ones, then the most active.

    Where these are too few, others of the club follow by name. Those who are chosen already are always among them.
    Without a player they are those who are chosen, then those who play often.
    """
    if player is None:
        count = max(MOST_OPPONENTS, len(chosen) + FEWEST_OTHERS)
        keys = take_first_keys(chain(chosen, find_candidates(season)), count)
    else:
        keys = take_first_keys(find_candidates(season, player), MOST_OPPONENTS, player.pk)
        missing = [key for key in chosen if key not in (*keys, player.pk)]
        keys = [*keys[: MOST_OPPONENTS - len(missing)], *missing]
    return load_opponents(season, [keys])[0]


def list_likely_sides(season: Season, player: Player | None, chosen: Sequence[int]) -> list[list[Opponent]]:
    """Return nine likely partners and nine likely opponents in a match of sides; without a player, the same for both.

    Those who are chosen already are always among them.
    """
    if player is None:
        both = take_first_keys([*chosen, *find_candidates(season)], MOST_OPPONENTS + len(chosen))
        return load_opponents(season, [both, both])
    (with_me, against), rest = list_met_in_teams(season, player), list(find_candidates(season, player))
    orders = [
        take_first_keys([*first, *second, *rest], MOST_OPPONENTS, player.pk)
        for first, second in ((with_me, against), (against, with_me))
    ]
    return load_opponents(
        season, [[*keys, *(key for key in chosen if key not in (*keys, player.pk))] for keys in orders]
    )


def load_opponents(season: Season, orders: Sequence[Sequence[int]]) -> list[list[Opponent]]:
    """Return the players with these keys, in each of these orders; two queries."""
    wanted = list({key for keys in orders for key in keys})
    names = dict(Player.objects.filter(pk__in=wanted).values_list("pk", "name"))
    ratings = format_opponent_ratings(season, wanted)
    return [[Opponent(pk, names[pk], ratings.get(pk, "")) for pk in keys if pk in names] for keys in orders]


def list_met_in_teams(season: Season, player: Player) -> tuple[list[int], list[int]]:
    """Return the keys of who played with the player on this ladder, and of who played against, most often first."""
    mine = Participant.objects.filter(match=OuterRef("match"), player__in=player.own_keys, side=OuterRef("side"))
    rows = Participant.objects.filter(
        ACTIVE_OPPONENTS,
        side__gt=0,
        match__season__ladder=season.ladder_id,
        match__status=Match.Status.COUNTED,
        match__participants__player__in=player.own_keys,
    ).order_by()
    found = rows.values(who=OPPONENT_COLUMN, together=Exists(mine)).annotate(
        times=Count("id"), at=Max("match__played_at")
    )
    met = list(found.order_by("-times", "-at").values_list("who", "together"))
    return [who for who, together in met if together], [who for who, together in met if not together]


def take_first_keys(keys: Iterable[int], count: int, without: int | None = None) -> list[int]:
    """Return the first keys, each once."""
    found: dict[int, None] = {}
    for key in keys:
        if key != without:
            found[key] = None
        if len(found) == count:
            break
    return list(found)


def select_played() -> QuerySet[Participant]:
    """Return the participants of the matches that count on a ladder, without those who are not offered."""
    ladder = Given("ladder", BigIntegerField())
    counted = Participant.objects.filter(match__season__ladder=ladder, match__status=Match.Status.COUNTED)
    return counted.filter(ACTIVE_OPPONENTS).order_by()


def select_here_today() -> QuerySet[Participant, Any]:
    """Return who played on a ladder today, the latest first."""
    here = select_played().filter(match__played_at__gte=Given("today", DateTimeField())).values(who=OPPONENT_COLUMN)
    latest_first = here.annotate(at=Max("match__played_at")).order_by("-at", "who")
    return latest_first.values_list("who")[:MOST_OPPONENTS]


def select_met() -> QuerySet[Participant, Any]:
    """Return whom a player met on a ladder, most often first; the player is among them."""
    mine = select_own_keys(Given("player", BigIntegerField()))
    met = select_played().filter(match__participants__player__in=mine).values(who=OPPONENT_COLUMN)
    counted = met.annotate(times=Count("id"), at=Max("match__played_at")).order_by("-times", "-at")
    return counted.values_list("who")[: MOST_OPPONENTS + 1]


HERE_TODAY_QUERY, MET_QUERY = CompiledQuery(select_here_today), CompiledQuery(select_met)


def find_candidates(season: Season, player: Player | None = None) -> Iterator[int]:
    """Yield the keys of players, the likeliest first and some of them twice; only opponents, if a player is given.

    Each query is made only when it is needed.
    """
    today = start_of_day(timezone.localdate())
    yield from (who for (who,) in HERE_TODAY_QUERY.fetch_rows(ladder=season.ladder_id, today=today))
    if player:
        yield from (who for (who,) in MET_QUERY.fetch_rows(ladder=season.ladder_id, player=player.pk))
    active = Standing.objects.filter(board=next(iter(season.boards.all()), None), player__retired_on=None)
    yield from active.order_by("-played", "player").values_list("player", flat=True)[: 3 * MOST_OPPONENTS]
    yield from (pk for pk, _ in list_players_by_name(3 * MOST_OPPONENTS))


def format_opponent_ratings(season: Season, keys: list[int]) -> dict[int, str]:
    """Return the printed ratings of these players on the season's main board."""
    board = next(iter(season.boards.all()), None)
    if board is None:
        return {}
    system, day = board.rating_system, timezone.localdate()
    ratings = dict.fromkeys(keys, format_start(system))
    for row in Standing.objects.filter(board=board, player__in=keys):
        ratings[row.player_id] = format_rating(system, advance_rating(system, row.rating, day))
    return ratings


def format_start_rating(season: Season) -> str:
    """Return the printed rating with which a new player starts on the season's main board."""
    board = next(iter(season.boards.all()), None)
    return format_start(board.rating_system) if board else ""


def load_last_facts(season: Season, player: Player) -> dict[str, float]:
    """Return the facts of the player's own last match on this ladder; three queries."""
    seasons = list(Season.objects.filter(ladder=season.ladder_id).order_by().values_list("pk", flat=True))
    mine = Match.objects.filter(season__in=seasons, participants__player__in=player.own_keys)
    facts: dict[str, float] | None = mine.order_by("-played_at", "-sequence").values_list("facts", flat=True).first()
    return facts or {}


def list_player_names() -> list[str]:
    """Return the names that the browser offers to complete."""
    return [name for _, name in list_players_by_name(MOST_COMPLETED)]


def list_players_by_name(count: int) -> list[tuple[int, str]]:
    """Return the first players who play, in the order of their names as the reader sees them; no hidden ones then."""
    people = (
        Player.objects.filter(ACTIVE_PLAYERS, hidden=False)
        if are_names_redacted()
        else Player.objects.filter(ACTIVE_PLAYERS)
    )
    if are_names_shortened():  # which come first is not for the database to say: it knows only whole names
        return sorted(people.order_by().values_list("pk", "name"), key=lambda one: fold_player_name(one[1]))[:count]
    return list(people.order_by("folded", "key").values_list("pk", "name")[:count])
