"""What saving a match or a season asks first, through whichever door it comes."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Match, Season
from ladder.services.admission import check_admission, check_season_open, is_within_season
from ladder.services.ledger.apply import apply
from ladder.services.ledger.drafts import build_draft
from ladder.services.ledger.lock import lock
from ladder.services.ledger.plan import plan
from ladder.services.results import build_match_result, load_participant_results
from ladder.services.revisions import choose_revision_verb, write_revision


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
        result = build_match_result(match, load_participant_results(match))
        if not match.is_void:
            check_admission(match.season, result)
        check_season_open(match.season)
        match.revision = old.revision + 1
        planned = plan(match.season, [build_draft(old, result if match.counts else None)])
        store()
        apply(planned, write_revision(match, choose_revision_verb(old.is_void, match.is_void)))


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
    outside = [day for day in days if not is_within_season(season, day)]
    if outside:
        is_before = season.starts_on is not None and min(outside) < season.starts_on
        they = ("1 match was played", "it") if len(outside) == 1 else (f"{len(outside):,} matches were played", "them")
        text = f"{they[0]} outside these dates. Correct or void {they[1]} first."
        raise ValidationError({"starts_on" if is_before else "ends_on": text})
