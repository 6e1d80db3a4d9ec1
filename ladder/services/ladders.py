"""Making a ladder, and changing its settings."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from ladder.models import Ladder, Season
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.noting import note_in_admin_log
from ladder.services.permissions import check_author_permission
from ladder.services.seasons import BoardChoices, add_boards
from ladder.services.stale import check_as_read
from players.services.notices import move_notices


def create_ladder(
    *,
    slug: str,
    name: str,
    boards: BoardChoices,
    season: str = "all-time",
    season_name: str = "",
    reporters: str = Ladder.Reporters.PLAYERS,
) -> Ladder:
    """Make a ladder with one open season without dates; the first board is its main one.

    Raises: ValidationError or RatingError with a sentence, and nothing is stored.
    """
    if not boards:
        raise ValidationError("A ladder needs a rating system.")
    with transaction.atomic():
        ladder = save_ladder(Ladder(slug=slug, name=name, reporters=reporters))
        first = Season(ladder=ladder, slug=season, name=season_name or season.replace("-", " ").capitalize())
        first.full_clean()
        first.save()
        add_boards(first, boards)
    return ladder


def change_ladder(*, ladder: Ladder, values: Mapping[str, Any], by: User | None) -> Ladder:
    """Store these settings of a ladder as it was read, and leave the others; open pages fetch its standings again.

    Raises: NotAllowed; Overtaken when somebody else changed one of them meanwhile; ValidationError, such as "Another
    ladder has that address."
    """
    check_author_permission(by, Act.SETTINGS, ladder)
    with transaction.atomic():
        read, ladder = ladder, ledger.lock(ladder.pk)
        check_as_read(read, ladder, values)
        for name, value in values.items():
            setattr(ladder, name, value)
        save_ladder(ladder)
        move_notices(read.get_absolute_url(), ladder.get_absolute_url())
        ledger.raise_versions(Ladder.objects.filter(pk=ladder.pk))
        if values:
            note_in_admin_log(ladder, by, f"Changed: {', '.join(sorted(values))}.")
    return ladder


def save_ladder(ladder: Ladder) -> Ladder:
    """Store a ladder that can be as it is. Raises: ValidationError, "Another ladder already has this address." """
    ladder.full_clean(validate_constraints=False)  # the database asks them when it is saved
    try:
        with transaction.atomic():
            ladder.save()
    except IntegrityError:
        ladder.full_clean()  # somebody took the address meanwhile
        raise
    return ladder
