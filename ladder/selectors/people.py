"""Who has a role on a ladder, and who might be given one."""

from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.models import Ladder, Role

MOST = 500


class Helper(NamedTuple):
    """An account with a role, by the name it plays under."""

    pk: int
    name: str
    account: str
    role: str
    is_active: bool


def helpers(ladder: Ladder) -> list[Helper]:
    """Return the organisers and then the recorders of a ladder, in one query."""
    return [
        Helper(role.pk, name_of(role.user), role.user.username, role.get_role_display(), role.user.is_active)
        for role in Role.objects.filter(ladder=ladder)
        .select_related("user__player__merged_into")
        .order_by("role", "user__username")
    ]


def name_of(user: User) -> str:
    player = getattr(user, "player", None)
    return player.itself.name if player else ""


def accounts() -> list[str]:
    """Return the user names that a browser may complete."""
    members = User.objects.filter(is_active=True, is_staff=False).order_by("username")
    return list(members.values_list("username", flat=True)[:MOST])
