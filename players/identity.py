"""Who counts as whom: a player who was merged counts as the one they were merged into.

Matches keep the player who was entered; whoever reads them asks here.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OrderBy, Q, QuerySet
from django.db.models.functions import Coalesce

from .models import Player

MANY = 500  # players in one query; more are not worth naming
Identities = Mapping[Any, Any]
"""The merged players, each with whom they count as."""


def identities() -> dict[int, int]:
    """Return the merges as they are stored, in one query."""
    rows = Player.objects.filter(merged_into__isnull=False).order_by().values_list("pk", "merged_into")
    return {player: other for player, other in rows if other}


def who(path: str) -> Coalesce:
    """Return the player that the one at this path counts as, for a query."""
    return Coalesce(f"{path}__merged_into", path)


def called(path: str) -> Coalesce:
    """Return the name of the player that the one at this path counts as, for a query."""
    return Coalesce(f"{path}__merged_into__name", f"{path}__name")


def own_last(path: str) -> tuple[OrderBy, str]:
    """Return the order in which a player's own row comes after those of the players who were merged into them."""
    return F(f"{path}__merged_into").desc(nulls_last=True), f"-{path}"


def selves(players: Collection[Any]) -> QuerySet[Player, Any]:
    """Return these players and those who were merged into them, for a query."""
    return Player.objects.filter(Q(pk__in=players) | Q(merged_into__in=players)).order_by().values("pk")


def accounts_of(player: Player) -> QuerySet[User]:
    """Return the accounts that play as this player, also those of whoever was merged into them.

    Those that can sign in come first, then one's own.
    """
    own_first = F("player__merged_into").asc(nulls_first=True)
    return User.objects.filter(player__in=selves([player.pk])).order_by("-is_active", own_first)


def addresses(user: User) -> set[str]:
    """Return the e-mail addresses of an account."""
    return {address for address in (user.email, *user.emailaddress_set.values_list("email", flat=True)) if address}  # type: ignore[attr-defined]  # allauth's


def names_of(players: Collection[Any]) -> dict[int, str]:
    """Return what these players are called, merged ones by the name of whom they count as."""
    return dict(rows_of(players).values_list("pk", Coalesce("merged_into__name", "name")))


def own_names_of(players: Collection[Any]) -> dict[int, str]:
    """Return the names under which these players were entered, also of those who are merged."""
    return dict(rows_of(players).values_list("pk", "name"))


def rows_of(players: Collection[Any]) -> QuerySet[Player]:
    """Return these players, in no order; of a long list everybody, since a database takes only so many values."""
    return Player.objects.order_by() if len(players) > MANY else Player.objects.filter(pk__in=players).order_by()
