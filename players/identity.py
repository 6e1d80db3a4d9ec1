"""Who counts as whom: a player who was merged counts as the one they were merged into.

Matches keep the player who was entered; whoever reads them asks here.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OrderBy, Q, QuerySet
from django.db.models.functions import Coalesce

from players.models import Player

MANY = 500  # players in one query; more are not worth naming
Identities = Mapping[Any, Any]
"""The merged players, each with whom they count as."""


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
