"""How a season opens: another rule is planned, shown, and applied as it was shown."""

from copy import copy

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction

from ladder.models import Event, Season
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.events import write_event
from ladder.services.locking import lock_open_season
from ladder.services.permissions import check_author_permission


def plan_opening_rule(season: Season, rule: str, factor: float) -> ledger.Plan:
    """Work out what another opening would make of a season; nothing is stored.

    Raises: ValidationError, "Spring opens from no other season, so nothing is brought into it."
    """
    if season.opens_from_id is None:
        raise ValidationError(f"{season.name} follows no other season, so no ratings carry over.")
    new = copy(season)
    new.opening_rule, new.factor = rule, factor
    return ledger.plan(new)


def change_opening_rule(
    *, season: Season, rule: str, factor: float, by: User | None, reason: str, version: int | None = None
) -> Season:
    """Let a season open by another rule, and rate it anew; `version` is the ladder's that was shown.

    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan` raises.
    """
    check_author_permission(by, Act.SETTINGS, season.ladder)
    with transaction.atomic():
        fresh = lock_open_season(season, version)
        planned = plan_opening_rule(fresh, rule, factor)
        new = planned.season
        new.full_clean()
        models.Model.save(new)
        words = {"old": describe_opening_rule(fresh), "new": describe_opening_rule(new)}
        write_event(Event.Verb.OPENING, fresh.ladder, by=by, reason=reason, season=new, plans=[planned], **words)
    return new


def describe_opening_rule(season: Season) -> str:
    """Return how a season opens in words."""
    rule = season.get_opening_rule_display()
    return f"{rule}, {season.factor:.6g} kept" if season.opening_rule == Season.Rule.SHRINK else rule
