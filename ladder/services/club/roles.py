"""Giving and taking roles on a ladder; the owner of the club does."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.models import Ladder, Role
from ladder.selectors.roles import Act
from ladder.services.noting import note_in_admin_log
from ladder.services.permissions import check_author_permission
from players.security_log import log_security_event


def give_role(*, ladder: Ladder, user: User, role: str, by: User | None) -> Role:
    """Make an account an organiser or a recorder of the ladder, whatever it was there before.

    Raises: NotAllowed; ValidationError, "... owns the club, and may do everything already."
    """
    check_author_permission(by, Act.ROLES, ladder)
    if not user.is_active:
        raise ValidationError(f"The account {user} is switched off.")
    if user.is_staff:
        raise ValidationError(f"{user} owns the club and can already do everything.")
    with transaction.atomic():
        given, _ = Role.objects.update_or_create(ladder=ladder, user=user, defaults={"role": Role.Kind(role)})
        note_in_admin_log(ladder, by, f"{user} is now {given.get_role_display().lower()}.")
    if by:
        log_security_event("role given", user=by, role=role, ladder=ladder.slug, to=user.pk)
    return given


def take_role(*, role: Role, by: User | None) -> None:
    """Let an account be a member as all others, and no more.

    Raises: NotAllowed.
    """
    check_author_permission(by, Act.ROLES, role.ladder)
    with transaction.atomic():
        role.delete()
        note_in_admin_log(role.ladder, by, f"{role.user} is no longer {role.get_role_display().lower()}.")
    log_security_event("role taken", user=by, role=role.role, ladder=role.ladder.slug, of=role.user_id)
