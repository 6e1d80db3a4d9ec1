"""Whom an account follows."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from players.models import Follow, Player
from players.people.queries import PLAYERS_PER_PAGE, resolve_player, select_own_keys


def select_follows(user: Any) -> QuerySet[Follow]:
    """Return the rows of an account and of those that are set aside for it, without those about its own player."""
    rows = Follow.objects.filter(Q(user=user.pk) | Q(user__set_aside__stays=user.pk))
    mine = getattr(user, "player", None)
    return rows.exclude(player__in=select_own_keys(mine.itself.pk)) if mine else rows


def list_followed_keys(user: Any) -> set[int]:
    """Return the keys of the players whom an account follows; one query, and none for a visitor."""
    if not user.is_authenticated:
        return set()
    return set(select_follows(user).values_list(resolve_player("player"), flat=True))


def is_following(user: Any, player: Player) -> bool:
    """Return whether an account follows this player, or one who is merged into them."""
    return select_follows(user).filter(player__in=select_own_keys(player.pk)).exists()


def load_followed_players(user: Any, number: str | None) -> Page[Player]:
    """Return a page of the players whom an account follows, by name."""
    keys = select_follows(user).values(whom=resolve_player("player"))
    page = Paginator(Player.objects.filter(pk__in=keys).order_by("folded", "key"), PLAYERS_PER_PAGE).get_page(number)
    page.object_list = list(page.object_list)  # read once, however often it is asked
    return page
