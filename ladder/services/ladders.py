"""The settings of a ladder."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ladder.models import Ladder

from . import ledger
from .noting import note
from .permissions import Act, allow


def change(*, ladder: Ladder, values: Mapping[str, Any], by: User | None) -> Ladder:
    """Store these settings of a ladder, and leave the others; open pages fetch its standings again.

    Raises: NotAllowed, or ValidationError such as "Ladder with this Slug already exists."
    """
    allow(by, Act.SETTINGS, ladder)
    with transaction.atomic():
        ladder = ledger.lock(ladder.pk)
        for name, value in values.items():
            setattr(ladder, name, value)
        ladder.full_clean()
        ladder.save()
        ledger.raise_versions(Ladder.objects.filter(pk=ladder.pk))
        if values:
            note(ladder, by, f"Changed: {', '.join(sorted(values))}.")
    return ladder
