"""Who has a role on a ladder, and who might be given one."""

from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.models import Ladder, Role

MOST_ACCOUNTS = 500


class RoleHolder(NamedTuple):
    """An account with a role, by the name it plays under."""

    pk: int
    name: str
    account: str
    role: str
    is_active: bool


def list_role_holders(ladder: Ladder) -> list[RoleHolder]:
    """Return the organisers and then the recorders of a ladder, in one query."""
    return [
        RoleHolder(
            role.pk, find_player_name(role.user), role.user.username, role.get_role_display(), role.user.is_active
        )
        for role in Role.objects.filter(ladder=ladder)
        .select_related("user__player__merged_into")
        .order_by("role", "user__username")
    ]


def find_player_name(user: User) -> str:
    player = getattr(user, "player", None)
    return player.itself.name if player else ""


def list_account_names() -> list[str]:
    """Return the user names that a browser may complete."""
    members = User.objects.filter(is_active=True, is_staff=False).order_by("username")
    return list(members.values_list("username", flat=True)[:MOST_ACCOUNTS])
