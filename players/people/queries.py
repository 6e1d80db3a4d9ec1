"""Who counts as whom, and what pages say about players besides their matches: other names, absence, the list.

A merged player counts as the one they were merged into. Matches keep the player who was entered, so code that reads
matches asks here.
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
from players.people.names import fold_player_name
from players.privacy.redaction import are_names_shortened

MOST_PLAYERS_NAMED = 500  # players that a query names one by one; for more it reads all
Identities = Mapping[Any, Any]
"""The keys of merged players, each with the key of the player they count as."""

PLAYERS_PER_PAGE = 100


def load_identities() -> dict[int, int]:
    """Return the stored merges; one query."""
    rows = Player.objects.filter(merged_into__isnull=False).order_by().values_list("pk", "merged_into")
    return {player: other for player, other in rows if other}


def resolve_player(path: str) -> Coalesce:
    """Return the expression for the key of the player that the one at this path counts as."""
    return Coalesce(f"{path}__merged_into", path)


def resolve_player_name(path: str) -> Coalesce:
    """Return the expression for the name of the player that the one at this path counts as."""
    return Coalesce(f"{path}__merged_into__name", f"{path}__name")


def order_own_last(path: str) -> tuple[OrderBy, str]:
    """Return the ordering that puts a player's own row after those of the players merged into them."""
    return F(f"{path}__merged_into").desc(nulls_last=True), f"-{path}"


def list_with_merged(players: Collection[Any]) -> list[Any]:
    """Return the keys of these players and of those merged into them; one query.

    Keys, and no subquery: PostgreSQL can't guess how few that brings, and may read every match for one of them.
    """
    return [*players, *load_merged_into(players)]


def load_merged_into(players: Collection[Any]) -> dict[int, int]:
    """Return the keys of those who were merged into these players, each with the key of whom they count as."""
    rows = Player.objects.filter(merged_into__in=players).order_by().values_list("pk", "merged_into")
    return {player: other for player, other in rows if other}


def select_own_keys(player: Any) -> QuerySet[Player, Any]:
    """Return the same for one player, whose key may be given later in a compiled query."""
    return Player.objects.filter(Q(pk=player) | Q(merged_into=player)).order_by().values("pk")


def select_hidden_players() -> QuerySet[Player, Any]:
    """Return the subquery with the keys of the players whom visitors see as hidden, also as merged into such a one."""
    return Player.objects.filter(Q(hidden=True, merged_into=None) | Q(merged_into__hidden=True)).order_by().values("pk")


def select_accounts(player: Player) -> QuerySet[User]:
    """Return the accounts of this player and of the players merged into them.

    Active accounts come first, and among them the player's own.
    """
    own_first = F("player__merged_into").asc(nulls_first=True)
    return User.objects.filter(player__in=player.own_keys).order_by("-is_active", own_first)


def list_email_addresses(user: User) -> set[str]:
    """Return the e-mail addresses of an account."""
    return {address for address in (user.email, *user.emailaddress_set.values_list("email", flat=True)) if address}  # type: ignore[attr-defined]  # allauth's


def load_player_names(players: Collection[Any]) -> dict[int, str]:
    """Return the names of these players by key; a merged one has the name of the player they count as."""
    return dict(select_players(players).values_list("pk", Coalesce("merged_into__name", "name")))


def load_entered_names(players: Collection[Any]) -> dict[int, str]:
    """Return the own names of these players by key, also of those who are merged."""
    return dict(select_players(players).values_list("pk", "name"))


def select_players(players: Collection[Any]) -> QuerySet[Player]:
    """Return these players, in no order; for a long list all players, since a database takes only so many values."""
    return (
        Player.objects.order_by()
        if len(players) > MOST_PLAYERS_NAMED
        else Player.objects.filter(pk__in=players).order_by()
    )


class PlayerRemarks(NamedTuple):
    """A player's former names, the players merged into them, and the sentence why they don't play."""

    formerly: list[str]
    merged: list[Player]
    away: str


def load_player_remarks(player: Player) -> PlayerRemarks:
    """Return the remarks on a player; two queries. Whoever reads shortened names is told no other names."""
    if are_names_shortened():
        return PlayerRemarks([], [], describe_absence(player))
    former = player.former_names.exclude(key=player.key)
    return PlayerRemarks([one.name for one in former], list(player.merged.all()), describe_absence(player))


def describe_absence(player: Player) -> str:
    """Return "Retired on 3 May 2026." or "Sits out until 3 May 2026."; an empty text for somebody who plays."""
    if player.retired_on:
        return f"Retired on {formats.date_format(player.retired_on, 'j F Y')}."
    if player.sits_out_until and player.sits_out_until > timezone.localdate():
        return f"Sits out until {formats.date_format(player.sits_out_until, 'j F Y')}."
    return ""


def count_days_away(player: Player) -> int:
    """Return in how many days somebody who sits out is back; 0 for who plays."""
    until = player.sits_out_until
    return max((until - timezone.localdate()).days, 0) if until else 0


def ask_about_absence(player: Player) -> str:
    """Return what to ask before a match with this player is reported; an empty text for somebody who plays."""
    absence = describe_absence(player)
    return f"{player} {absence[0].lower()}{absence[1:]} Is it them?" if absence else ""


def list_completion_names() -> list[str]:
    """Return the names of players that the browser offers to complete, by name; retired players come last."""
    known = Player.objects.filter(merged_into=None).order_by(F("retired_on").asc(nulls_first=True), "folded", "key")
    return list(known.values_list("name", flat=True)[:500])


def list_uninvited_players(query: str = "", ticked: Collection[int] = ()) -> list[Player]:
    """Return the players who play and have no account, by name; `invited` says whether an invitation is open.

    With a query they are those with this text in a name, and those who were ticked already.
    """
    open_one = Invitation.objects.open().filter(player=OuterRef("pk"))
    without = Player.objects.filter(user=None, merged_into=None, retired_on=None, erased_at=None)
    if query:
        without = without.filter(match_name(query) | Q(pk__in=ticked)).distinct()
    without = without.exclude(merged__user__isnull=False).annotate(invited=Exists(open_one))
    return list(without.order_by("folded", "key"))


def match_name(query: str, path: str = "") -> Q:
    """Return the filter for players, at this path, with this text in their name or a former name, however accented."""
    folded = fold_player_name(query)
    return Q(**{f"{path}folded__contains": folded}) | Q(**{f"{path}former_names__folded__contains": folded})


class RosterLine(NamedTuple):
    """A player's line in the list of players, with what keeps them away and the name of their account."""

    player: Player
    state: str
    account: str


def load_roster(query: str, number: int, *, everyone: bool) -> tuple[Page[Player], list[RosterLine]]:
    """Return a page of the players whose name or former name has this text in it, and their lines; two queries.

    Merged and erased players are among them only for `everyone`.
    """
    found = Player.objects.select_related("user", "merged_into").order_by("folded", "key")
    if not everyone:
        found = found.filter(merged_into=None, erased_at=None)
    if query:
        found = found.filter(match_name(query)).distinct()
    page = Paginator(found, PLAYERS_PER_PAGE).get_page(number)
    return page, [build_roster_line(player) for player in page.object_list]


def build_roster_line(player: Player) -> RosterLine:
    merged = f"Counts as {player.merged_into}." if player.merged_into else ""
    return RosterLine(player, merged or describe_absence(player), player.user.get_username() if player.user else "")


def get_player_or_404(pk: int) -> Player:
    """Return the player, read together with the one they were merged into."""
    return get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
