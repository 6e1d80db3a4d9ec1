"""Who can be told something: the players with an account, and what they have chosen."""

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q

from players.identity import MANY
from players.models import NoticeSettings, Player


class NoticeReader(NamedTuple):
    """A player who can be told, by the account that plays as them."""

    player: int  # as whom they count
    user: User
    choice: NoticeSettings

    def gets_mail(self, kind: str) -> bool:
        """Whether a notice of this kind goes out by mail as well."""
        return bool(settings.SENDS_MAIL and self.user.email and self.choice.mails(kind))


def find_readers(players: Collection[int]) -> list[NoticeReader]:
    """Return those of these players who have an account, by the keys as whom they count; one query."""
    accounts = Player.objects.filter(user__is_active=True).select_related("user__notice_settings").order_by()
    if len(players) <= MANY:
        accounts = accounts.filter(Q(pk__in=players) | Q(merged_into__in=players))
    wanted, found = set(players), {}
    for one in sorted(accounts, key=lambda one: one.merged_into_id is None):  # one's own account goes first
        player = one.merged_into_id or one.pk
        if player in wanted and one.user:
            found[player] = NoticeReader(player, one.user, find_notice_settings(one.user))
    return list(found.values())


def find_notice_settings(user: User) -> NoticeSettings:
    """Return what was read along with the account."""
    try:
        return user.notice_settings
    except ObjectDoesNotExist:
        return NoticeSettings(user=user)
