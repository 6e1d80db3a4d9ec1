"""How things stand between a member and others, for the rows of the standings."""

from collections.abc import Mapping

from ladder.models import Challenge, Party, Season, State
from ladder.selectors.challenges.deadlines import build_running_filter
from players.identity import resolve_player, select_with_merged
from players.models import Player


def load_challenge_marks(season: Season, me: Player | None) -> Mapping[int, str]:
    """Return what stands behind the names of those with whom a challenge of two runs; one query, for members."""
    if me is None or season.closed_at:
        return {}
    mine = select_with_merged([me.pk])
    ours = Challenge.objects.filter(build_running_filter(), season=season, places=2, parties__player__in=mine)
    others = Party.objects.filter(challenge__in=ours).exclude(player__in=mine).order_by()
    rows = others.values_list(resolve_player("player"), "challenge__status", "joined_at")
    return {player: describe_mark(status, asked=joined is None) for player, status, joined in rows}


def describe_mark(status: str, *, asked: bool) -> str:
    """Return how a challenge stands, as the one sees it who looks."""
    if status == State.ACCEPTED:
        return "To play"
    return "Challenged" if asked else "Challenged you"
