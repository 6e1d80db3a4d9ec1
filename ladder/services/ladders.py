"""The settings of a ladder."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from ladder.models import Ladder

from . import ledger
from .noting import note
from .permissions import Act, allow


def change(*, ladder: Ladder, fields: Collection[str], by: User | None) -> Ladder:
    """Store these settings of a ladder; open pages fetch its standings again.

    Raises: NotAllowed, or ValidationError such as "Ladder with this Slug already exists."
    """
    allow(by, Act.SETTINGS, ladder)
    with transaction.atomic():
        ledger.lock(ladder.pk)
        ladder.full_clean()
        ladder.save(update_fields=fields)  # its version may have grown meanwhile
        Ladder.objects.filter(pk=ladder.pk).update(version=F("version") + 1)
        if fields:
            note(ladder, by, f"Changed: {', '.join(sorted(fields))}.")
    return ladder
