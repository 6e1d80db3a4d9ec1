"""Names of seasons: those of one ladder are told apart by them."""

from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from ladder.models import Season
from players.names import build_name_key

NAME_TAKEN = "Another season of this ladder already has this name."


def check_season_name(name: str, others: QuerySet[Season]) -> None:
    """Refuse a name that one of the others has.

    Raises: ValidationError, "Another season of this ladder already has this name."
    """
    if build_name_key(name) in {build_name_key(other) for other in others.values_list("name", flat=True)}:
        raise ValidationError(NAME_TAKEN)
