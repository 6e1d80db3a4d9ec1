"""Telling players what concerns them: stored for the site, and mailed to those who want it."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Concat, Substr
from django.utils import timezone

from players.models import Notice, NoticeSettings, Player
from players.notices.delivery import run_behind_answer, send_due_notices
from players.notices.queries import NoticeReader, find_readers
from players.people.queries import select_with_merged


class NewNotice(NamedTuple):
    """What somebody is told: a plain sentence, and the path of the page that it is about."""

    reader: NoticeReader
    text: str
    url: str


def notify_player(*, player: Player, kind: str, text: str, url: str) -> Notice | None:
    """Tell a player something in a plain sentence; nobody is told who has no account. Mail goes out after commit."""
    made = notify_players(kind=kind, told=[NewNotice(one, text, url) for one in find_readers([player.itself.pk])])
    return made[0] if made else None


def notify_players(*, kind: str, told: Iterable[NewNotice]) -> list[Notice]:
    """Tell many at once, in one statement."""
    notices = [
        Notice(player_id=one.reader.player, kind=kind, text=format_notice_text(one.text), url=one.url, mail_due=mailed)
        for one in told
        for mailed in [one.reader.gets_mail(kind)]
    ]
    Notice.objects.bulk_create(notices)
    if any(one.mail_due for one in notices):
        transaction.on_commit(lambda: run_behind_answer(send_due_notices), robust=True)
    return notices


def format_notice_text(text: str) -> str:
    """Return the sentence in one line, as long as is kept."""
    line = " ".join(text.split())
    return line if len(line) <= Notice.LONGEST else line[: Notice.LONGEST - 1] + "…"


def mark_notices_read(*, players: Iterable[Player], until: int) -> int:
    """Mark what these players were told as read, up to the notice of that key; return how many were unread."""
    unread = Notice.objects.filter(player__in=players, read_at=None, pk__lte=until)
    return unread.update(read_at=timezone.now())


def mark_notices_answered(*, urls: Collection[str], by: Player | None = None, kinds: Collection[str] = ()) -> None:
    """Mark what these pages asked as read: all of it for whoever answered there, and these kinds for everybody."""
    whose = Q(kind__in=kinds)
    if by:
        whose |= Q(player__in=select_with_merged([by.pk]))
    Notice.objects.filter(whose, url__in=urls, read_at=None).update(read_at=timezone.now())


def move_notices(old: str, new: str) -> None:
    """Let what was told of the pages below one address lead to another, where they are now."""
    if old != new:
        told = Notice.objects.filter(url__startswith=old)
        told.update(url=Concat(Value(new), Substr("url", len(old) + 1)))


def store_notice_settings(*, user: User, moved_by: float, **mailed: bool) -> NoticeSettings:
    """Keep which kinds an account wants by mail, and from which move on a correction is told."""
    values = {kind: mailed[kind] for kind in Notice.Kind.values} | {"moved_by": moved_by}
    return NoticeSettings.objects.update_or_create(user=user, defaults=values)[0]
