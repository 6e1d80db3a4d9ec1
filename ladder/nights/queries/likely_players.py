"""Who is likely to come to a night: whom the desk ticks in with one tap."""

from ladder.models import Night, Standing, Visit
from ladder.nights.queries.stored_night import StoredNight
from players.models import Player
from players.people.queries import resolve_player

LIKELY_NIGHTS, MOST_LIKELY = 10, 40


def list_likely_players(stored: StoredNight) -> list[Player]:
    """Return those who were most often at the last nights of the ladder and are not there, by name; three queries."""
    night = stored.night
    nights = Night.objects.filter(season__ladder=night.season.ladder).exclude(pk=night.pk)
    latest = list(nights.order_by("-starts_at").values_list("pk", flat=True)[:LIKELY_NIGHTS])
    counts: dict[int, set[int]] = {}
    for other, player in Visit.objects.filter(night__in=latest).values_list("night", resolve_player("player")):
        counts.setdefault(player, set()).add(other)
    keys = [key for key in counts if key not in stored.here]
    often = sorted(keys, key=lambda key: (-len(counts[key]), key))[:MOST_LIKELY]
    known = Player.objects.in_bulk(often or list_regulars(stored))
    return [player for player in known.values() if player.retired_on is None]


def list_regulars(stored: StoredNight) -> list[int]:
    """Return who stands on the main board and is not there, at the first night of a ladder; one query."""
    standings = Standing.objects.filter(board__season=stored.night.season, board__position=0)
    here = [one.player_id for one in stored.visits if one.left_at is None]
    return list(standings.exclude(player__in=here).values_list("player", flat=True)[:MOST_LIKELY])
