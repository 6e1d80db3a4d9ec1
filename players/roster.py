"""The list of players for organisers: found by name, with what keeps them away and whether they have an account."""

from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Q

from players.models import Player
from players.names import build_name_key
from players.selectors import describe_absence

PER_PAGE = 100


class RosterLine(NamedTuple):
    """A player's line in the list."""

    player: Player
    state: str
    account: str


def load_roster(query: str, number: int) -> tuple[Page[Player], list[RosterLine]]:
    """Return a page of the players whose name, now or before, has this in it; in two queries."""
    found = Player.objects.select_related("user", "merged_into").order_by("key")
    if query:
        key = build_name_key(query)
        found = found.filter(Q(key__contains=key) | Q(former_names__key__contains=key)).distinct()
    page = Paginator(found, PER_PAGE).get_page(number)
    return page, [build_roster_line(player) for player in page.object_list]


def build_roster_line(player: Player) -> RosterLine:
    merged = f"Counts as {player.merged_into}." if player.merged_into else ""
    return RosterLine(player, merged or describe_absence(player), player.user.get_username() if player.user else "")
