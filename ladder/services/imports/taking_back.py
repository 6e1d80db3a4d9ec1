"""Taking back an import: all its matches that stand are voided at once, with one replay."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ladder.files.guessing import counted
from ladder.models import Event, Import, Match
from ladder.selectors.revisions import account_name
from ladder.selectors.unplayed import unplayed
from players.models import Player

from .. import events, ledger
from ..admission import check_open
from ..matches import batches, moved
from ..permissions import Act, allow
from ..stale import Changed, check_version

NOTHING = "None of its matches count any more."
SAID = "Import undone: "
LONGEST = 300  # characters of a revision's reason


def standing(taken: Import) -> QuerySet[Match]:
    """Return the matches of an import that are not void."""
    return Match.objects.filter(imported_in=taken).exclude(status=Match.Status.VOID)


def plan(taken: Import) -> ledger.Plan:
    """Work out what taking back an import does; nothing is stored.

    Raises: ValidationError, "None of its matches count any more."
    """
    drafts = [ledger.draft_of(match, None) for match in standing(taken)]
    if not drafts:
        raise ValidationError(NOTHING)
    return ledger.plan(taken.season, drafts)


def left_over(taken: Import) -> QuerySet[Player]:
    """Return the players whom the import made and of whom nothing else is known."""
    return unplayed(taken.players.filter(retired_on=None), without=taken)


def take_back(*, taken: Import, by: User | None, reason: str, version: int | None = None) -> Import:
    """Void all matches of an import that stand, and retire the players who are no more than a name then.

    `version` is the ladder's that was shown.
    Raises: NotAllowed; Stale, when something changed or somebody took it back meanwhile; ValidationError otherwise.
    """
    allow(by, Act.IMPORT, taken.season.ladder)
    with transaction.atomic():
        ladder = ledger.lock(taken.season.ladder_id)
        fresh = Import.objects.select_related("season__ladder", "taken_back__by").get(pk=taken.pk)
        check_open(fresh.season)
        check_there(fresh)
        check_version(ladder, version)
        planned, names = plan(fresh), list(left_over(fresh).values_list("pk", flat=True))
        said = {"old": counted(standing(fresh).count(), "match", "matches"), "new": "void", "reason": reason}
        at = batches.void(standing(fresh), by, f"{SAID}{reason}"[:LONGEST])
        verb = Event.Verb.TAKE_BACK
        event = events.write(verb, ladder, by=by, season=fresh.season, plans=[planned], at=at, **said)
        Import.objects.filter(pk=fresh.pk).update(taken_back=event)
        Player.objects.filter(pk__in=names).update(retired_on=timezone.localdate())
        moved.tell_taken_back(planned, event)
    return fresh


def check_there(taken: Import) -> None:
    """Refuse what somebody else did first.

    Raises: Changed, "Ann has undone this import in the meantime."
    """
    if taken.taken_back and not standing(taken).exists():
        raise Changed(f"{account_name(taken.taken_back)} has undone this import in the meantime.")
