"""What saving a match or a season asks first, through whichever door it comes."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Match, Season

from ..admission import admit, check_open, dates
from ..results import result_of, sides_of
from ..revisions import revise, verb_of
from .apply import apply
from .drafts import draft_of
from .lock import lock
from .plan import plan


def save_match(match: Match, store: Callable[[], None]) -> None:
    """Check a changed match, store it with a revision, and settle the ledger.

    Raises: ValidationError or RatingError with a sentence, and nothing is stored.
    """
    with transaction.atomic():
        lock(match.season.ladder_id)
        if match.pk is None:
            raise ValidationError("A new match is recorded together with its players: use matches.record.")
        old = Match.objects.select_related("season").get(pk=match.pk)
        if old.season_id != match.season_id:
            raise ValidationError("A match can't move to another season. Void it and report it there.")
        result = result_of(match, sides_of(match))
        if not match.is_void:
            admit(match.season, result)
        check_open(match.season)
        match.revision = old.revision + 1
        planned = plan(match.season, [draft_of(old, result if match.counts else None)])
        store()
        apply(planned, revise(match, verb_of(old.is_void, match.is_void)))


def check_season(season: Season) -> None:
    """Refuse dates that leave out matches, and a season that opens from a wrong one.

    Raises: ValidationError, such as "3 matches were played outside these dates."
    """
    before = season.opens_from
    if before and (before.ladder_id != season.ladder_id or (season.pk and before.pk >= season.pk)):
        raise ValidationError({"opens_from": "A season can only follow an earlier season of its own ladder."})
    if not season.pk:
        return
    matches = Match.objects.filter(season=season).exclude(status=Match.Status.VOID)
    days = [timezone.localdate(at) for at in matches.values_list("played_at", flat=True)]
    outside = [day for day in days if not dates(season, day)]
    if outside:
        is_before = season.starts_on is not None and min(outside) < season.starts_on
        they = ("1 match was played", "it") if len(outside) == 1 else (f"{len(outside):,} matches were played", "them")
        text = f"{they[0]} outside these dates. Correct or void {they[1]} first."
        raise ValidationError({"starts_on" if is_before else "ends_on": text})
