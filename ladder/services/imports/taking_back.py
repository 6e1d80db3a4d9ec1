"""Taking back an import: all its matches that stand are voided at once, with one replay."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ladder.files.guessing import describe_count
from ladder.models import Event, Import, Match
from ladder.selectors.revisions import find_account_name
from ladder.selectors.roles import Act
from ladder.selectors.unplayed import find_unplayed_players
from ladder.services import ledger
from ladder.services.admission import check_season_open
from ladder.services.events import write_event
from ladder.services.matches.batches import void_matches
from ladder.services.matches.moved import notify_moved_by_undone_import
from ladder.services.permissions import check_author_permission
from ladder.services.stale import MatchChanged, check_ladder_version
from players.models import Player

NOTHING_COUNTS = "None of its matches count any more."
UNDO_REASON = "Import undone: "
LONGEST_REASON = 300  # characters of a revision's reason


def list_standing_matches(taken: Import) -> QuerySet[Match]:
    """Return the matches of an import that are not void."""
    return Match.objects.filter(imported_in=taken).exclude(status=Match.Status.VOID)


def plan_import_undo(taken: Import) -> ledger.Plan:
    """Work out what taking back an import does; nothing is stored.

    Raises: ValidationError, "None of its matches count any more."
    """
    drafts = [ledger.build_draft(match, None) for match in list_standing_matches(taken)]
    if not drafts:
        raise ValidationError(NOTHING_COUNTS)
    return ledger.plan(taken.season, drafts)


def list_leftover_players(taken: Import) -> QuerySet[Player]:
    """Return the players whom the import made and of whom nothing else is known."""
    return find_unplayed_players(taken.players.filter(retired_on=None), without=taken)


def undo_import(*, taken: Import, by: User | None, reason: str, version: int | None = None) -> Import:
    """Void all matches of an import that stand, and retire the players who are no more than a name then.

    `version` is the ladder's that was shown.
    Raises: NotAllowed; Stale, when something changed or somebody took it back meanwhile; ValidationError otherwise.
    """
    check_author_permission(by, Act.IMPORT, taken.season.ladder)
    with transaction.atomic():
        ladder = ledger.lock(taken.season.ladder_id)
        fresh = Import.objects.select_related("season__ladder", "taken_back__by").get(pk=taken.pk)
        check_season_open(fresh.season)
        check_not_undone(fresh)
        check_ladder_version(ladder, version)
        planned, names = plan_import_undo(fresh), list(list_leftover_players(fresh).values_list("pk", flat=True))
        said = {
            "old": describe_count(list_standing_matches(fresh).count(), "match", "matches"),
            "new": "void",
            "reason": reason,
        }
        at = void_matches(list_standing_matches(fresh), by, f"{UNDO_REASON}{reason}"[:LONGEST_REASON])
        verb = Event.Verb.TAKE_BACK
        event = write_event(verb, ladder, by=by, season=fresh.season, plans=[planned], at=at, **said)
        Import.objects.filter(pk=fresh.pk).update(taken_back=event)
        Player.objects.filter(pk__in=names).update(retired_on=timezone.localdate())
        notify_moved_by_undone_import(planned, event)
    return fresh


def check_not_undone(taken: Import) -> None:
    """Refuse what somebody else did first.

    Raises: Changed, "Ann has undone this import in the meantime."
    """
    if taken.taken_back and not list_standing_matches(taken).exists():
        raise MatchChanged(f"{find_account_name(taken.taken_back)} has undone this import in the meantime.")
