"""The venue code: organisers make it, and people at the venue report with it and can do nothing else."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.access.permissions import Act, check_author_permission
from ladder.models import Ladder, VenueCode
from ladder.scene import is_venue_code_valid
from players.accounts.codes import SHORT, digest_code, make_code

NOTHING_TO_OPEN = "Only recorders enter results here, so a venue code can’t be used."


def make_venue_code(*, ladder: Ladder, by: User | None) -> str:
    """Make a venue code of the ladder, and return it; the old one no longer works.

    Raises: NotAllowed; ValidationError, "Only recorders enter results here, so a venue code can’t be used."
    """
    check_author_permission(by, Act.SETTINGS, ladder)
    if not ladder.members_report:
        raise ValidationError(NOTHING_TO_OPEN)
    code = make_code(SHORT)
    made = {"digest": digest_code(code), "made_by": by, "made_at": timezone.now()}
    VenueCode.objects.update_or_create(ladder=ladder, defaults=made)
    return code


def end_venue_code(*, ladder: Ladder, by: User | None) -> None:
    """Delete the ladder's venue code, so that nobody can report with it.

    Raises: NotAllowed.
    """
    check_author_permission(by, Act.SETTINGS, ladder)
    VenueCode.objects.filter(ladder=ladder).delete()


def find_code_digest(ladder: Ladder, code: str) -> str:
    """Return the digest that a session keeps, if this is the ladder's code; else an empty text."""
    digest = digest_code(code)
    return digest if is_venue_code_valid(ladder, digest) else ""
