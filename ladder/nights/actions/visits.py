"""Tick people in and out, let them rest, and put two together."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from ladder.models import Night, Visit
from ladder.nights.actions.night import change_night
from ladder.nights.rights import check_may_tick, check_runs_night
from ladder.scene import Scene
from players.models import Player

NOT_HERE = "{player} is not here, or plays already."
NAMED_TWICE = "{player} is named twice."
AT_ONCE = timedelta(0)  # what did not wait for a network


def come_to_night(*, night: Night, scene: Scene, player: Player, waited: timedelta = AT_ONCE) -> None:
    """Tick somebody in; whoever is there already, or rests, plays from now on. Raises: NotAllowed; ValidationError."""
    check_may_tick(scene, player)
    with change_night(night) as night:
        at, visit = find_tick_moment(night, player, waited), find_visit(night, player)
        if at and visit is None:
            Visit.objects.create(night=night, player=player.itself, came_at=at)
        elif at and visit and visit.is_resting:
            visit.rests[-1][1] = at.isoformat()
            visit.save(update_fields=["rests"])


def rest_at_night(
    *, night: Night, scene: Scene, player: Player, waited: timedelta = AT_ONCE, passes: bool = False
) -> None:
    """Let somebody rest until they say so; who passes rests for no time, and goes to the end of the queue.

    Raises: NotAllowed; ValidationError, "Ana is not here, or plays already."
    """
    check_may_tick(scene, player)
    with change_night(night) as night:
        at, visit = find_tick_moment(night, player, waited), find_visit(night, player)
        if at and visit is None:
            raise ValidationError(NOT_HERE.format(player=player.itself))
        if at and visit and not visit.is_resting:
            visit.rests.append([at.isoformat(), at.isoformat() if passes else None])
            visit.save(update_fields=["rests"])


def leave_night(*, night: Night, scene: Scene, player: Player, waited: timedelta = AT_ONCE) -> None:
    """Let somebody go home; who is not there stays so. Raises: NotAllowed; ValidationError."""
    check_may_tick(scene, player)
    with change_night(night) as night:
        at, visit = find_tick_moment(night, player, waited), find_visit(night, player)
        if at and visit:
            visit.left_at = at
            visit.save(update_fields=["left_at"])


def pair_for_night(*, night: Night, scene: Scene, player: Player, partner: Player | None) -> None:
    """Let two who are there play together tonight, where pairs stay together; without a partner, part them.

    Raises: NotAllowed; ValidationError, such as "Ana is not here, or plays already."
    """
    check_runs_night(scene)
    with change_night(night) as night:
        pair = [player.itself, *([partner.itself] if partner else [])]
        if partner and pair[0] == pair[1]:
            raise ValidationError(NAMED_TWICE.format(player=player.itself))
        visits = [find_visit(night, one) for one in pair]
        keys = [key for one in pair for key in one.own_keys]
        night.visits.filter(Q(player__in=keys) | Q(partner__in=keys), left_at=None).update(partner=None)
        for one, visit, other in zip(pair, visits, reversed(pair), strict=True):
            if visit is None:
                raise ValidationError(NOT_HERE.format(player=one))
            if partner:
                night.visits.filter(pk=visit.pk).update(partner=other)


def find_tick_moment(night: Night, player: Player, waited: timedelta) -> datetime | None:
    """Return when somebody was ticked, before it waited for a network; None if something newer is known of them."""
    at = timezone.now() - waited
    latest = Visit.objects.filter(night=night, player__in=player.own_keys).last() if waited else None
    return None if latest and latest.changed_at > at else at


def find_visit(night: Night, player: Player) -> Visit | None:
    """Return the visit of somebody who is there."""
    return Visit.objects.filter(night=night, player__in=player.own_keys, left_at=None).first()
