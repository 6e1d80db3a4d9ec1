"""Tell players something: store notices, and mail them to those who want that."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Concat, Substr
from django.utils import timezone

from players.models import Notice, NoticeSettings, Player
from players.models.notice import LONGEST_MAIL_TEXT
from players.notices.delivery import start_sending
from players.notices.queries import NoticeReader, find_readers, select_due_digests


class NewNotice(NamedTuple):
    """A notice to be stored: who reads it, a plain sentence, the path of its page, and what its mail says besides."""

    reader: NoticeReader
    text: str
    url: str
    mail_text: str = ""


def notify_player(*, player: Player, kind: str, text: str, url: str) -> Notice | None:
    """Store a notice for a player, and return it; None for a player without an account. Mail goes out after commit."""
    made = notify_players(kind=kind, told=[NewNotice(one, text, url) for one in find_readers([player.itself.pk])])
    return made[0] if made else None


def notify_players(*, kind: str, told: Iterable[NewNotice]) -> list[Notice]:
    """Store many notices in one statement, and return them. Mail goes out after commit."""
    notices = [
        Notice(
            player_id=one.reader.player,
            kind=kind,
            text=format_notice_text(one.text),
            url=one.url,
            mail_text=one.mail_text[:LONGEST_MAIL_TEXT],
            mail_due=one.reader.gets_mail(kind),
        )
        for one in told
    ]
    Notice.objects.bulk_create(notices)
    if any(one.mail_due for one in notices):
        transaction.on_commit(start_sending, robust=True)
    return notices


def format_notice_text(text: str) -> str:
    """Return the sentence in one line, cut to the length of the column."""
    line = " ".join(text.split())
    return line if len(line) <= Notice.LONGEST else line[: Notice.LONGEST - 1] + "…"


def mark_notices_read(*, players: Iterable[Player], until: int) -> int:
    """Mark the notices of these players up to this key as read; return how many were unread."""
    unread = Notice.objects.filter(player__in=players, read_at=None, pk__lte=until)
    return unread.update(read_at=timezone.now())


def mark_notices_answered(*, urls: Collection[str], by: Player | None = None, kinds: Collection[str] = ()) -> None:
    """Mark notices that lead to these pages as read: all those of the player `by`, and everybody's of these kinds."""
    whose = Q(kind__in=kinds)
    if by:
        whose |= Q(player__in=by.own_keys)
    Notice.objects.filter(whose, url__in=urls, read_at=None).update(read_at=timezone.now())


def move_notices(old: str, new: str) -> None:
    """Let notices that lead to pages below an old address lead to the new one."""
    if old != new:
        moved = Notice.objects.filter(url__startswith=old)
        moved.update(url=Concat(Value(new), Substr("url", len(old) + 1)))


def store_notice_settings(*, user: User, moved_by: float, **mailed: bool) -> NoticeSettings:
    """Store which kinds of notices an account wants by mail, and from how many points on corrections are told."""
    values = {kind: mailed[kind] for kind in Notice.Kind.values} | {"moved_by": moved_by}
    return NoticeSettings.objects.update_or_create(user=user, defaults=values)[0]


def claim_digest(*, user: User, monday: date) -> bool:
    """Note that the digest of a Monday is written for an account; False if it is already, or not wanted any more."""
    return bool(select_due_digests(monday).filter(user=user).update(digest_on=monday))


def drop_due_digests(monday: date) -> None:
    """Write and send no digest up to this Monday any more, as where it is not known who has it."""
    select_due_digests(monday).update(digest_on=monday)
    Notice.objects.filter(kind=Notice.Kind.DIGEST, mail_due=True).update(mail_due=False, mail_text="")
