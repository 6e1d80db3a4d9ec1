"""The mail that no server took: its owner passes it on, and then takes it away."""

from django.contrib.auth.models import User

from players.models import OutboxMessage

from ..permissions import Act, allow


def remove(*, pk: int, by: User | None) -> bool:
    """Take a message away; say whether it was there.

    Raises: NotAllowed.
    """
    allow(by, Act.CLUB)
    return bool(OutboxMessage.objects.filter(pk=pk).delete()[0])
