"""The mail that no server took: its owner passes it on, and then takes it away."""

from django.contrib.auth.models import User

from ladder.selectors.roles import Act
from ladder.services.permissions import check_author_permission
from players.models import OutboxMessage


def remove_unsent_message(*, pk: int, by: User | None) -> bool:
    """Take a message away; say whether it was there.

    Raises: NotAllowed.
    """
    check_author_permission(by, Act.CLUB)
    return bool(OutboxMessage.objects.filter(pk=pk).delete()[0])
