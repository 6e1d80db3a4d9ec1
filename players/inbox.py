"""What a member has been told: how much of it is unread, and the list."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from players.identity import select_with_merged
from players.models import Notice, Player

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
