"""Who runs a night, and so may act for others."""

from ladder.access.permissions import Act, NotAllowed
from ladder.models import Ladder
from ladder.scene import Scene
from players.models import Player

NOT_THE_DESK = "Only whoever runs the night can do that: recorders, organisers, or the screen at the venue."


def runs_night(scene: Scene) -> bool:
    """Return whether somebody may act for others on a night: recorders, organisers, and the screen at the venue."""
    is_at_venue = scene.is_at_venue and scene.ladder.nights == Ladder.Nights.VENUE
    return scene.may(Act.ENTER) or (is_at_venue and not scene.refuse(Act.REPORT))


def check_runs_night(scene: Scene) -> None:
    """Refuse whoever may not act for others. Raises: NotAllowed, "Only whoever runs the night can do that: ..." """
    if not runs_night(scene):
        raise NotAllowed(NOT_THE_DESK)


def check_may_tick(scene: Scene, player: Player) -> None:
    """Refuse whoever ticks somebody else and does not run the night. Raises: NotAllowed."""
    if scene.player is None or scene.player != player.itself:
        check_runs_night(scene)
