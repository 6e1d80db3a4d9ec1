"""The home page: a member's own place, or the ladders of the club."""

from typing import Any

from django.db import models
from django.db.models import F

from ladder.models import Board, Ladder, Participant, Season
from ladder.selectors.rows import StandingsRow
from players.identity import select_with_merged
from players.models import Player

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NEWS = {"new": "new on the ladder", "back": "back on the ladder"}


def find_own_player(user: Any) -> Player | None:
    """Return the player that an account plays as; the account remembers it, so the header asks no more."""
    player = getattr(user, "player", None)
    return player and player.itself


def find_last_ladder(player: Player) -> Ladder | None:
    """Return the ladder that a player played on last."""
    last = Participant.objects.filter(player__in=select_with_merged([player.pk])).order_by(
        "-match__played_at", "-match__sequence"
    )
    found = last.annotate(ladder=F("match__season__ladder")).values_list("ladder", flat=True).first()
    return Ladder.objects.filter(pk=found).first() if found else None


def find_main_board(season: Season | None) -> Board | None:
    """Return the season's main board with its season and ladder."""
    if season is None:
        return None
    boards = Board.objects.filter(season=season).select_related("season__ladder")
    return boards.fetch_mode(models.FETCH_RAISE).first()


def describe_own_rank(row: StandingsRow) -> str:
    """Return "32nd, up eight places", "32nd, as before", or "No rank: no match for 74 days"."""
    if not row.is_ranked:
        return f"No rank: {row.absence}"
    count, way = row.movement.places, row.movement.direction
    if way in NEWS:
        return f"{row.rank_words}, {NEWS[way]}"
    if not count:
        return f"{row.rank_words}, as before"
    number = WORDS[count] if count < len(WORDS) else f"{count:,}"
    return f"{row.rank_words}, {way} {number} place{'' if count == 1 else 's'}"
