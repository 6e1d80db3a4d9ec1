"""React to what is told of a match."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder.models import Match, Reaction


def react_to_match(*, match: Match, by: User, kind: str) -> None:
    """Store a member's reaction in place of the one before; the same once more takes it back.

    Raises: ValidationError, for a word that there is not.
    """
    if kind not in Reaction.Kind.values:
        raise ValidationError("Choose one of these words.")
    mine = Reaction.objects.filter(match=match, user=by, kind=kind)
    if not mine.delete()[0]:
        Reaction.objects.update_or_create(match=match, user=by, defaults={"kind": kind})
