"""The first steps of a new club: what was done is noted where nothing else shows it."""

from django.contrib.auth.models import User

from ladder.models import FirstStep
from ladder.selectors.roles import Act
from ladder.services.permissions import check_author_permission

StepKey = FirstStep.Key


def mark_step_done(key: FirstStep.Key, *, by: User | None = None) -> None:
    """Note that a step was done, or that the list was put away.

    Raises: NotAllowed.
    """
    check_author_permission(by, Act.CLUB)
    FirstStep.objects.get_or_create(key=key)


def show_steps_again(*, by: User | None) -> None:
    """Let a list that was put away be shown again. Raises: NotAllowed."""
    check_author_permission(by, Act.CLUB)
    FirstStep.objects.filter(key=StepKey.HIDDEN).delete()
