"""Write the digests that are due."""

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from ladder.digest.queries import DigestWeek, compose_digest, load_digest_week
from players.models import Club, Notice, Player
from players.notices.actions import NewNotice, claim_digest, notify_players
from players.notices.queries import NoticeReader, find_digest_readers

DIGEST_HOUR = 7  # of Monday, in the club's zone


def write_due_digests() -> int:
    """Write the digests of this week on Monday from seven o'clock on, and return how many; their mail goes out then.

    Each is written once, whoever asks at the same time, since the week is noted in the transaction that stores it.
    """
    now = timezone.localtime()
    if now.weekday() or now.hour < DIGEST_HOUR:
        return 0
    readers = find_digest_readers(now.date())
    week = load_digest_week(now.date()) if readers else None
    if week is None:
        return 0
    players = Player.objects.in_bulk([one.player for one in readers])
    return sum(write_digest(week, one, players[one.player]) for one in readers)


def write_digest(week: DigestWeek, reader: NoticeReader, player: Player) -> bool:
    """Store the digest of one member; False where there is nothing to tell, or another process was quicker."""
    text = compose_digest(week, player)
    with transaction.atomic():
        if not claim_digest(user=reader.user, monday=week.monday) or not text:
            return False
        title = f"Your week at {Club.current()}, {week.span}"
        notify_players(kind=Notice.Kind.DIGEST, told=[NewNotice(reader, title, reverse("ladder:home"), text)])
    return True
