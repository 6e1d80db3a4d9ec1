"""Who won a season: the first with a rank in its main table on its last day."""

from django.utils import timezone

from ladder.models import Season
from ladder.selectors.activity import find_absences, load_rule
from ladder.selectors.ranking import ranked
from ladder.selectors.stood import on, standing
from players.models import Player

from .plan import Plan


def leader(season: Season) -> Player | None:
    """Return who leads the main table on the season's last day; by name, where several share the first rank."""
    board = season.boards.first()
    if board is None:
        return None
    board.season = season
    system, day = board.rating_system, season.ends_on or timezone.localdate()
    placed = ranked(system, on(system, standing(board), day))
    absences = find_absences(load_rule(board, day), placed)
    first = next((one for one in placed if one.player not in absences), None)
    return Player.objects.get(pk=first.player) if first else None


def crown(planned: Plan) -> None:
    """Note the winners of the closed seasons after this one anew; their tables were rewritten."""
    later = {one.board.season_id: one.board.season for one in planned.boards}
    later.pop(planned.season.pk, None)
    for season in later.values():
        if season.closed_at:
            Season.objects.filter(pk=season.pk).update(winner=leader(season))
