"""Who won a season: the first of its main table on its last day."""

from django.utils import timezone

from ladder.models import Season
from ladder.ratings import decayed
from ladder.selectors.ranking import State, ranked, states, stored
from players.models import Player

from .plan import Plan


def leader(season: Season) -> Player | None:
    """Return who leads the main table on the season's last day."""
    board = season.boards.first()
    if board is None:
        return None
    system, day = board.rating_system, season.ends_on or timezone.localdate()
    current = (
        State(one.player, one.key, decayed(system, one.rating, day), one.counts) for one in states(stored(board))
    )
    first = next(iter(ranked(system, current)), None)
    return Player.objects.get(pk=first.player) if first else None


def crown(planned: Plan) -> None:
    """Note the winners of the closed seasons after this one anew; their tables were rewritten."""
    later = {one.board.season_id: one.board.season for one in planned.boards}
    later.pop(planned.season.pk, None)
    for season in later.values():
        if season.closed_at:
            Season.objects.filter(pk=season.pk).update(winner=leader(season))
