"""Who counts as whom, and what pages say about players besides their matches: other names, absence, the list.

A player who was merged counts as the one they were merged into. Matches keep the player who was entered, so whoever
reads matches asks here.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Exists, F, OrderBy, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import formats, timezone

from players.models import Invitation, Player
from players.people.names import build_name_key
from players.privacy.veil import is_veil_shortening

MANY = 500  # players in one query; more are not worth naming
Identities = Mapping[Any, Any]
"""The merged players, each with whom they count as."""

PER_PAGE = 100


def load_identities() -> dict[int, int]:
    """Return the merges as they are stored, in one query."""
    rows = Player.objects.filter(merged_into__isnull=False).order_by().values_list("pk", "merged_into")
    return {player: other for player, other in rows if other}


def resolve_player(path: str) -> Coalesce:
    """Return the player that the one at this path counts as, for a query."""
    return Coalesce(f"{path}__merged_into", path)


def resolve_player_name(path: str) -> Coalesce:
    """Return the name of the player that the one at this path counts as, for a query."""
    return Coalesce(f"{path}__merged_into__name", f"{path}__name")


def order_own_last(path: str) -> tuple[OrderBy, str]:
    """Return the order in which a player's own row comes after those of the players who were merged into them."""
    return F(f"{path}__merged_into").desc(nulls_last=True), f"-{path}"


def select_with_merged(players: Collection[Any]) -> QuerySet[Player, Any]:
    """Return these players and those who were merged into them, for a query."""
    return Player.objects.filter(Q(pk__in=players) | Q(merged_into__in=players)).order_by().values("pk")


def select_accounts(player: Player) -> QuerySet[User]:
    """Return the accounts that play as this player, also those of whoever was merged into them.

    Those that can sign in come first, then one's own.
    """
    own_first = F("player__merged_into").asc(nulls_first=True)
    return User.objects.filter(player__in=select_with_merged([player.pk])).order_by("-is_active", own_first)


def list_email_addresses(user: User) -> set[str]:
    """Return the e-mail addresses of an account."""
    return {address for address in (user.email, *user.emailaddress_set.values_list("email", flat=True)) if address}  # type: ignore[attr-defined]  # allauth's


def load_player_names(players: Collection[Any]) -> dict[int, str]:
    """Return what these players are called, merged ones by the name of whom they count as."""
    return dict(select_players(players).values_list("pk", Coalesce("merged_into__name", "name")))


def load_entered_names(players: Collection[Any]) -> dict[int, str]:
    """Return the names under which these players were entered, also of those who are merged."""
    return dict(select_players(players).values_list("pk", "name"))


def select_players(players: Collection[Any]) -> QuerySet[Player]:
    """Return these players, in no order; of a long list everybody, since a database takes only so many values."""
    return Player.objects.order_by() if len(players) > MANY else Player.objects.filter(pk__in=players).order_by()


class PlayerRemarks(NamedTuple):
    """The names that a player had, who was merged into them, and what keeps them away."""

    formerly: list[str]
    merged: list[Player]
    away: str


def load_player_remarks(player: Player) -> PlayerRemarks:
    """Return what is said about a player, in two queries; other names only where names are not shortened."""
    if is_veil_shortening():
        return PlayerRemarks([], [], describe_absence(player))
    former = player.former_names.exclude(key=player.key)
    return PlayerRemarks([one.name for one in former], list(player.merged.all()), describe_absence(player))


def describe_absence(player: Player) -> str:
    """Return "Retired on 3 May 2026." or "Sits out until 3 May 2026."; nothing for somebody who plays."""
    if player.retired_on:
        return f"Retired on {formats.date_format(player.retired_on, 'j F Y')}."
    if player.sits_out_until and player.sits_out_until > timezone.localdate():
        return f"Sits out until {formats.date_format(player.sits_out_until, 'j F Y')}."
    return ""


def ask_about_absence(player: Player) -> str:
    """Return what to ask before a match with this player is reported; nothing for somebody who plays."""
    said = describe_absence(player)
    return f"{player} {said[0].lower()}{said[1:]} Is it them?" if said else ""


def list_completion_names() -> list[str]:
    """Return the names that a browser may complete for any player, the retired included."""
    return list(Player.objects.filter(merged_into=None).order_by("key").values_list("name", flat=True)[:500])


def list_uninvited_players() -> list[Player]:
    """Return who plays and has no account, by name; `invited` says whether an invitation is open."""
    open_one = Invitation.objects.open().filter(player=OuterRef("pk"))
    without = Player.objects.filter(user=None, merged_into=None, retired_on=None, erased_at=None)
    return list(without.exclude(merged__user__isnull=False).annotate(invited=Exists(open_one)).order_by("key"))


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


def get_player_or_404(pk: int) -> Player:
    """Return the player with whom they were merged into, if they were."""
    return get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
