"""A ladder's seasons as its organisers see them, and what players would carry into the next one."""

from typing import NamedTuple

from django.db import models
from django.db.models import Count, Q

from ladder.ledger.openings import build_carried_openings, find_final_day
from ladder.ledger.ranking import PlayerState, sort_by_rank
from ladder.ledger.storage.tables import load_standing_table
from ladder.models import Board, Ladder, Match, Season
from ladder.pages.figures import format_rating
from ladder.ratings import advance_rating
from players.models import Player

SHOWN_PLAYERS = 10


class ManagedSeason(NamedTuple):
    """A season with its boards, how many matches count and are pending, and whether another season follows it."""

    season: Season
    boards: list[Board]
    matches: int
    pending: int
    is_followed: bool


def list_managed_seasons(ladder: Ladder) -> list[ManagedSeason]:
    """Return the ladder's seasons, the newest first, in two queries."""
    counted = Count("matches", filter=Q(matches__status=Match.Status.COUNTED))
    pending = Count("matches", filter=Q(matches__status=Match.Status.PENDING))
    rows = Season.objects.filter(ladder=ladder).select_related("winner", "ladder").prefetch_related("boards")
    newest_first = rows.annotate(counted=counted, waiting=pending).order_by("-pk")
    seasons = list(newest_first.fetch_mode(models.FETCH_RAISE))
    followed = {season.opens_from_id for season in seasons}
    return [
        ManagedSeason(season, list(season.boards.all()), season.counted, season.waiting, season.pk in followed)
        for season in seasons
    ]


class CarriedRating(NamedTuple):
    """A player's rating at the end of a season, and at the start of the next one, as printed."""

    name: str
    ended: str
    opens: str


def preview_carried_ratings(season: Season, rule: str, factor: float) -> list[CarriedRating]:
    """Return the first ten of the main board with the ratings that they would start the next season with."""
    board = season.boards.first()
    if board is None:
        return []
    system, day = board.rating_system, find_final_day(season)
    table = load_standing_table(board)
    players = Player.objects.in_bulk(list(table))
    final = [
        PlayerState(key, players[key].name, advance_rating(system, one.current, day), one.counts)
        for key, one in table.items()
    ]
    carried = build_carried_openings(system, table, Season(opening_rule=rule, factor=factor).keep, day)
    found = []
    for state in sort_by_rank(system, final)[:SHOWN_PLAYERS]:
        start = carried[state.player].rating if state.player in carried else system.initial()
        ended, opens = format_rating(system, state.rating), format_rating(system, start)
        found.append(CarriedRating(players[state.player].name, ended, opens))
    return found
