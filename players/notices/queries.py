"""What a member has been told; the players with an account, who can be told something, and what they have chosen."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from players.models import Notice, NoticeSettings, Player
from players.people.queries import MANY, select_with_merged

ON_A_PAGE = 30


def select_account_players(user: Any) -> QuerySet[Player, Any]:
    """Return the player that an account plays as, and who was merged into them, for a query."""
    player = getattr(user, "player", None)
    return select_with_merged([player.itself.pk]) if player else Player.objects.none()


def count_unread_notices(user: Any) -> int:
    """Return how many notices the member has not read; nobody signed in has none, without a query."""
    if getattr(user, "player", None) is None:
        return 0
    return Notice.objects.filter(player__in=select_account_players(user), read_at=None).count()


def load_notices(user: Any, number: str | None) -> Page[Notice]:
    """Return a page of what the member was told, the newest first."""
    notices = Notice.objects.filter(player__in=select_account_players(user)).order_by("-at", "-pk")
    page = Paginator(notices, ON_A_PAGE).get_page(number)
    page.object_list = list(page.object_list)  # read once, however often it is asked
    return page


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
