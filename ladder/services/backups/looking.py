"""What is in a backup beside what is here now, for whoever is about to restore it."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User

from ladder.models import Ladder

from .. import ledger
from .checking import Backup
from .tables import Model, tables


class Count(NamedTuple):
    """How many rows of a table are in the file and here."""

    what: str
    file: int
    here: int

    @property
    def texts(self) -> tuple[str, str]:
        """Both numbers as they are printed."""
        return f"{self.file:,}", f"{self.here:,}"


class Compared(NamedTuple):
    """A ladder in the file or here; `state` says how the two agree."""

    name: str
    state: str


class Preview(NamedTuple):
    """What restoring would put in the place of what."""

    made_at: datetime
    club: str
    ladders: list[Compared]
    counts: list[Count]


def preview(backup: Backup) -> Preview:
    """Return the file's content beside the site's, table by table and ladder by ladder."""
    counts = [Count(called(model), backup.count(model), model._base_manager.count()) for model in tables()]
    listed = backup.manifest
    return Preview(listed.made_at, listed.club, compared(backup), [one for one in counts if one.file or one.here])


def compared(backup: Backup) -> list[Compared]:
    ladders = {ladder.slug: ladder for ladder in Ladder.objects.order_by("pk")}
    found = []
    for slug, (name, fingerprint) in backup.manifest.ladders.items():
        ladder = ladders.pop(slug, None)
        same = ladder is not None and ledger.fingerprint(ladder) == fingerprint
        state = "only in the file" if ladder is None else "the same as here" if same else "differs from here"
        found.append(Compared(name, state))
    return found + [Compared(ladder.name, "only here: it would go") for ladder in ladders.values()]


def called(model: Model) -> str:
    """Return a table's name for people: "Match revisions"."""
    words = "accounts" if model is User else str(model._meta.verbose_name_plural)
    return words[:1].upper() + words[1:]
