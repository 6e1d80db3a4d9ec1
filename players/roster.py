"""The list of players for organisers: found by name, with what keeps them away and whether they have an account."""

from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q

from .models import Player
from .names import name_key
from .selectors import away

PER_PAGE = 100


class Listed(NamedTuple):
    """A player's line in the list."""

    player: Player
    state: str
    account: str


def roster(query: str, number: int) -> tuple[Page[Player], list[Listed]]:
    """Return a page of the players whose name, now or before, has this in it; in two queries."""
    found = Player.objects.select_related("user", "merged_into").order_by("key")
    if query:
        key = name_key(query)
        found = found.filter(Q(key__contains=key) | Q(former_names__key__contains=key)).distinct()
    page = Paginator(found, PER_PAGE).get_page(number)
    return page, [listed(player) for player in page.object_list]


def listed(player: Player) -> Listed:
    merged = f"Counts as {player.merged_into}." if player.merged_into else ""
    return Listed(player, merged or away(player), player.user.get_username() if player.user else "")
