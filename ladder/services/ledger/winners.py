"""Who won a season: the first with a rank in its main table on its last day."""

from django.utils import timezone

from ladder.models import Season
from ladder.selectors.activity import find_absences, load_rank_rule
from ladder.selectors.ranking import sort_by_rank
from ladder.selectors.stood import decay_standings, load_current_standings
from ladder.services.ledger.plan import Plan
from players.models import Player


def find_season_leader(season: Season) -> Player | None:
    """Return who leads the main table on the season's last day; by name, where several share the first rank."""
    board = season.boards.first()
    if board is None:
        return None
    board.season = season
    system, day = board.rating_system, season.ends_on or timezone.localdate()
    placed = sort_by_rank(system, decay_standings(system, load_current_standings(board), day))
    absences = find_absences(load_rank_rule(board, day), placed)
    first = next((one for one in placed if one.player not in absences), None)
    return Player.objects.get(pk=first.player) if first else None


def note_winners(planned: Plan) -> None:
    """Note the winners of the closed seasons after this one anew; their tables were rewritten."""
    later = {one.board.season_id: one.board.season for one in planned.boards}
    later.pop(planned.season.pk, None)
    for season in later.values():
        if season.closed_at:
            Season.objects.filter(pk=season.pk).update(winner=find_season_leader(season))
