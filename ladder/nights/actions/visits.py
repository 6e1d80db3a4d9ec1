"""Tick people in and out, let them rest, and put two together."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
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
        at, visits = find_tick_moment(night, player, waited), select_visits(night, player)
        if at is None:
            return
        if not visits:
            Visit.objects.create(night=night, player=player.itself, came_at=at)
        for visit in visits:
            if visit.is_resting:
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
        at, visits = find_tick_moment(night, player, waited), select_visits(night, player)
        if at is None:
            return
        if not visits:
            raise ValidationError(NOT_HERE.format(player=player.itself))
        for visit in visits:
            if not visit.is_resting:
                visit.rests.append([at.isoformat(), at.isoformat() if passes else None])
                visit.save(update_fields=["rests"])


def leave_night(*, night: Night, scene: Scene, player: Player, waited: timedelta = AT_ONCE) -> None:
    """Let somebody go home; who is not there stays so. Raises: NotAllowed; ValidationError."""
    check_may_tick(scene, player)
    with change_night(night) as night:
        if at := find_tick_moment(night, player, waited):
            select_visits(night, player).update(left_at=at)


def pair_for_night(*, night: Night, scene: Scene, player: Player, partner: Player | None) -> None:
    """Let two who are there play together tonight, where pairs stay together; without a partner, part them.

    Raises: NotAllowed; ValidationError, such as "Ana is not here, or plays already."
    """
    check_runs_night(scene)
    with change_night(night) as night:
        pair = [player.itself, *([partner.itself] if partner else [])]
        if partner and pair[0] == pair[1]:
            raise ValidationError(NAMED_TWICE.format(player=player.itself))
        keys = [key for one in pair for key in one.own_keys]
        night.visits.filter(Q(player__in=keys) | Q(partner__in=keys), left_at=None).update(partner=None)
        for one, other in zip(pair, reversed(pair), strict=True):
            if not select_visits(night, one).update(partner=other if partner else None):
                raise ValidationError(NOT_HERE.format(player=one))


def find_tick_moment(night: Night, player: Player, waited: timedelta) -> datetime | None:
    """Return when somebody was ticked, before it waited for a network; None if something newer is known of them."""
    at = timezone.now() - waited
    known = Visit.objects.filter(night=night, player__in=player.own_keys) if waited else ()
    return None if any(one.changed_at > at for one in known) else at


def select_visits(night: Night, player: Player) -> QuerySet[Visit]:
    """Return the visits of somebody who is there: two, where they were merged after both had been ticked in."""
    return Visit.objects.filter(night=night, player__in=player.own_keys, left_at=None)
