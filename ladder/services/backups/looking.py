"""What is in a backup beside what is here now, for whoever is about to restore it."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.models import Challenge, Ladder, Match, Season
from ladder.services import ledger
from ladder.services.backups.reading import Backup
from ladder.services.backups.tables import Model
from players.models import Player
from players.services.owners import OWNING

COUNTED_MODELS: tuple[Model, ...] = (Ladder, Season, Player, Match, Challenge, User)  # what people know of a site
OWNERLESS = (
    "No account in this file owns the club, so nobody could change its settings or give roles. "
    "Once it is restored, make an owner on the server with manage.py create_organiser NAME."
)


class CountComparison(NamedTuple):
    """How many of something are in the file and here."""

    what: str
    file: int
    here: int

    @property
    def texts(self) -> tuple[str, str]:
        """Both numbers as they are printed."""
        return f"{self.file:,}", f"{self.here:,}"


class LadderComparison(NamedTuple):
    """A ladder in the file or here; `state` says how the two agree."""

    name: str
    state: str


class RestorePreview(NamedTuple):
    """What restoring would put in the place of what."""

    made_at: datetime
    club: str
    ladders: list[LadderComparison]
    counts: list[CountComparison]
    warning: str  # what will have to be done about it once it is restored, if anything


def build_restore_preview(backup: Backup) -> RestorePreview:
    """Return the file's content beside the site's: how many of what people know, and ladder by ladder."""
    counts = [
        CountComparison(format_table_name(model), backup.count(model), model._base_manager.count())
        for model in COUNTED_MODELS
    ]
    listed, shown = backup.manifest, [one for one in counts if one.file or one.here]
    return RestorePreview(
        listed.made_at, listed.club, compare_ladders(backup), shown, "" if has_owner(backup) else OWNERLESS
    )


def has_owner(backup: Backup) -> bool:
    """Say whether an account in the file owns the club."""
    owning = tuple(OWNING.values())
    return any(row == owning for row in backup.picked(User, *OWNING))


def compare_ladders(backup: Backup) -> list[LadderComparison]:
    ladders = {ladder.slug: ladder for ladder in Ladder.objects.order_by("pk")}
    found = []
    for slug, (name, fingerprint) in backup.manifest.ladders.items():
        ladder = ladders.pop(slug, None)
        same = ladder is not None and ledger.has_fingerprint(ladder, fingerprint)
        state = "only in the backup" if ladder is None else "same as here" if same else "different from here"
        found.append(LadderComparison(name, state))
    return found + [LadderComparison(ladder.name, "only here, will be removed") for ladder in ladders.values()]


def format_table_name(model: Model) -> str:
    """Return what people call them: "Matches"."""
    words = "accounts" if model is User else str(model._meta.verbose_name_plural)
    return words[:1].upper() + words[1:]
