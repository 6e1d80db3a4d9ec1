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
    """A season with its tables, what was played in it, and whether another one follows."""

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
    found = list(newest_first.fetch_mode(models.FETCH_RAISE))
    followed = {season.opens_from_id for season in found}
    return [
        ManagedSeason(season, list(season.boards.all()), season.counted, season.waiting, season.pk in followed)
        for season in found
    ]


class CarriedRating(NamedTuple):
    """A player's rating at the end, and at the beginning of the next season."""

    name: str
    ended: str
    opens: str


def preview_carried_ratings(season: Season, rule: str, factor: float) -> list[CarriedRating]:
    """Return the first ten of the main table with what they would bring by this rule."""
    board = season.boards.first()
    if board is None:
        return []
    system, day = board.rating_system, find_final_day(season)
    table = load_standing_table(board)
    people = Player.objects.in_bulk(list(table))
    ended = [
        PlayerState(key, people[key].key, advance_rating(system, one.rating, day), one.counts)
        for key, one in table.items()
    ]
    opens = build_carried_openings(system, table, Season(opening_rule=rule, factor=factor).keep, day)
    usual = system.initial()
    return [
        CarriedRating(
            people[one.player].name,
            format_rating(system, one.rating),
            format_rating(system, opens[one.player].rating if one.player in opens else usual),
        )
        for one in sort_by_rank(system, ended)[:SHOWN_PLAYERS]
    ]
