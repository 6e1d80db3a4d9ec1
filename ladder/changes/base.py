"""A change that is planned, shown, and then made exactly as it was shown; and the runner of all of them."""

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import Signal

from ladder import ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import log_event
from ladder.changes.consequences import (
    describe_consequences,
    describe_season_consequences,
    digest_preview,
    digest_values,
)
from ladder.ledger.ladder_lock import StaleChange, lock_all_ladders, lock_open_season, one_moment
from ladder.ledger.ledger_plan import LadderVersions
from ladder.ledger.storage.bulk import collector_paused
from ladder.models import Event, Ladder, MatchRevision, Season
from ladder.ratings import RatingError
from players.people.queries import Identities

Cause = MatchRevision | Event  # the version or the event by which the change log tells of a change
Preview = dict[str, Any]  # what a page shows of a change, by the names that its template has for it
Stored = Generator[tuple[ledger.Plan, Cause | None]]  # plans to be applied one by one, each with what tells of it
Foretold = Sequence[Sequence[Any]]  # what notices say of a preview, as plain values
PREVIEW_TOKEN = re.compile(
    r"((?:[0-9]{1,18}-[0-9]{1,18} ){0,1000})([0-9]{1,9}) ([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]{16})"
    r"(?: ([\w.:-]{1,100000}))?",
    re.ASCII,
)
FORETOLD_SALT = "ladder.changes"
CHECK_AGAIN = "A new result came in. Check the preview again."
ROWS_CHANGED = "Something here has changed in the meantime. Check the preview again."


plans_previewed = Signal()
"""Sent when a preview is made, with its change and plans; each receiver returns what the page says besides."""


class SeenPreview(NamedTuple):
    """The preview that somebody saw before they said yes.

    `versions` are those of the ladders, by key, for which the preview was made; None says that nothing was shown.
    `revision` is that of the match, where one changes. `digest` is that of what the preview said. `rows` is the digest
    of what the change is about; None says that it was not shown. `foretold` is what notices will say from it.
    """

    versions: LadderVersions | None = None
    revision: int | None = None
    digest: str = ""
    rows: str | None = None
    foretold: Foretold = ()

    def build_token(self, about: Any = None) -> str:
        """Return what a page sends back once it has shown this; `about` is what its own form says, as plain values."""
        versions = (f"{ladder}-{version}" for ladder, version in (self.versions or {}).items())
        foretold = [signing.dumps(self.foretold, salt=FORETOLD_SALT, compress=True)] if self.foretold else []
        return " ".join([*versions, f"{self.revision} {self.digest} {self.rows} {digest_values(about)}", *foretold])


UNSEEN_PREVIEW = SeenPreview()


def build_seen(season: Season, version: int | None, revision: int | None = None) -> SeenPreview:
    """Return a preview that was seen at this version of a season's ladder, and of a match."""
    return SeenPreview(None if version is None else {season.ladder_id: version}, revision)


def read_seen(token: str, about: Any = None) -> SeenPreview | None:
    """Return the preview of a token; None if it can't be read, or the form said something else."""
    found = PREVIEW_TOKEN.fullmatch(token)
    if found is None or found[5] != digest_values(about):
        return None
    versions = (one.split("-") for one in found[1].split())
    try:
        foretold = signing.loads(found[6], salt=FORETOLD_SALT) if found[6] else ()
    except signing.BadSignature:
        return None
    known = {int(ladder): int(version) for ladder, version in versions}
    return SeenPreview(known, int(found[2]), found[3], found[4], foretold)


class Change(ABC):
    """Something that is done to one ladder or to many.

    `plan`, `describe` and `list_concerned_rows` store nothing: a page calls them for its preview, and the runner when
    the change is made.
    """

    by: User | None = None  # without an account it is the site's own doing
    reason: str = ""
    revision: int = 0  # of the match, where one changes
    drafts: Sequence[ledger.Draft] = ()  # the matches that change, as `plan` has found them
    merges: Identities | None = None  # who counts as whom then, where that changes, as `plan` has found it
    is_locked = False  # who makes it holds the locks and has read under them what changes: no need to read it again
    foretold: Foretold = ()  # by the preview that was seen
    plans_what_is_stored = False  # `store` makes the plans itself; `plan` is for the preview and gives `store` none

    @abstractmethod
    def check_allowed(self) -> None:
        """Refuse an account that may not make this change. Raises: NotAllowed."""

    @abstractmethod
    def lock(self) -> None:
        """Lock the ladders, and read what is about to change as it is now.

        Raises: Busy; ValidationError with a sentence, where it can't change any more.
        """

    def check_unchanged(self, seen: SeenPreview) -> None:  # noqa: B027  # for changes to one match
        """Refuse the change if somebody has changed its object since the preview, unless the ladders' versions tell.

        Raises: StaleChange.
        """

    @abstractmethod
    def plan(self) -> Sequence[ledger.Plan]:
        """Return what the ledger of each season would hold after the change.

        Raises: ValidationError or RatingError with a sentence, where that can't be.
        """

    @abstractmethod
    def list_concerned_rows(self) -> list[Any]:
        """Return what the change is about, as it is now, as plain values: matches, players, settings, rows of a file.

        A preview holds for these only, also where more of them would move no rating. It is called after `plan`.
        """

    def describe(self, plans: Sequence[ledger.Plan]) -> Preview:
        """Return what the preview prints of these plans, which were made just now."""
        return {"boards": [board for plan in plans for board in describe_consequences(plan, {})]}

    def describe_besides(self, plans: Sequence[ledger.Plan]) -> Preview:
        """Return what the preview prints besides, which need not be the same any more when the change is made.

        With `foretold` comes what its notices will say: under the locks it would take too long to be worked out.
        """
        return {}

    def select_compared(self, preview: Preview) -> Preview:
        """Return what has to be the same where others have written since the preview: by default all that it said."""
        return preview

    @abstractmethod
    def store(self, plans: Sequence[ledger.Plan]) -> Stored:
        """Store everything that changes except the ledger; yield each plan with the version or event of the change log.

        The runner applies a plan when it is given.
        """

    def notify(self, plan: ledger.Plan, cause: Cause | None) -> None:  # noqa: B027  # most changes tell nobody
        """Tell the players whom the change concerns."""


def preview_change(change: Change) -> tuple[Preview, SeenPreview]:
    """Return what a page shows of a change, and what it sends back once this was seen; all as it is at one moment.

    Raises: ValidationError or RatingError with a sentence, where the change can't be made.
    """
    with one_moment():
        plans = change.plan()
        preview, besides = change.describe(plans), change.describe_besides(plans)
        answers: list[tuple[Any, Any]] = plans_previewed.send(type(change), change=change, plans=plans)
        for _, more in answers:
            besides = besides | more
        rows = digest_values(change.list_concerned_rows())
    said = digest_preview(change.select_compared(preview))
    seen = SeenPreview(find_versions(plans), change.revision, said, rows, besides.get("foretold", ()))
    return preview | besides, seen


def run(change: Change, seen: SeenPreview = UNSEEN_PREVIEW) -> None:
    """Make a change: allow, lock, compare with what was shown, plan, store, log, apply, notify.

    Raises: NotAllowed; Busy; StaleChange, where it would not do what was shown; else what its own steps raise. Then
    nothing is stored.
    """
    change.check_allowed()
    change.foretold = seen.foretold
    with collector_paused(), transaction.atomic():
        change.lock()
        change.check_unchanged(seen)
        plans = plan_as_shown(change, seen)
        with closing(change.store(plans)) as stored:
            for plan, cause in stored:
                ledger.apply(plan, cause)
                change.notify(plan, cause)


def plan_as_shown(change: Change, seen: SeenPreview) -> Sequence[ledger.Plan]:
    """Return the plans of a change, made under the locks of its ladders and compared with the preview that was seen.

    Other results may have come in since: the plan holds while its preview says the same of the same rows.
    Raises: StaleChange; else what `plan` raises.
    """
    stored = dict(Ladder.objects.filter(pk__in=seen.versions or ()).values_list("pk", "version"))
    is_current = seen.versions is None or seen.versions == stored
    is_planned_later = is_current and change.plans_what_is_stored
    try:
        plans = [] if is_planned_later else change.plan()
    except (RatingError, ValidationError) as error:
        if is_current:
            raise
        raise StaleChange(CHECK_AGAIN) from error
    if seen.rows is not None and seen.rows != digest_values(change.list_concerned_rows()):
        raise StaleChange(ROWS_CHANGED if is_current else CHECK_AGAIN)
    if is_planned_later:
        return []
    is_same = seen.versions is None or seen.versions == find_versions(plans)
    if not is_same and digest_preview(change.select_compared(change.describe(plans))) != seen.digest:
        raise StaleChange(CHECK_AGAIN)
    return plans


def find_versions(plans: Sequence[ledger.Plan]) -> LadderVersions:
    """Return the versions of the ladders for which these plans were made, by key."""
    return {plan.season.ladder_id: plan.version for plan in plans}


class SeasonChange(Change):
    """A change to one open season, by an account that may do this act on its ladder."""

    act = Act.SETTINGS

    def __init__(self, season: Season, *, by: User | None = None, reason: str = "") -> None:
        self.season, self.by, self.reason = season, by, reason

    def check_allowed(self) -> None:
        check_author_permission(self.by, self.act, self.season.ladder)

    def lock(self) -> None:
        self.season = lock_open_season(self.season)

    def log(self, verb: Event.Verb, plans: Sequence[ledger.Plan], **words: Any) -> Event:
        """Store the event of this change with its plans, and return it; `words` say what was and what is now."""
        season = self.season
        return log_event(verb, season.ladder, by=self.by, reason=self.reason, plans=plans, season=season, **words)


class LaddersChange(Change):
    """A change that may reach seasons of every ladder."""

    def lock(self) -> None:
        lock_all_ladders()

    def describe(self, plans: Sequence[ledger.Plan]) -> Preview:
        return {"seasons": [describe_season_consequences(plan) for plan in plans]}
