"""A member's notices; and the readers of new ones: the players with an account, and the mail that they want."""

from collections.abc import Collection
from datetime import date
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import BigIntegerField, Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from players.accounts.logins import select_confirmed_address
from players.compiled_query import CompiledQuery, Given
from players.models import Notice, NoticeSettings, Player
from players.people.queries import MOST_PLAYERS_NAMED, select_own_keys

ON_A_PAGE = 30


def select_account_players(user: Any) -> QuerySet[Player, Any]:
    """Return the subquery with the keys of the player that an account plays as and of those merged into them."""
    player = getattr(user, "player", None)
    return player.itself.own_keys if player else Player.objects.none()


def select_unread_counts() -> QuerySet[Notice, Any]:
    """Return how many notices are not read, of a player and of each player merged into them."""
    unread = Notice.objects.filter(player__in=select_own_keys(Given("player", BigIntegerField())), read_at=None)
    return unread.order_by().values("player").annotate(count=Count("pk")).values_list("count")


UNREAD_QUERY = CompiledQuery(select_unread_counts)


def count_unread_notices(user: Any) -> int:
    """Return how many notices the member has not read; 0 without a query for an account without a player."""
    player = getattr(user, "player", None)
    return sum(count for (count,) in UNREAD_QUERY.fetch_rows(player=player.itself.pk)) if player else 0


def load_notices(user: Any, number: str | None) -> Page[Notice]:
    """Return a page of the member's notices, the newest first."""
    notices = Notice.objects.filter(player__in=select_account_players(user)).order_by("-at", "-pk")
    page = Paginator(notices, ON_A_PAGE).get_page(number)
    page.object_list = list(page.object_list)  # read once, however often it is asked
    return page


class NoticeReader(NamedTuple):
    """An account that notices for a player go to, with its confirmed address, if any, and the mail that it wants."""

    player: int  # the one they count as
    user: User
    choice: NoticeSettings
    address: str

    def gets_mail(self, kind: str) -> bool:
        """Whether a notice of this kind goes out by mail as well."""
        return bool(settings.SENDS_MAIL and self.address and self.choice.mails(kind))


def select_due_digests(monday: date) -> QuerySet[NoticeSettings]:
    """Return the settings of the accounts that want a digest and have none of this Monday yet."""
    return NoticeSettings.objects.filter(Q(digest_on=None) | Q(digest_on__lt=monday), digest=True)


def find_digest_readers(monday: date) -> list[NoticeReader]:
    """Return the readers who are to get the digest of this Monday by mail; two queries, one if there is nobody."""
    accounts = Player.objects.filter(user__notice_settings__in=select_due_digests(monday)).order_by()
    players = set(accounts.values_list(Coalesce("merged_into", "pk"), flat=True))
    readers = find_readers(players) if players else []
    return [one for one in readers if one.gets_mail(Notice.Kind.DIGEST) and one.choice.digest_on != monday]


def find_readers(players: Collection[int]) -> list[NoticeReader]:
    """Return the readers among these players, who are given by the keys of the players they count as; one query."""
    accounts = Player.objects.filter(user__is_active=True).select_related("user__notice_settings").order_by()
    accounts = accounts.annotate(address=Subquery(select_confirmed_address(OuterRef("user"))))
    if len(players) <= MOST_PLAYERS_NAMED:
        accounts = accounts.filter(Q(pk__in=players) | Q(merged_into__in=players))
    wanted, found = set(players), {}
    for one in sorted(accounts, key=lambda one: one.merged_into_id is None):  # one's own account goes first
        player = one.merged_into_id or one.pk
        if player in wanted and one.user:
            choice = getattr(one.user, "notice_settings", None) or NoticeSettings(user=one.user)
            found[player] = NoticeReader(player, one.user, choice, one.address or "")
    return list(found.values())
